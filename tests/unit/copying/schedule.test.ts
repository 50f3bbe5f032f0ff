import { describe, expect, it } from 'vitest'
import { untilFull, untilQuick, type LastAct } from '../../../src-main/copying/schedule'

const minute = 60_000
const hour = 60 * minute
const plan = { quickEveryMinutes: 15, fullDailyAt: '03:00', backgroundShare: 0.5 }
const never: LastAct = { quick: null, full: null }
/** Noon, local time. */
const noon = new Date(2026, 0, 15, 12).getTime()
const at = (wall: number, steady = 0) => ({ wall, steady })
const fresh = (asOf: number | null, fullAsOf = asOf) => ({ asOf, fullAsOf })

describe('quick refreshes', () => {
  it('are due when the copy is older than the interval', () => {
    expect(untilQuick(plan, fresh(noon - 20 * minute), never, at(noon))).toBe(0)
    expect(untilQuick(plan, fresh(noon - 5 * minute), never, at(noon))).toBe(10 * minute)
  })

  it('are due at once where nothing was ever copied', () => {
    expect(untilQuick(plan, fresh(null), never, at(noon))).toBe(0)
  })

  it('never come by themselves where the plan says so', () => {
    expect(untilQuick({ ...plan, quickEveryMinutes: null }, fresh(null), never, at(noon))).toBeNull()
  })

  it('wait their time after one that failed', () => {
    const last = { quick: at(noon, 1000), full: null }
    expect(untilQuick(plan, fresh(noon - hour), last, at(noon + minute, 1000 + minute))).toBe(14 * minute)
  })

  it('come on time though the wall clock was set back', () => {
    const last = { quick: at(noon, 0), full: null }
    expect(untilQuick(plan, fresh(noon), last, at(noon - 24 * hour, 15 * minute))).toBe(0)
  })

  it('come at once after hours of sleep, during which the steady clock stood still', () => {
    const last = { quick: at(noon, 0), full: null }
    expect(untilQuick(plan, fresh(noon), last, at(noon + 8 * hour, minute))).toBe(0)
  })

  it('do not trust an "as of" that lies in the future', () => {
    expect(untilQuick(plan, fresh(noon + 24 * hour), never, at(noon))).toBe(0)
  })
})

describe('the daily full run', () => {
  const threeToday = new Date(2026, 0, 15, 3).getTime()

  it('is caught up once where its time passed while the program did not run', () => {
    expect(untilFull(plan, fresh(noon - 24 * hour), never, at(noon))).toBe(0)
  })

  it('waits until tomorrow where it was done today', () => {
    expect(untilFull(plan, fresh(threeToday + 10 * minute), never, at(noon))).toBe(15 * hour)
  })

  it('comes later today where its time is still to come', () => {
    const one = new Date(2026, 0, 15, 1).getTime()
    expect(untilFull(plan, fresh(one - hour), never, at(one))).toBe(2 * hour)
  })

  it('is not tried again and again where it failed', () => {
    const last = { quick: null, full: at(noon - minute, 0) }
    expect(untilFull(plan, fresh(noon - 48 * hour), last, at(noon, minute))).toBe(15 * hour)
  })

  it('never comes by itself where the plan says so', () => {
    expect(untilFull({ ...plan, fullDailyAt: null }, fresh(null), never, at(noon))).toBeNull()
  })
})
