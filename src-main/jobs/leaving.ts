import type { CallOptions } from '../core/client/call-options'
import { joinSignals } from '../../src-shared/signals'
import type { Clock } from '../core/clock'

/** So long a request that has left may take to be answered once its job is to stop, in milliseconds. */
export const patienceMs = 10_000

/**
 * Makes a call of a job that may be stopped: once `signal` aborts, no further request leaves, and one that has left is
 * given {@link patienceMs} to be answered, so that its outcome is known. After that the call rejects with `cancelled`.
 */
export async function leaving<T>(
  signal: AbortSignal,
  clock: Clock,
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const giveUp = new AbortController()
  const wait = () => {
    clock.sleep(patienceMs, over.signal).then(
      () => giveUp.abort(),
      () => undefined, // The answer came in time.
    )
  }
  if (signal.aborted) giveUp.abort()
  else signal.addEventListener('abort', wait, { once: true })
  try {
    return await call({ priority: 'job', stop: signal, signal: giveUp.signal })
  } finally {
    signal.removeEventListener('abort', wait)
    over.abort(new Error('The call has ended'))
  }
}

/** Makes a call of which no request leaves later than `ms` milliseconds from now, nor once `stop` of its options is aborted. */
export async function stoppedAfter<T>(
  ms: number,
  clock: Clock,
  options: CallOptions,
  call: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const stop = joinSignals(options.stop)
  clock.sleep(ms, over.signal).then(
    () => stop.abort(undefined),
    () => undefined, // The call has ended.
  )
  try {
    return await call({ ...options, stop: stop.signal })
  } finally {
    stop.release()
    over.abort(new Error('The call has ended'))
  }
}
