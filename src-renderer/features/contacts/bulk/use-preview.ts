import { watchDebounced } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import type { BulkAction, BulkPreview } from '../../../../src-shared/bridge/bulk'
import type { ContactSelection } from '../../../../src-shared/bridge/contacts'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** As many people as are listed at first. */
const few = 5

/** What an action would do to a selection, counted as it is entered. null: there is no action, or it is counted first. */
export function usePreview(selection: () => ContactSelection, action: () => BulkAction | null) {
  const bridge = useBridge()
  const preview = shallowRef<BulkPreview | null>(null)
  /** What is shown belongs to an action that is no more. */
  const counting = ref(false)
  /** So many people of each count are listed. */
  const most = ref(few)
  const problem = shallowRef<Problem | null>(null)
  let turn = 0

  async function look(): Promise<void> {
    const mine = ++turn
    const wanted = action()
    problem.value = null
    if (!wanted) return
    try {
      const found = await bridge.bulk.preview({ selection: selection(), action: wanted, most: most.value })
      if (mine !== turn) return
      preview.value = found
      counting.value = false
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    }
  }
  // What was seen cannot be confirmed from here on.
  watch([action, most], () => {
    turn += 1
    counting.value = true
    if (action() === null) preview.value = null
  })
  watchDebounced([action, most], look, { debounce: 150, immediate: true })
  return { preview, counting, most, problem }
}
