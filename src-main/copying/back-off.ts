import type { Clock } from '../core/clock'

const firstMs = 2000
const longestMs = 60_000

/** Milliseconds to wait after so many `tries`: doubling up to a minute, a fifth more or less at random. */
export function backOff(tries: number, clock: Pick<Clock, 'random'>): number {
  return Math.min(longestMs, firstMs * 2 ** (tries - 1)) * (0.8 + 0.4 * clock.random())
}
