import type { CacheStore } from './store'
import { drive, isSteps, type Stepped } from '../core/database/steps'

/** {@link CacheStore} as it is implemented: a method that could take long answers with its steps. */
export type SteppedStore = { [Area in keyof CacheStore]: Stepped<CacheStore[Area]> }

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
