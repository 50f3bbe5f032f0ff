import type { CacheStore } from './store'

/**
 * Work that is done in slices of a few milliseconds: whoever drives it may answer other calls at every `yield`.
 * What it returns is its result.
 */
export type Steps<T> = Generator<void, T>

type Stepped<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => R | Steps<R> : never
}

/** {@link CacheStore} as it is implemented: a method that could take long answers with its steps. */
export type SteppedStore = { [Area in keyof CacheStore]: Stepped<CacheStore[Area]> }

/** Whether an answer is work still to be done. Answers are plain data, so nothing else has a `next`. */
export function isSteps(answer: unknown): answer is Steps<unknown> {
  return (
    typeof answer === 'object' && answer !== null && 'next' in answer && typeof answer.next === 'function'
  )
}

/** Does all of it at once. */
export function drive<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The store with every method done at once: for tests, and for programs that have a thread to themselves. */
export function driven(store: SteppedStore): CacheStore {
  return Object.fromEntries(
    Object.entries(store).map(([area, methods]) => [
      area,
      Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [
          name,
          (...args: unknown[]): unknown => {
            const answer = Reflect.apply(method, methods, args) as unknown
            return isSteps(answer) ? drive(answer) : answer
          },
        ]),
      ),
    ]),
    // The mapped types cannot follow an object that is taken apart and put together again.
  ) as unknown as CacheStore
}
