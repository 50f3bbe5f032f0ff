const failuresToOpen = 5
const openMs = 60_000

/**
 * Stops asking a service that fails: five failures in a row open it for 60 s, then one request goes as a probe.
 * A click is never held by it: a person who tries again is the better probe, and so is background work that one asks for. `now`
 * is the monotonic clock.
 */
export function createBreaker(now: () => number) {
  let failures = 0
  let openUntil: number | null = null
  let probing = false

  return {
    /** Monotonic instant until which background work waits; null: it does not. */
    get openUntil(): number | null {
      return openUntil !== null && openUntil > now() ? openUntil : null
    },
    /** Whether a background request may go now. */
    get allows() {
      if (openUntil === null) return true
      return now() >= openUntil && !probing
    },
    /** Somebody wants to know now: where it is open, the probe may go at once. */
    tryNow() {
      if (openUntil !== null) openUntil = Math.min(openUntil, now())
    },
    /** A background request goes: while the breaker is open, that is the probe. */
    went() {
      if (openUntil !== null) probing = true
    },
    /** The service answered, whatever it said. Returns whether this closed the breaker. */
    succeeded() {
      const wasOpen = openUntil !== null
      failures = 0
      openUntil = null
      probing = false
      return wasOpen
    },
    /** No answer, or a 5xx. Returns whether this opened the breaker, for the first time or again. */
    failed() {
      failures++
      probing = false
      if (failures < failuresToOpen) return false
      openUntil = now() + openMs
      return true
    },
    /** A request came to nothing for a reason of ours (it was cancelled): a probe that says nothing. */
    ended() {
      probing = false
    },
  }
}
