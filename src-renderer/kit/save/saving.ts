import { shallowRef, type ShallowRef } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'

/** One thing that is being saved or done: whether it is under way, and why it failed. */
export interface Saving {
  busy: ShallowRef<boolean>
  problem: ShallowRef<Problem | null>
  /** Runs it once at a time. Answers whether it succeeded; the problem of a failure is kept for showing. */
  run: (call: () => Promise<unknown>) => Promise<boolean>
}

/** A {@link Saving} for a form or a button. */
export function useSaving(): Saving {
  const busy = shallowRef(false)
  const problem = shallowRef<Problem | null>(null)
  return {
    busy,
    problem,
    async run(call) {
      if (busy.value) return false
      busy.value = true
      problem.value = null
      try {
        await call()
        return true
      } catch (error) {
        problem.value = problemOf(error)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
