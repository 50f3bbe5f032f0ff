import type { Clock } from '../core/clock'

/** A state that is told whole: at once, and again after every change, ten times a second at most. */
export interface Topic<T> {
  /** The state as it is now. */
  snapshot(): Promise<T>
  /** Calls back after every change. Returns the way to stop. */
  watch(changed: () => void): () => void
}

/** The least time between two states of one topic. */
const pauseMs = 100

/**
 * Tells all topics to one listener until the signal is aborted. Each topic goes at its own pace: one that takes
 * long to answer does not hold up the others.
 */
export async function* tellAll<T>(
  topics: readonly Topic<T>[],
  clock: Clock,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const ending = new AbortController()
  const waiting: T[] = []
  let failure: { error: unknown } | null = null
  let wake: () => void = () => undefined

  const stop = () => {
    ending.abort(new Error('Nobody listens any more'))
    wake()
  }
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()

  const tellers = topics.map((topic) =>
    tell(topic, clock, ending.signal, (state) => {
      waiting.push(state)
      wake()
    }).catch((error: unknown) => {
      if (ending.signal.aborted) return
      failure ??= { error }
      wake()
    }),
  )
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (waiting.length > 0 || failure || ending.signal.aborted) resolve()
    })
  try {
    while (!ending.signal.aborted) {
      for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) yield state
      if (failure) throw (failure as { error: unknown }).error
      await next()
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
    await Promise.all(tellers)
  }
}

async function tell<T>(
  topic: Topic<T>,
  clock: Clock,
  signal: AbortSignal,
  say: (state: T) => void,
): Promise<void> {
  let changed = true
  let wake: () => void = () => undefined
  const unwatch = topic.watch(() => {
    changed = true
    wake()
  })
  const abort = () => wake()
  signal.addEventListener('abort', abort, { once: true })
  try {
    while (!signal.aborted) {
      if (changed) {
        changed = false
        say(await topic.snapshot())
        await clock.sleep(pauseMs, signal).catch(() => undefined)
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
          if (changed || signal.aborted) resolve()
        })
      }
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', abort)
  }
}
