import { refDebounced } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import type { Problem } from '../../../src-shared/problem'
import { problemOf } from '../../bridge'
import { useUndoToast } from '../../kit/page/undo-toast'
import { pickedCount, pickedRows, useSelection, type FrozenRows, type Picked } from '../list/selection'
import { sliceLimit, type FirstRows, type LoadSlice } from '../list/slice-cache'

/** From when on an answer that has not come is said to be under way (milliseconds). */
const patience = 300

/** What a list's rows are asked with. */
interface AskedRows<Query> {
  query: Query
  /** Which frozen set `outside` is said of. */
  selectionId?: string | undefined
}

/** Where the rows of a list come from. */
export interface RowsKind<Row, Query> {
  /** Another list, though the question reads the same. */
  key: () => unknown
  /** The first rows, for questions where they are known long before their number; null for others. */
  first?(
    asked: AskedRows<Query> & { limit: number },
    options: { signal: AbortSignal },
  ): Promise<FirstRows<Row> & { outside?: string[] | undefined }> | null
  page(
    asked: AskedRows<Query> & { slice: { offset: number; limit: number } },
    options: { signal: AbortSignal },
  ): Promise<{
    rows: Row[]
    count: number
    total: number
    revision: number
    outside?: string[] | undefined
  }>
  /** Keeps what a question finds, and `also` what was picked before. */
  freeze(query: Query, also?: PickedRows): Promise<FrozenRows>
  /** How many of the picked rows a question finds. */
  shown(
    asked: { query: Query; picked: PickedRows },
    options: { signal: AbortSignal },
  ): Promise<{ count: number }>
  /** Whether a question leaves something out. */
  filtered(query: Query): boolean
  /** The question in the same order that leaves nothing out. */
  bare(query: Query): Query
  /** A question among picked rows alone. */
  among(query: Query, picked: PickedRows): Query
}

const frozenId = (picked: Picked) => (picked.kind === 'frozen' ? picked.selectionId : undefined)

/** The rows of a query, how many there are, and which of them are selected. In one piece: all of it is of one query. */
export function useListRows<Row extends { id: string }, Query>(
  query: Ref<Query>,
  kind: RowsKind<Row, Query>,
) {
  /** What the last answer said, and of which question: a new one is not yet answered while rows of the old are shown. */
  const answered = shallowRef<{ count: number; total: number; filtered: boolean } | null>(null)
  const answeredQuery = shallowRef<Query | null>(null)
  const revision = shallowRef<number | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const selectionProblem = shallowRef<Problem | null>(null)
  /** Grows where rows were read before it was known which selection they may be outside of. */
  const again = shallowRef(0)

  // What it is read from comes anew with every push, and a list that is another begins at its top.
  const key = computed(kind.key)

  const load = computed<LoadSlice<Row>>(() => {
    const asked = query.value
    void key.value
    void again.value
    return async (offset, limit, signal, early) => {
      if (offset === 0 && early) void readFirst(asked, limit, signal, early)
      for (;;) {
        const selectionId = frozenId(selection.picked.value)
        const page = await kind.page({ query: asked, slice: { offset, limit }, selectionId }, { signal })
        if (!learn(selectionId, page)) continue
        problem.value = null
        answeredQuery.value = asked
        revision.value = page.revision
        answered.value = { count: page.count, total: page.total, filtered: kind.filtered(asked) }
        return page
      }
    }
  })

  /** Takes in which rows the selection lacks; false where another one was made meanwhile. */
  function learn(
    selectionId: string | undefined,
    page: { rows: Row[]; outside?: string[] | undefined },
  ): boolean {
    if (selectionId !== frozenId(selection.picked.value)) return false
    selection.learn(
      selectionId,
      page.rows.map(({ id }) => id),
      page.outside ?? [],
    )
    return true
  }

  async function readFirst(
    asked: Query,
    limit: number,
    signal: AbortSignal,
    early: (first: FirstRows<Row>) => void,
  ): Promise<void> {
    const selectionId = frozenId(selection.picked.value)
    // Where it fails the whole page fails as well, which is told.
    const first = await kind.first?.({ query: asked, limit, selectionId }, { signal })?.catch(() => null)
    if (first && !signal.aborted && learn(selectionId, first)) early(first)
  }

  const asking = computed(() => answeredQuery.value !== query.value && problem.value === null)
  const askedLong = refDebounced(asking, patience)

  /** Asks about rows to be selected; where that fails, it is told in the foot. */
  async function askOfSelection<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    selectionProblem.value = null
    try {
      return await ask()
    } catch (error) {
      selectionProblem.value = problemOf(error)
      return null
    }
  }

  async function keep(asked: Query, also?: PickedRows): Promise<FrozenRows | null> {
    const seen = query.value
    const frozen = await askOfSelection(() => kind.freeze(asked, also))
    if (seen !== query.value) again.value += 1
    return frozen
  }

  async function readIds(asked: Query): Promise<string[]> {
    const { signal } = new AbortController()
    const ids: string[] = []
    for (;;) {
      const slice = { offset: ids.length, limit: sliceLimit }
      const { rows } = await kind.page({ query: asked, slice }, { signal })
      ids.push(...rows.map(({ id }) => id))
      if (rows.length < sliceLimit) return ids
    }
  }

  const selection = useSelection(
    (before) => keep(query.value, pickedCount(before) > 0 ? pickedRows(before) : undefined),
    useUndoToast(),
    (ids, before) => keep(kind.among(kind.bare(query.value), { kind: 'ids', ids }), pickedRows(before)),
  )
  watch(selection.isKnown, (known) => {
    if (!known) again.value += 1
  })

  return {
    load,
    answered,
    /** Of the copy, as the last answer said. */
    revision,
    /** Keeps what a question finds; null where that failed, which the foot says. */
    freeze(asked: Query): Promise<FrozenRows | null> {
      return keep(asked)
    },
    /** The ids of all that a question finds; null where that failed, which the foot says. */
    idsOf(asked: Query): Promise<string[] | null> {
      return askOfSelection(() => readIds(asked))
    },
    /** The rows shown are not those of the query yet, and that for longer than a blink. */
    slow: computed(() => asking.value && askedLong.value),
    count: computed(() => answered.value?.count ?? null),
    selection,
    selectionProblem,
    problem,
    failed(error: unknown): void {
      problem.value = problemOf(error)
    },
  }
}
