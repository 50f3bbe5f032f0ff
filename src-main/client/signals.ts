/** A signal that aborts as soon as one of several does. `release` lets go of them, once the work is over. */
export interface JoinedSignal {
  signal: AbortSignal
  release(): void
}

/** Joins signals into one; undefined ones are passed over. AbortSignal.any is not in Node 18.15. */
export function joinSignals(...signals: (AbortSignal | undefined)[]): JoinedSignal {
  const abort = new AbortController()
  const stop = () => abort.abort()
  const given = signals.filter((signal) => signal !== undefined)
  if (given.some((signal) => signal.aborted)) stop()
  for (const signal of given) signal.addEventListener('abort', stop, { once: true })
  return {
    signal: abort.signal,
    release: () => given.forEach((signal) => signal.removeEventListener('abort', stop)),
  }
}
