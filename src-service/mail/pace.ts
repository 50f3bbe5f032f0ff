import { limits } from '../../src-shared/interface/limits'

/** How fast messages leave: evenly, and never more than the limit in any second of the clock. */
interface Pace {
  /** Milliseconds until the next message may leave; 0 when it may now. `now` is milliseconds since 1970. */
  wait(now: number): number
  /** Says that a message left. */
  left(now: number): void
}

/**
 * The pace of one project.
 * @param perSecond Messages that any second may hold, at least 1.
 */
export function createPace(perSecond: number = limits.emailsPerSecond): Pace {
  const interval = 1000 / perSecond
  // When the last `perSecond` messages left, oldest first from `oldest` on.
  const stamps = new Array<number>(perSecond).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0
  let last = Number.NEGATIVE_INFINITY
  let next = Number.NEGATIVE_INFINITY

  return {
    wait(now) {
      if (now < last) {
        // The machine's clock was set back: what was noted lies in a future that may be far.
        stamps.fill(now)
        last = now
        next = now + 1000
      }
      return Math.ceil(Math.max(0, next - now, (stamps[oldest] ?? now) + 1000 - now))
    },
    left(now) {
      stamps[oldest] = now
      oldest = (oldest + 1) % perSecond
      last = now
      // A message that left a little late does not delay those after it, but what was missed is not made up for at once.
      const planned = next < now - interval ? now : next
      next = Math.max(planned + interval, now + interval / 2)
    },
  }
}
