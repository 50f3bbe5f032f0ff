const seconds = 1000
const first = 1 * seconds
const longest = 300 * seconds

/**
 * What is known of a way out that fails: all wait, twice as long each time (1 s to 5 min), and then one message tries
 * it for all.
 */
export class Outage {
  private failures = 0
  private until = Number.NEGATIVE_INFINITY

  /** Whether the last attempt failed: only one message may be on its way then. */
  get lasting(): boolean {
    return this.failures > 0
  }

  /** Milliseconds until the next attempt; 0 when it may be made. `now` is milliseconds since 1970. */
  wait(now: number): number {
    // Never longer than it was meant to be, should the clock have been set back.
    return Math.max(0, Math.min(this.until - now, longest))
  }

  /** Says that an attempt failed. Returns whether it was the first of this outage. */
  failed(now: number): boolean {
    // Messages that left together fail together: that is one failure.
    if (this.wait(now) > 0) return false
    this.until = now + Math.min(longest, first * 2 ** this.failures)
    this.failures++
    return this.failures === 1
  }

  /** Says that an attempt went well. */
  over(): void {
    this.failures = 0
    this.until = Number.NEGATIVE_INFINITY
  }
}
