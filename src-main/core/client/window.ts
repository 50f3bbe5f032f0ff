/**
 * Which requests the service may count against this minute. It counts a request when it arrives, at some moment
 * between our sending and its answer: so a request is ours from sending until a window's length after its answer.
 * Whenever we send, fewer than the ceiling of ours can then lie in the service's last window, however the latency
 * jitters; at a latency of L that costs L of every 60 s.
 */
export interface SlidingWindow {
  /** Requests that count now, `background` those of jobs and syncs. */
  readonly all: number
  readonly background: number
  /** Counts requests from before, all for the same time; before any other is counted. */
  begin(before: { all: number; background: number; forMs: number }): void
  /** Counts a request that is about to be sent. */
  take(background: boolean): void
  /** The request's answer came, or nothing more of it will: it counts for a window's length from now. */
  answered(background: boolean): void
  /** The request never reached the service: it does not count any more. */
  returned(background: boolean): void
  /** Forgets what counts no longer at this monotonic instant. */
  expire(): void
  /** Monotonic instant at which the next answered request stops counting; null while none is answered. */
  readonly nextExpiry: number | null
}

/** `length` in milliseconds; `now` is the monotonic clock. */
export function createSlidingWindow(length: number, now: () => number): SlidingWindow {
  // Entries come in the order of their answers, so they expire in order: a queue, read from `head`.
  let queue: { until: number; background: boolean }[] = []
  let head = 0
  const counts = { all: 0, background: 0 }

  const add = (background: boolean, by: 1 | -1) => {
    counts.all += by
    if (background) counts.background += by
  }

  return {
    get all() {
      return counts.all
    },
    get background() {
      return counts.background
    },
    get nextExpiry() {
      return queue[head]?.until ?? null
    },
    begin({ all, background, forMs }) {
      const until = now() + Math.min(length, forMs)
      for (let at = 0; at < all; at += 1) {
        add(at < background, 1)
        queue.push({ until, background: at < background })
      }
    },
    take: (background) => add(background, 1),
    returned: (background) => add(background, -1),
    answered(background) {
      queue.push({ until: now() + length, background })
    },
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
