import { refDebounced } from '@vueuse/core'
import { computed, shallowRef, type Ref } from 'vue'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { useUndoToast } from '../../kit/state/undo-toast'
import { useSelection } from '../list/selection'
import type { LoadSlice } from '../list/slice-cache'

/** From when on an answer that has not come is said to be under way (milliseconds). */
const patience = 300

/** Where the rows of a list come from. */
interface RowsKind<Row, Query> {
  /** Another list, though the question reads the same. */
  key: () => unknown
  page(
    asked: { query: Query; slice: { offset: number; limit: number } },
    options: { signal: AbortSignal },
  ): Promise<{ rows: Row[]; count: number; total: number; revision: number }>
  freeze(query: Query): Promise<{ selectionId: string; count: number }>
  /** Whether a question leaves something out. */
  filtered(query: Query): boolean
}

/** The rows of a query, how many there are, and which of them are selected. */
export function useListRows<Row, Query>(query: Ref<Query>, kind: RowsKind<Row, Query>) {
  /** What the last answer said, and of which question: a new one is not yet answered while rows of the old are shown. */
  const answered = shallowRef<{ count: number; total: number; filtered: boolean } | null>(null)
  const answeredQuery = shallowRef<Query | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const selectionProblem = shallowRef<Problem | null>(null)

  const load = computed<LoadSlice<Row>>(() => {
    const asked = query.value
    void kind.key()
    return async (offset, limit, signal) => {
      const page = await kind.page({ query: asked, slice: { offset, limit } }, { signal })
      problem.value = null
      answeredQuery.value = asked
      answered.value = { count: page.count, total: page.total, filtered: kind.filtered(asked) }
      return page
    }
  })

  const asking = computed(() => answeredQuery.value !== query.value && problem.value === null)
  const askedLong = refDebounced(asking, patience)

  const selection = useSelection(async () => {
    selectionProblem.value = null
    try {
      return await kind.freeze(query.value)
    } catch (error) {
      selectionProblem.value = problemOf(error)
      return null
    }
  }, useUndoToast())

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
