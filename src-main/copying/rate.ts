import { createRateMeter, type RateMeter } from '../core/rate-meter'

/** How many records a second a run receives, over the last half minute. `received`: what it had before, when it goes on. */
export function createRunMeter(now: () => number, received = 0): RateMeter {
  return createRateMeter(now, received, { last: 30_000, least: 20_000, per: 1000 })
}

/** What the time left depends on besides the rate: the budget lets no more through than this. */
interface Allowance {
  /** Requests a minute for background work. */
  perMinute: number
  /** Requests that may still leave before that limit bites. */
  left: number
}

/**
 * Seconds until everything expected is here: as the rate of the last half minute says, but never sooner than the
 * budget allows, since a minute's share may have been spent in a burst. null where it cannot be known.
 */
export function secondsLeft(
  run: { received: number; expected: number | null },
  rate: number | null,
  pageSize: number,
  allowance: Allowance,
): number | null {
  if (run.expected === null || rate === null || rate <= 0) return null
  const records = Math.max(0, run.expected - run.received)
  const beyond = Math.max(0, records / pageSize - Math.max(0, allowance.left))
  return Math.round(Math.max(records / rate, (beyond / allowance.perMinute) * 60))
}
