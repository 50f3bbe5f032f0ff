/** How many requests any 60 seconds may hold. */
export interface RequestLimit {
  /** Takes one request out of the window. Gives 0, or how many seconds to wait (at least 1) when it is full. */
  take(): number | Promise<number>
  /** What a refusal tells of the window: how many it holds, that none is left, and in how many seconds it is empty. */
  headers(): Record<string, string>
}

/** The limit of one process: a sliding window on a monotonic clock. */
export class RateLimit implements RequestLimit {
  private readonly stamps: Float64Array
  private oldest = 0

  /**
   * @param perMinute Requests that 60 s may hold, at least 1.
   * @param now Milliseconds of a clock that never goes back.
   */
  constructor(
    perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.stamps = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY)
  }

  take(): number {
    const now = this.now()
    const free = this.stamps[this.oldest]! + 60_000
    if (free > now) return Math.max(1, Math.ceil((free - now) / 1000))
    this.stamps[this.oldest] = now
    this.oldest = (this.oldest + 1) % this.stamps.length
    return 0
  }

  headers(): Record<string, string> {
    const newest = this.stamps[(this.oldest + this.stamps.length - 1) % this.stamps.length]!
    const seconds = Math.max(0, Math.ceil((newest + 60_000 - this.now()) / 1000))
    return {
      'RateLimit-Limit': String(this.stamps.length),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(seconds),
    }
  }
}
