import { describe, expect, it } from 'vitest'
import { dayAfter, readDay } from '../../../../src-renderer/lists/filter/day-entry'

describe('a day that is typed', () => {
  const now = new Date(2026, 10, 22)

  it.each([
    ['2026-11-22', '2026-11-22'],
    ['22.11.2026', '2026-11-22'],
    ['22 Nov 2026', '2026-11-22'],
    ['2 november', '2026-11-02'],
    ['today', '2026-11-22'],
    ['Yesterday', '2026-11-21'],
  ])('is read as people write it: %s', (typed, day) => {
    expect(readDay(typed, now)).toBe(day)
  })

  it.each(['', '22', '31.2.2026', '2026-13-01', '4 Foo 2026'])('is none where there is none: %s', (typed) => {
    expect(readDay(typed, now)).toBeNull()
  })

  it('is followed by the next one over the end of a month', () => {
    expect(dayAfter('2026-11-30', 1)).toBe('2026-12-01')
  })
})
