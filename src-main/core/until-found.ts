/**
 * Resolves with what `look` finds, at once or after one of the changes that `watch` tells of; null: nothing yet. Rejects when
 * aborted.
 */
export function untilFound<T>(
  look: () => T | null,
  watch: (listener: () => void) => () => void,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let unwatch: () => void = () => undefined
    const done = () => {
      unwatch()
      signal.removeEventListener('abort', abort)
    }
    const abort = () => {
      done()
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const check = () => {
      const found = look()
      if (found === null) return
      done()
      resolve(found)
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    unwatch = watch(check)
    check()
  })
}
