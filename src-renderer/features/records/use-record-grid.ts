import { computed, shallowRef } from 'vue'
import {
  recordFieldSchema,
  recordFilterSchema,
  type RecordConnection,
  type RecordField,
  type RecordQuery,
  type RecordRow,
} from '../../../src-shared/bridge/records'
import { recordColumnsKey } from '../../../src-shared/bridge/settings'
import { useBridge } from '../../bridge'
import { narrows, type GridSource } from '../../lists/grid/list-field'
import { useColumns } from '../../lists/grid/use-columns'
import { useHiddenRows } from '../../lists/grid/use-hidden-rows'
import { useListRows, type RowsKind } from '../../lists/grid/use-list-rows'
import { useViews } from '../../lists/grid/use-views'
import { growingColumn, ownRecordFields, parseRecordField, usualColumns } from './record-fields'
import type { RecordQueryState } from './use-record-query'
import { watchThrottled } from '@vueuse/core'
import type { DataField } from '../../../src-shared/bridge/contacts'

/** How often the keys are counted anew while the copy grows (milliseconds). */
const pause = 2000

/** The keys that occur in a connection's records. */
function useRecordFields(connection: () => RecordConnection) {
  const bridge = useBridge()
  const fields = shallowRef<DataField[]>([])
  watchThrottled(
    [() => connection().id, () => connection().revision] as const,
    async ([connectionId]) => {
      try {
        const answer = await bridge.records.fields({ connectionId })
        if (connectionId === connection().id) fields.value = answer.fields
      } catch {
        // The list itself says why the copy cannot be read; until then the keys known so far stay.
      }
    },
    // The first page of a first run brings the first columns: they are not waited for.
    { throttle: () => (fields.value.length === 0 ? 0 : pause), immediate: true },
  )
  return fields
}

/** The records of a query, how many there are, which of them are selected, and what of that is hidden. */
function useRecordList(connectionId: () => string, state: RecordQueryState) {
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

/** The grid of a connection's records: its rows, and what the grid's parts ask of it. */
export function useRecordGrid(connection: () => RecordConnection, state: RecordQueryState) {
  const { records } = useBridge()
  const known = useRecordFields(connection)
  // A connection is told anew whenever its reading moves on; the list begins anew only where it is another one.
  const id = computed(() => connection().id)
  const within = () => ({ connectionId: id.value })

  const { list, hidden } = useRecordList(() => id.value, state)
  const source = computed<GridSource>(() => ({
    own: ownRecordFields,
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
  const columns = useColumns<RecordField>({
    key: () => recordColumnsKey(id.value),
    known: () => known.value,
    parse: parseRecordField,
    usual: usualColumns,
    grows: growingColumn,
    tells: growingColumn,
    isSearched: () => state.search.value.trim() !== '',
  })
  const views = useViews<RecordQuery, RecordField>(
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
  return { known, state, list, hidden, source, columns, views }
}
