import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatChange,
  formatFixed,
  formatDay,
  formatDuration,
  formatExact,
  formatHost,
  formatLeft,
  formatMoment,
  formatMonth,
  formatNearMoment,
  formatNumber,
  formatShare,
} from '../../../../src-renderer/format'
import { spokenIn } from '../../../../src-shared/messages/languages'
import { speak } from '../../../../src-shared/messages/message'

describe('numbers as they are read', () => {
  it('groups thousands', () => {
    expect(formatNumber(1904337)).toBe('1,904,337')
  })

  it('writes a change with its sign', () => {
    expect([formatChange(2874), formatChange(-204), formatChange(0)]).toEqual(['+2,874', '−204', '0'])
  })

  it('writes as many places as are asked for, in the language that is spoken', async () => {
    const inEnglish = [formatFixed(14, 1), formatFixed(0.126, 2)]
    speak(await spokenIn('de'))
    const inGerman = [formatFixed(14, 1), formatShare(893, 1000)]
    speak(await spokenIn('en'))
    expect([inEnglish, inGerman]).toEqual([
      ['14.0', '0.13'],
      ['14,0', '89,3 %'],
    ])
  })

  it('says nothing of a share of nothing', () => {
    expect([formatShare(893, 1000), formatShare(0, 0)]).toEqual(['89.3 %', '–'])
  })

  it.each([
    [640, '640 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [38_000_000, '38 MB'],
    [1_200_000_000, '1.2 GB'],
    [999_999, '1 MB'],
  ])('writes %i bytes as %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words)
  })

  it.each([
    [84, '84 ms'],
    [3200, '3.2 s'],
    [45_000, '45 s'],
    [300_000, '5 min'],
    [7_500_000, '2 h 5 min'],
  ])('writes %i ms as %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words)
  })

  it('says that it works the rest out until a rate is known', () => {
    expect([formatLeft(null), formatLeft(30), formatLeft(240)]).toEqual([
      'Working it out',
      'Less than a minute',
      'About 4 min',
    ])
  })

  it('leaves the day out of a moment of today', () => {
    const now = new Date(2026, 10, 21, 14, 2).getTime()
    expect(formatMoment(now - 60_000, now)).toBe('14:01')
    expect(formatMoment(new Date(2026, 10, 20, 9, 5).getTime(), now)).toBe('20 Nov 2026, 09:05')
    expect(formatNearMoment(now - 60_000, now)).toBe('today, 14:01')
    expect(formatNearMoment(now + 86_400_000, now)).toBe('tomorrow, 14:02')
    expect(formatNearMoment(new Date(2026, 10, 10, 9, 5).getTime(), now)).toBe('10 Nov 2026, 09:05')
  })

  it('shows the host of an address, and a text that is none as it is', () => {
    expect([formatHost('https://mail.harbournotes.app/api'), formatHost('nonsense')]).toEqual([
      'mail.harbournotes.app',
      'nonsense',
    ])
  })
})

describe('days and months', () => {
  it('have names of three letters', () => {
    const instant = new Date(2026, 8, 4, 9, 5, 7).getTime()
    expect([formatDay(instant), formatMonth(instant), formatExact(instant)]).toEqual([
      '4 Sep 2026',
      'Sep 26',
      '4 Sep 2026, 09:05:07',
    ])
  })
})
