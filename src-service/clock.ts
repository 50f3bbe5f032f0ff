import { AsyncLocalStorage } from 'node:async_hooks'

/** The time, as everything that happens by itself sees it: tests hand in one they move. */
export interface TimerClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, `ms` milliseconds from now (at least 0). Returns what calls it off. */
  after(ms: number, call: () => void): () => void
}

// setTimeout takes 32 bits; a longer wait would be over at once.
const longest = 2 ** 31 - 1

/** What comes later is no part of the transaction in which it was asked for. */
const apart = AsyncLocalStorage.snapshot()

/** The machine's clock. Nothing that waits on it keeps the process alive. */
export const machineClock: TimerClock = {
  now: () => Date.now(),
  after(ms, call) {
    let timer: NodeJS.Timeout
    const wait = (left: number): void => {
      const now = Math.min(left, longest)
      timer = setTimeout(() => (left > now ? wait(left - now) : call()), now).unref()
    }
    apart(wait, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
