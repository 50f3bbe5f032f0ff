/** How fast a run is, over the last half minute, on the monotonic clock. */
export interface RateMeter {
  /** Tells that so many records have been received in all. */
  note(received: number): void
  /** Records a second; null until 20 s were watched. */
  rate(): number | null
}

const windowMs = 30_000
const leastMs = 20_000
/** One sample a second is enough for half a minute. */
const stepMs = 1000

/** A meter that starts now; `now` is the monotonic clock. `received`: what the run had before, when it goes on. */
export function createRateMeter(now: () => number, received = 0): RateMeter {
  let samples = [{ at: now(), received }]
  let latest = received

  function trim(): void {
    const from = now() - windowMs
    // The last sample before the window stays: the rate is measured from it.
    const first = samples.findIndex((sample) => sample.at > from)
    if (first > 1) samples = samples.slice(first - 1)
  }

  return {
    note(total) {
      latest = total
      const last = samples[samples.length - 1]
      if (!last || now() - last.at >= stepMs) samples.push({ at: now(), received: total })
      trim()
    },
    rate() {
      trim()
      const first = samples[0]
      if (!first) return null
      const elapsed = now() - first.at
      return elapsed < leastMs ? null : ((latest - first.received) * 1000) / elapsed
    },
  }
}

/** What the time left depends on besides the rate: the budget lets no more through than this. */
export interface Allowance {
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
