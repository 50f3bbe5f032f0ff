import { t } from '../../../src-shared/messages/message'
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { problemOf } from '../../bridge'
import { useUndoToast } from '../../kit/page/undo-toast'
import { pickedCount, pickedRows } from '../list/selection'
import type { ListQuery } from './list-field'
import type { RowsKind, useListRows } from './use-list-rows'

/** What a list shows, as far as a selection may take its place. */
interface NarrowedList<Query> {
  query: Readonly<Ref<Query>>
  among: Ref<ListQuery['among']>
  search: Ref<string>
  widen(): void
  show(query: Query): void
}

type Rows<Row extends { id: string }, Query> = ReturnType<typeof useListRows<Row, Query>>

/** Tells the selection how much of it the list hides, anew whenever that may be another number. */
function useHiddenCount<Row extends { id: string }, Query>(
  query: Readonly<Ref<Query>>,
  { selection, selectionProblem, revision }: Rows<Row, Query>,
  kind: Pick<RowsKind<Row, Query>, 'shown' | 'filtered'>,
) {
  let asking: AbortController | null = null

  async function count(): Promise<void> {
    asking?.abort()
    const asked = { query: query.value, picked: pickedRows(selection.picked.value) }
    const all = pickedCount(selection.picked.value)
    if (all === 0) selectionProblem.value = null
    if (all === 0 || !kind.filtered(asked.query)) {
      selection.hidden.value = 0
      return
    }
    const request = new AbortController()
    asking = request
    try {
      const shown = await kind.shown(asked, { signal: request.signal })
      if (!request.signal.aborted) selection.hidden.value = all - shown.count
    } catch (error) {
      if (!request.signal.aborted) selectionProblem.value = problemOf(error)
    }
  }
  watch([query, selection.picked, revision], count)
  onScopeDispose(() => asking?.abort())
}

/** What a search or filters hide of a selection, and the two ways out: it is dropped, or all of it is shown. */
export function useHiddenRows<Row extends { id: string }, Query extends ListQuery>(
  state: NarrowedList<Query>,
  list: Rows<Row, Query>,
  kind: Pick<RowsKind<Row, Query>, 'shown' | 'filtered' | 'bare' | 'among'>,
) {
  const { selection } = list
  const offerUndo = useUndoToast()
  /** What the list was narrowed to before the selection took the place of that. */
  const before = shallowRef<Query | null>(null)
  /** What alone is shown, where it is not the selection. */
  const said = shallowRef<string | null>(null)
  const picked = (query: Query) => kind.among(query, pickedRows(selection.picked.value))
  useHiddenCount(state.query, list, kind)

  /** Shows rows that are kept, and nothing else, in the place of the search and the filters. */
  function showOnly({ selectionId }: { selectionId: string }, words: string | null): void {
    const narrowed = state.query.value
    if (narrowed.among === undefined) before.value = narrowed
    said.value = words
    state.search.value = ''
    state.widen()
    state.among.value = { kind: 'frozen', selectionId, except: [] }
  }

  return {
    said,
    showOnly,
    /** What a view keeps of the list: what it is narrowed to, or was before the selection took the place of that. */
    narrowed: computed(() => (state.among.value && before.value) ?? state.query.value),
    /** Drops what is hidden. */
    async keepShown(): Promise<void> {
      const shown = picked(state.query.value)
      const all = selection.picked.value
      const count = selection.hidden.value
      if (selection.picked.value.kind === 'frozen') {
        const frozen = await list.freeze(shown)
        if (!frozen) return
        selection.narrow(frozen)
      } else {
        const ids = await list.idsOf(shown)
        if (!ids) return
        selection.narrow({ ids })
      }
      offerUndo(t('lists.selection.countNoLongerSelected', { count }), () => (selection.picked.value = all))
    },
    /** Shows the selection, and nothing else, in the place of the search and the filters. */
    async showAll(): Promise<void> {
      const frozen = await list.freeze(picked(kind.bare(state.query.value)))
      if (!frozen) return
      selection.take(frozen)
      showOnly(frozen, null)
    },
    /** Shows again what the list was narrowed to before, in the order that it has now. */
    showBefore(): void {
      const { sort } = state.query.value
      if (before.value) state.show({ ...before.value, sort })
      else state.among.value = undefined
      before.value = null
    },
  }
}
