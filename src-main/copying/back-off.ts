import type { Clock } from '../core/clock'

const firstMs = 2000
const longestMs = 60_000

/**
 * How long to wait before trying again, in milliseconds: twice as long after every try (`tries` counts from 1) up to a minute,
 * and a fifth more or less, so that those who failed together do not come back together.
 */
export function backOff(tries: number, clock: Pick<Clock, 'random'>): number {
  return Math.min(longestMs, firstMs * 2 ** (tries - 1)) * (0.8 + 0.4 * clock.random())
}
