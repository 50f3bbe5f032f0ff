import { describe, expect, it } from 'vitest'
import { sliceTimes } from '../../../src-shared/sending-plan/times'
import { even, warmUp } from './settings'

const slices = (count: number) => Array.from({ length: count }, () => ({ isFirstDomain: false }))
const said = (times: number[]) =>
  times.map((time) => {
    const at = new Date(time)
    const two = (number: number) => String(number).padStart(2, '0')
    return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
  })

describe('when slices leave', () => {
  it('is a day apart, but for the days of rest', () => {
    expect(said(sliceTimes(warmUp(), slices(7)))).toEqual([
      '11-23 09:00',
      '11-24 09:00',
      '11-25 09:00',
      '11-26 09:00',
      '11-27 09:00',
      '11-30 09:00',
      '12-01 09:00',
    ])
  })

  it('is an hour apart within the day, and goes on the next morning', () => {
    const times = said(sliceTimes(even(), slices(11)))
    expect(times[8]).toBe('11-23 17:00')
    expect(times[9]).toBe('11-23 18:00')
    expect(times[10]).toBe('11-24 09:00')
  })

  it('is as many days apart as even slices are, and goes on after a weekend', () => {
    const pace = { ...even().pace, every: { count: 2, unit: 'day' as const } }
    expect(said(sliceTimes(even({ pace, rests: true }), slices(4)))).toEqual([
      '11-23 09:00',
      '11-25 09:00',
      '11-27 09:00',
      '11-30 09:00',
    ])
  })

  it('leaves the hours of a weekend out', () => {
    const settings = even({ begins: { day: '2026-11-27', minute: 18 * 60 }, rests: true })
    expect(said(sliceTimes(settings, slices(2)))).toEqual(['11-27 18:00', '11-30 09:00'])
  })

  it('begins at the time of the first, though the day begins earlier', () => {
    const settings = even({ begins: { day: '2026-11-23', minute: 16 * 60 + 30 } })
    expect(said(sliceTimes(settings, slices(3)))).toEqual(['11-23 16:30', '11-23 17:30', '11-24 09:00'])
  })

  it('is as far apart over midnight as within the day, where there is no night', () => {
    const begins = { day: '2026-11-23', minute: 23 * 60 + 20 }
    const pace = { ...even().pace, every: { count: 2, unit: 'hour' as const }, from: 0, to: 1439 }
    const settings = even({ begins, pace })
    expect(said(sliceTimes(settings, slices(3)))).toEqual(['11-23 23:20', '11-24 01:20', '11-24 03:20'])
  })

  it('stays at its time of day when the clocks change', () => {
    const settings = warmUp({ begins: { day: '2026-10-23', minute: 540 }, rests: false })
    expect(said(sliceTimes(settings, slices(4))).map((time) => time.slice(6))).toEqual([
      '09:00',
      '09:00',
      '09:00',
      '09:00',
    ])
  })

  it('comes for all others after the domain that is first was judged', () => {
    const settings = even({
      order: { kind: 'domain', domain: 'gmail.com', othersWait: true },
      judgedAfterHours: 3,
    })
    const times = sliceTimes(settings, [
      { isFirstDomain: true },
      { isFirstDomain: true },
      { isFirstDomain: false },
      { isFirstDomain: false },
    ])
    expect(said(times)).toEqual(['11-23 09:00', '11-23 10:00', '11-23 13:00', '11-23 14:00'])
  })
})
