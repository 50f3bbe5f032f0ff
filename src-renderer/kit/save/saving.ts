import { shallowRef, type ShallowRef } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'

/** One thing that is being saved or done: whether it is under way, and why it failed. */
export interface Saving {
  busy: ShallowRef<boolean>
  problem: ShallowRef<Problem | null>
  /** Asks, once at a time. The problem of a failure is kept for showing, and null answered. */
  ask: <T>(call: () => Promise<T>) => Promise<T | null>
  /** Does it, once at a time. Answers whether it succeeded. */
  run: (call: () => Promise<unknown>) => Promise<boolean>
}

/** A {@link Saving} for a form or a button. */
export function useSaving(): Saving {
  const busy = shallowRef(false)
  const problem = shallowRef<Problem | null>(null)
  async function ask<T>(call: () => Promise<T>): Promise<T | null> {
    if (busy.value) return null
    busy.value = true
    problem.value = null
    try {
      return await call()
    } catch (error) {
      problem.value = problemOf(error)
      return null
    } finally {
      busy.value = false
    }
  }
  return {
    busy,
    problem,
    ask,
    run: async (call) => (await ask(() => call().then(() => true))) ?? false,
  }
}
