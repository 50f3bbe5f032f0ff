/** How fast something goes on, on the monotonic clock. */
export interface RateMeter {
  /** Tells how many there have been in all. */
  note(total: number): void
  /** How many in {@link RateWindow.per}; null until it was watched for long enough. */
  rate(): number | null
}

interface RateWindow {
  /** Only so much of the past counts. */
  last: number
  /** Less says nothing. */
  least: number
  /** What the rate is told for: a second, a minute. */
  per: number
}

/** One sample a second is enough. */
const sampleMs = 1000

/** A meter that starts now; `now` is the monotonic clock. `before`: how many there are already. */
export function createRateMeter(
  now: () => number,
  before: number,
  { last, least, per }: RateWindow,
): RateMeter {
  let samples = [{ at: now(), total: before }]
  let latest = before

  function trim(): void {
    const from = now() - last
    // The last sample before the window stays: the rate is measured from it.
    const first = samples.findIndex(({ at }) => at > from)
    if (first > 1) samples = samples.slice(first - 1)
  }

  return {
    note(total) {
      latest = total
      const newest = samples.at(-1)
      if (!newest || now() - newest.at >= sampleMs) samples.push({ at: now(), total })
      trim()
    },
    rate() {
      trim()
      const first = samples[0]
      const elapsed = first ? now() - first.at : 0
      return !first || elapsed < least ? null : ((latest - first.total) * per) / elapsed
    },
  }
}
