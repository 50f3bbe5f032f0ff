import { refDebounced } from '@vueuse/core'
import { computed, shallowRef, type Ref } from 'vue'
import type { ContactQuery, ContactRow } from '../../../src-shared/bridge/contacts'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useSelection } from '../../components/list/selection'
import type { LoadSlice } from '../../components/list/slice-cache'
import { useLiveStore } from '../../stores/live'

/** From when on an answer that has not come is said to be under way (milliseconds). */
const patience = 300

/** The rows of a query, how many there are, and which of them are selected. */
export function useContactList(query: Ref<ContactQuery>) {
  const bridge = useBridge()
  const live = useLiveStore()
  /** What the last answer said, and of which question: a new one is not yet answered while rows of the old are shown. */
  const answered = shallowRef<{ count: number; total: number; filtered: boolean } | null>(null)
  const answeredQuery = shallowRef<ContactQuery | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const selectionProblem = shallowRef<Problem | null>(null)

  const load = computed<LoadSlice<ContactRow>>(() => {
    const asked = query.value
    // Another profile is another list, though the question reads the same.
    void live.current?.id
    return async (offset, limit, signal) => {
      const page = await bridge.contacts.page({ query: asked, slice: { offset, limit } }, { signal })
      problem.value = null
      const filtered = asked.search.trim() !== '' || asked.filters.length > 0 || asked.of !== undefined
      answeredQuery.value = asked
      answered.value = { count: page.count, total: page.total, filtered }
      return page
    }
  })

  const asking = computed(() => answeredQuery.value !== query.value && problem.value === null)
  const askedLong = refDebounced(asking, patience)

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
    answered,
    /** The rows shown are not those of the query yet, and that for longer than a blink. */
    slow: computed(() => asking.value && askedLong.value),
    count: computed(() => answered.value?.count ?? null),
    selection,
    selectionProblem,
    /** Why the last reading failed; null once one has succeeded. */
    problem,
    failed(error: unknown): void {
      problem.value = problemOf(error)
    },
  }
}
