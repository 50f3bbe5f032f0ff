import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'

/** So long "Saved" stands beside a field, in milliseconds. */
const shownMs = 2000

/** Fields that are saved as they are changed. */
export interface SavedFields<Field extends string> {
  /** The field that was saved last, for as long as that is said. */
  saved: Readonly<Ref<Field | null>>
  problem: ShallowRef<Problem | null>
  /** Saves a field after those that were changed before it. Answers whether that succeeded. */
  keep: (field: Field, call: () => Promise<unknown>) => Promise<boolean>
}

/** {@link SavedFields} of a part of Settings. */
export function useSavedFields<Field extends string>(): SavedFields<Field> {
  const saved: Ref<Field | null> = ref(null)
  const problem = shallowRef<Problem | null>(null)
  let before: Promise<unknown> = Promise.resolve()
  let timer = 0
  onScopeDispose(() => window.clearTimeout(timer))

  async function save(field: Field, call: () => Promise<unknown>): Promise<boolean> {
    problem.value = null
    try {
      await call()
    } catch (error) {
      problem.value = problemOf(error)
      return false
    }
    window.clearTimeout(timer)
    saved.value = field
    timer = window.setTimeout(() => (saved.value = null), shownMs)
    return true
  }

  return {
    saved,
    problem,
    keep(field, call) {
      const mine = before.then(() => save(field, call))
      before = mine
      return mine
    },
  }
}
