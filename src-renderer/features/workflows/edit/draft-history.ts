import { computed, shallowRef } from 'vue'
import type { StepsDraft } from '../../../../src-shared/bridge/workflow-steps'

/** So many steps back are kept. */
const most = 200

/** A draft as it is written, with the way back and forth through what it was. */
export function useDraftHistory() {
  const draft = shallowRef<StepsDraft | null>(null)
  const past = shallowRef<readonly StepsDraft[]>([])
  const future = shallowRef<readonly StepsDraft[]>([])
  /** What was written last: more of the same is no step of its own. */
  let last: string | null = null

  function move(from: typeof past, to: typeof past): void {
    const next = from.value.at(-1)
    if (next === undefined || draft.value === null) return
    last = null
    from.value = from.value.slice(0, -1)
    to.value = [...to.value, draft.value]
    draft.value = next
  }

  return {
    draft,
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    /** Begins anew. */
    begin(first: StepsDraft): void {
      draft.value = first
      past.value = []
      future.value = []
      last = null
    },
    /** Writes. `of`: what is written, where more of it follows as somebody types. */
    write(next: StepsDraft, of: string | null = null): void {
      if (draft.value === null) return
      if (of === null || of !== last) past.value = [...past.value, draft.value].slice(-most)
      future.value = []
      last = of
      draft.value = next
    },
    undo: () => move(past, future),
    redo: () => move(future, past),
  }
}
