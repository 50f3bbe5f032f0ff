/** A signal that aborts as soon as one of several does, or by itself. `release` lets go of them, once the work is over. */
export interface JoinedSignal {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  release(): void
}

/**
 * Joins signals into one, which aborts for the reason of the first, at once where that was aborted before; undefined ones
 * are passed over. AbortSignal.any is not in Node 18.15.
 */
export function joinSignals(...signals: (AbortSignal | undefined)[]): JoinedSignal {
  const joined = new AbortController()
  const given = signals.filter((signal) => signal !== undefined)
  const follow = () => joined.abort(given.find(({ aborted }) => aborted)?.reason)
  for (const signal of given) signal.addEventListener('abort', follow, { once: true })
  // One that was aborted before tells nobody any more.
  if (given.some(({ aborted }) => aborted)) follow()
  return {
    signal: joined.signal,
    abort: (reason) => joined.abort(reason),
    release: () => given.forEach((signal) => signal.removeEventListener('abort', follow)),
  }
}
