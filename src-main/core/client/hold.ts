const steps = [1000, 2000, 4000, 8000]
/** Longer than an hour is taken for a mistake of the service, which a restart would forget anyway. */
const longest = 3_600_000

/**
 * Holds all traffic after a 429: as long as `Retry-After` says, else 1, 2, 4, then 8 s, with jitter. `now` is the monotonic
 * clock; `random` gives 0 to 1.
 */
export function createHold(now: () => number, random: () => number) {
  let until = Number.NEGATIVE_INFINITY
  let since = Number.NEGATIVE_INFINITY
  let streak = 0

  return {
    /** Monotonic instant until which nothing is sent; null: not held. */
    get until(): number | null {
      return until > now() ? until : null
    },
    /**
     * A 429 came for a request that was sent at `sentAt` (monotonic). Returns whether this is a new incident: the
     * 429s of requests that were under way already when the first one came are the same incident.
     */
    refused(sentAt: number, retryAfterMs: number | null) {
      const isNew = sentAt > since
      if (isNew) {
        since = now()
        streak++
      }
      const step = steps[Math.min(streak, steps.length) - 1] ?? 1000
      // Both get jitter on top, never below: everything that waits must not come back at one instant.
      const wait = retryAfterMs === null ? step : Math.min(longest, Math.max(retryAfterMs, 500))
      const end = now() + wait + random() * Math.min(1000, wait / 4)
      if (isNew || retryAfterMs !== null) until = Math.max(until, end)
      return isNew
    },
    /** An answer other than 429 came for a request sent at `sentAt`: the next 429 starts at 1 s again. */
    accepted(sentAt: number) {
      if (sentAt > since && now() >= until) streak = 0
    },
  }
}

/**
 * `Retry-After` in milliseconds: seconds, or an HTTP date, which is read against the answer's own `Date` where it
 * has one, so that a wrong clock here or there does not matter. null where it is absent or makes no sense.
 */
export function retryAfterMs(
  header: string | undefined,
  date: string | undefined,
  wallNow: number,
): number | null {
  const text = header?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  if (Number.isNaN(until)) return null
  const from = date === undefined ? Number.NaN : Date.parse(date)
  return Math.max(0, until - (Number.isNaN(from) ? wallNow : from))
}
