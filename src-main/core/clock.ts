/** Time, so that tests can fake it. `monotonic` never jumps; `now` is the wall clock, which may. */
export interface Clock {
  /** Milliseconds from an arbitrary start. */
  monotonic(): number
  /** Milliseconds since 1970 (UTC). */
  now(): number
  /** Resolves after `ms` milliseconds of monotonic time; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** 0 to 1, for jitter. */
  random(): number
}

/** The machine's own time: `performance.now`, which no clock change moves, and timers. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(asError(signal.reason))
        return
      }
      const abort = () => {
        clearTimeout(timer)
        reject(asError(signal?.reason))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('aborted', { cause: reason })
