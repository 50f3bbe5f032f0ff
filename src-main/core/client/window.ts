/** Requests that the service may still count against this minute. */
export interface SpentBefore {
  all: number
  /** Of these, those of jobs and syncs. */
  background: number
  /** How long they count at most, in milliseconds. */
  forMs: number
}

/**
 * Which requests the service may count against this minute. It counts a request when it arrives, at some moment
 * between our sending and its answer: so a request is ours from sending until a window's length after its answer.
 * Whenever we send, fewer than the ceiling of ours can then lie in the service's last window, however the latency
 * jitters; at a latency of L that costs L of every 60 s. `length` in milliseconds; `now` is the monotonic clock.
 */
export function createSlidingWindow(length: number, now: () => number) {
  // Entries come in the order of their answers, so they expire in order: a queue, read from `head`.
  let queue: { until: number; background: boolean }[] = []
  let head = 0
  const counts = { all: 0, background: 0 }

  const add = (background: boolean, by: 1 | -1) => {
    counts.all += by
    if (background) counts.background += by
  }

  return {
    /** Requests that count now, `background` those of jobs and syncs. */
    get all() {
      return counts.all
    },
    get background() {
      return counts.background
    },
    /** Monotonic instant at which the next answered request stops counting; null while none is answered. */
    get nextExpiry() {
      return queue[head]?.until ?? null
    },
    /** Counts requests from before, all for the same time; before any other is counted. */
    begin({ all, background, forMs }: SpentBefore) {
      const until = now() + Math.min(length, forMs)
      for (let at = 0; at < all; at += 1) {
        add(at < background, 1)
        queue.push({ until, background: at < background })
      }
    },
    /** Counts a request that is about to be sent. */
    take: (background: boolean) => add(background, 1),
    /** The request never reached the service: it does not count any more. */
    returned: (background: boolean) => add(background, -1),
    /** The request's answer came, or nothing more of it will: it counts for a window's length from now. */
    answered(background: boolean) {
      queue.push({ until: now() + length, background })
    },
    /** Forgets what counts no longer at this monotonic instant. */
    expire() {
      const time = now()
      for (let next = queue[head]; next && next.until <= time; next = queue[head]) {
        add(next.background, -1)
        head++
      }
      if (head > 1024) {
        queue = queue.slice(head)
        head = 0
      }
    },
  }
}
