import { computed, shallowRef, type Ref } from 'vue'
import type { ContactQuery, ContactRow } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useSelection } from '../../components/list/selection'
import type { LoadSlice } from '../../components/list/sliceCache'
import { useLiveStore } from '../../stores/live'

/** The rows of a query, how many there are, and which of them are selected. */
export function useContactList(query: Ref<ContactQuery>) {
  const bridge = useBridge()
  const live = useLiveStore()
  const count = shallowRef<number | null>(null)
  const total = shallowRef<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const selectionProblem = shallowRef<Problem | null>(null)

  const load = computed<LoadSlice<ContactRow>>(() => {
    const asked = query.value
    // Another profile is another list, though the question reads the same.
    void live.current?.id
    return async (offset, limit, signal) => {
      const page = await bridge.contacts.page({ query: asked, slice: { offset, limit } }, { signal })
      problem.value = null
      count.value = page.count
      total.value = page.total
      return page
    }
  })

  const selection = useSelection(async () => {
    selectionProblem.value = null
    try {
      return await bridge.contacts.freeze({ query: query.value })
    } catch (error) {
      selectionProblem.value = problemOf(error)
      return null
    }
  })

  return {
    load,
    count,
    total,
    selection,
    selectionProblem,
    /** Why the last reading failed; null once one has succeeded. */
    problem,
    failed(error: unknown): void {
      problem.value = problemOf(error)
    },
  }
}
