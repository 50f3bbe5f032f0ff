import { describe, expect, it } from 'vitest'
import { relativeTime } from '../../../../src-renderer/stores/relative-time'

const now = new Date(2026, 10, 21, 14, 2).getTime()
const minutes = (count: number) => now - count * 60_000
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

describe('a time as a person says it', () => {
  it.each([
    ['the last minute', minutes(0.5), 'now'],
    ['minutes', minutes(4), '4 min'],
    ['hours of today', at(21, 3), '11 h'],
    ['yesterday', at(20, 7), 'yesterday'],
    ['days', at(18, 23), '3 d'],
    ['a month back: the day', new Date(2026, 2, 14).getTime(), '14 Mar 2026'],
    ['what lies ahead', minutes(-4), 'in 4 min'],
  ])('%s', (_what, instant, words) => {
    expect(relativeTime(instant, now)).toBe(words)
  })

  it('counts hours across midnight while they are few', () => {
    const early = new Date(2026, 10, 21, 1, 0).getTime()
    expect(relativeTime(early - 2 * 3_600_000, early)).toBe('2 h')
  })

  it('says ago only where a sentence needs it', () => {
    expect([relativeTime(minutes(4), now, true), relativeTime(at(20, 7), now, true)]).toEqual([
      '4 min ago',
      'yesterday',
    ])
  })

  it('takes a clock that runs a little ahead as now', () => {
    expect(relativeTime(minutes(-0.5), now)).toBe('now')
  })
})
