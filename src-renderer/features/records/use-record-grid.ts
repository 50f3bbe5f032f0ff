import { computed, ref } from 'vue'
import {
  recordFieldSchema,
  recordFilterSchema,
  type RecordColumn,
  type RecordConnection,
  type RecordQuery,
  type RecordRow,
  recordSortSchema,
  type RecordField,
  type RecordFilter,
  type RecordSort,
} from '../../../src-shared/bridge/records'
import { recordColumnsKey } from '../../../src-shared/bridge/settings'
import { useBridge } from '../../bridge'
import { narrows, type GridSource } from '../../lists/grid/list-field'
import { dataColumnsBackwards } from '../../lists/grid/columns'
import { useColumns } from '../../lists/grid/use-columns'
import { useHiddenRows } from '../../lists/grid/use-hidden-rows'
import { useListRows, type RowsKind } from '../../lists/grid/use-list-rows'
import { useViews } from '../../lists/grid/use-views'
import {
  growingColumn,
  namingField,
  ownRecordFields,
  parseRecordColumn,
  recordName,
  usualColumns,
} from './record-fields'
import { useNamingField, useRecordFields } from './use-record-fields'
import { useListQuery } from '../../lists/grid/use-list-query'
import type { ListSort } from '../../lists/list/column'

/** As the service lists them. */
const listed: RecordSort = { field: 'order', direction: 'asc' }

/** What the list of records shows: search, filters, order, and whether only what changed since the last hand-over. `naming`: what the names are sorted by. */
function useRecordQuery(naming: () => RecordField) {
  const list = useListQuery<RecordFilter, RecordSort>({
    usual: listed,
    filter: (filter) => recordFilterSchema.safeParse(filter).data ?? null,
    sort: ({ key, direction }) =>
      recordSortSchema.safeParse({ field: key === 'name' ? naming() : key, direction }).data ?? null,
  })
  const sinceLast = ref(false)
  const query = computed<RecordQuery>(() => ({ ...list.asked.value, sinceLast: sinceLast.value }))

  return {
    ...list,
    sinceLast,
    query,
    listSort: computed<ListSort>(() => {
      const { key, direction } = list.listSort.value
      return { key: key === naming() ? 'name' : key, direction }
    }),
    isNarrowed: computed(() => list.isNarrowed.value || sinceLast.value),
    widen(): void {
      list.widen()
      sinceLast.value = false
    },
    /** Shows what a saved view keeps; null: everything. */
    show(saved: RecordQuery | null): void {
      list.show(saved)
      sinceLast.value = saved?.sinceLast ?? false
    },
  }
}

function useRecordList(connectionId: () => string, state: ReturnType<typeof useRecordQuery>) {
  const { records } = useBridge()
  const within = () => ({ connectionId: connectionId() })
  const kind: RowsKind<RecordRow, RecordQuery> = {
    key: connectionId,
    page: (asked, options) => records.page({ ...within(), ...asked }, options),
    freeze: (query, also) => records.freeze({ ...within(), query, also }),
    shown: (asked, options) => records.shown({ ...within(), ...asked }, options),
    filtered: (asked) => narrows(asked) || asked.sinceLast,
    bare: ({ sort }) => ({ search: '', filters: [], sort, sinceLast: false }),
    among: (query, among) => ({ ...query, among }),
  }
  const list = useListRows(state.query, kind)
  return { list, hidden: useHiddenRows<RecordRow, RecordQuery>(state, list, kind) }
}

/** The grid of a connection's records: its rows, what they are called, and what the grid's parts ask of it. */
export function useRecordGrid(connection: () => RecordConnection) {
  const { records } = useBridge()
  const { fields: known, widths } = useRecordFields(connection)
  const chosen = useNamingField(() => connection().id)
  const naming = computed(() => namingField(chosen.value, known.value))
  const state = useRecordQuery(() => naming.value)
  // A connection is told anew whenever its reading moves on; the list begins anew only where it is another one.
  const id = computed(() => connection().id)
  const within = () => ({ connectionId: id.value })

  const { list, hidden } = useRecordList(() => id.value, state)
  const source = computed<GridSource>(() => ({
    own: ownRecordFields,
    shows: ['name'],
    known: known.value,
    count: async (asked, options) => {
      const filters = recordFilterSchema.array().parse(asked.filters)
      const fields = recordFieldSchema.array().parse(asked.fields)
      const query = { ...state.query.value, filters }
      const { limit, containing } = asked
      return (await records.facets({ ...within(), query, fields, limit, containing }, options)).facets
    },
    matching: async (wanted, options) => {
      const query = { ...state.query.value, filters: recordFilterSchema.array().parse(wanted) }
      return (await records.page({ ...within(), query, slice: { offset: 0, limit: 1 } }, options)).count
    },
    takesMissing: true,
    rows: { one: 'record' },
    revision: () => connection().revision,
  }))
  const columns = useColumns<RecordColumn>({
    key: () => recordColumnsKey(id.value),
    known: () => known.value,
    parse: parseRecordColumn,
    usual: (fields, wide) => usualColumns(fields, wide, chosen.value),
    leaving: dataColumnsBackwards,
    grows: growingColumn,
    tells: growingColumn,
    isSearched: () => state.search.value.trim() !== '',
    fits: (field) => widths.value.get(field),
  })
  const views = useViews<RecordQuery, RecordColumn>(
    {
      key: () => id.value,
      list: () => records.views(within()),
      save: (view) => records.saveView({ ...within(), view }),
      remove: (id) => records.removeView({ ...within(), id }),
    },
    () => ({ query: hidden.narrowed.value, columns: columns.fields.value }),
    (view) => {
      state.show(view?.query ?? null)
      if (view) columns.showFields(view.columns)
    },
  )
  return {
    known,
    state,
    list,
    hidden,
    source,
    columns,
    views,
    /** The field that names records, as it was chosen; null: the first of the usual that is filled. */
    chosen,
    /** The fields of the columns, as they are written to a file. */
    exported: computed(() => [
      ...new Set(columns.fields.value.map((field) => (field === 'name' ? naming.value : field))),
    ]),
    nameOf: (row: Pick<RecordRow, 'id' | 'data'>) => recordName(row, chosen.value),
  }
}
