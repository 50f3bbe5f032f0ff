import type { Ref } from 'vue'
import type { Picked } from '../list/selection'
import type { GridSource, ListField, ListQuery } from './list-field'
import type { useColumns } from './use-columns'
import type { useHiddenRows } from './use-hidden-rows'
import type { useListQuery } from './use-list-query'
import type { useListRows } from './use-list-rows'
import type { ViewsState } from './use-views'

/** All that a screen that is a grid is made of: what is asked, what is answered, and how it is looked at. */
export interface Grid<Row extends { id: string } = { id: string }> {
  state: ReturnType<typeof useListQuery> & { query: Ref<ListQuery> }
  list: ReturnType<typeof useListRows<Row, unknown>>
  hidden: ReturnType<typeof useHiddenRows>
  source: Ref<GridSource>
  columns: ReturnType<typeof useColumns<ListField>>
  views: ViewsState
}

/** What of a grid is written to a file or handed over: the rows that are shown, and those that are selected. */
export function shownRows<Query>({
  state,
  list,
}: {
  state: { query: Ref<Query> }
  list: { count: Ref<number | null>; selection: { picked: Ref<Picked>; hidden: Ref<number> } }
}) {
  return {
    query: state.query.value,
    picked: list.selection.picked.value,
    matching: list.count.value ?? 0,
    hidden: list.selection.hidden.value,
  }
}
