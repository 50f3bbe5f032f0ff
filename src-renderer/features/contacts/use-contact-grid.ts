import { computed, watch } from 'vue'
import {
  type ContactColumn,
  type ContactQuery,
  type SavedView,
  contactFieldSchema,
  contactFilterSchema,
  type DataField,
  type ContactRow,
} from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { ownFields, parseColumn, parseField, dataField, dataKey } from '../../lists/grid/field-words'
import { narrows, type GridSource } from '../../lists/grid/list-field'
import { useColumns } from '../../lists/grid/use-columns'
import { useViews } from '../../lists/grid/use-views'
import { rememberOpened } from '../../stores/recent'
import { useLiveStore } from '../../stores/live'
import type { ContactQueryState } from './use-contact-query'
import { useFieldsStore } from './use-fields'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { dataColumnsBackwards, type ColumnState } from '../../lists/grid/columns'
import { useHiddenRows } from '../../lists/grid/use-hidden-rows'
import { useListRows, type RowsKind } from '../../lists/grid/use-list-rows'

function useContactList(state: ContactQueryState) {
  const { contacts } = useBridge()
  const live = useLiveStore()
  const kind: RowsKind<ContactRow, ContactQuery> = {
    key: () => live.currentId,
    first: (asked, options) => (asked.query.search.trim() === '' ? null : contacts.first(asked, options)),
    page: (asked, options) => contacts.page(asked, options),
    freeze: (query, also) => contacts.freeze({ query, also }),
    shown: (asked, options) => contacts.shown(asked, options),
    filtered: (asked) => narrows(asked) || asked.of !== undefined,
    bare: ({ sort }) => ({ search: '', filters: [], sort }),
    among: (query, among) => ({ ...query, among }),
  }
  const list = useListRows(state.query, kind)
  return { list, hidden: useHiddenRows<ContactRow, ContactQuery>(state, list, kind) }
}

/** Keys that name a person, the best first. */
const nameKeys = ['name', 'fullName', 'firstName']

/** The columns of a profile that has chosen none: wide windows, whose facets tell who is subscribed, show two keys and the last event for it. */
export function defaultColumns(known: readonly DataField[], wide: boolean): ColumnState[] {
  const name = nameKeys.find((key) => known.some((field) => field.key === key))
  const others = known
    .filter(({ key, types }) => !nameKeys.includes(key) && (types[0] === 'text' || types[0] === 'number'))
    .slice(0, wide ? 2 : 0)
  const fields: ContactColumn[] = [
    'email',
    ...(name ? [dataField(name)] : []),
    ...(wide ? [] : (['subscribed'] as const)),
    'verdict',
    ...others.map(({ key }) => dataField(key)),
    ...(wide ? (['lastEvent'] as const) : []),
    'createdAt',
  ]
  return fields.map((field) => ({ field, width: null }))
}

/** The column with the name; where there is none, the address, else the first. */
export function namingColumn(shown: readonly ColumnState[]): ColumnState['field'] | null {
  const wanted = [...nameKeys.map(dataField), 'email' as const]
  return wanted.find((field) => shown.some((state) => state.field === field)) ?? shown[0]?.field ?? null
}

const contactFacets = async (
  contacts: Bridge['contacts'],
  query: ContactQuery,
  ...[asked, options]: Parameters<GridSource['count']>
) => {
  const filters = contactFilterSchema.array().parse(asked.filters)
  const fields = contactFieldSchema.array().parse(asked.fields)
  const { limit, containing } = asked
  const answer = await contacts.facets({ query: { ...query, filters }, fields, limit, containing }, options)
  return answer.facets
}

/** How many campaigns a day can be chosen by. */
const mostCampaigns = 1

async function newestCampaigns(campaigns: Bridge['campaigns']) {
  const { rows } = await campaigns.page({
    query: { search: '', kinds: ['SENT'], sort: { by: 'updated', direction: 'desc' } },
    slice: { offset: 0, limit: mostCampaigns },
  })
  return rows.flatMap(({ name, sentAt }) => (sentAt === null ? [] : [{ label: name, at: sentAt }]))
}

/** The grid of the contacts: its rows, and what the grid's parts ask of it. */
export function useContactGrid(state: ContactQueryState) {
  const { contacts, campaigns } = useBridge()
  const live = useLiveStore()
  const known = useFieldsStore()
  const { list, hidden } = useContactList(state)

  const source = computed<GridSource>(() => ({
    own: ownFields,
    shows: ['lastEvent'],
    known: known.fields,
    inner: known.inner,
    events: known.events,
    look: () => void known.look(),
    count: (asked, options) => contactFacets(contacts, state.query.value, asked, options),
    matching: async (wanted, options) => {
      const filters = contactFilterSchema.array().parse(wanted)
      const asked = { query: { ...state.query.value, filters }, slice: { offset: 0, limit: 1 } }
      return (await contacts.page(asked, options)).count
    },
    takesMissing: true,
    rows: { one: 'person' },
    since: () => newestCampaigns(campaigns),
    revision: () => live.copyKey,
  }))
  // Of a key within another it is not known before what it holds.
  const asksWithin = computed(() =>
    state.filters.value.some(({ field }) => {
      const key = dataKey(field)
      return key !== null && key.includes('.') && !known.fields.some((one) => one.key === key)
    }),
  )
  watch(asksWithin, (asks) => asks && void known.look(), { immediate: true })
  const columns = useColumns<ContactColumn>({
    key: () => live.currentId ?? null,
    known: () => known.fields,
    parse: parseColumn,
    usual: defaultColumns,
    leaving: (shown) => ['subscribed', ...dataColumnsBackwards(shown)],
    grows: () => 'email',
    tells: namingColumn,
    isSearched: () => state.search.value.trim() !== '',
  })
  const views = useViews<ContactQuery, ContactColumn>(
    {
      key: () => live.currentId,
      list: () => contacts.views(),
      save: (view) => contacts.saveView(view),
      remove: (id) => contacts.removeView({ id }),
      share: computed(() =>
        live.team?.shared ? (id, shared) => contacts.shareView({ id, shared }) : undefined,
      ),
      changes: () => live.team?.revision,
    },
    () => ({ query: hidden.narrowed.value, columns: columns.fields.value }),
    (view: SavedView | null) => {
      state.show(view?.query ?? null)
      if (view) columns.showFields(view.columns)
    },
  )
  // What others share may be gone tomorrow.
  rememberOpened('view', () => (views.current.value?.by === null ? views.current.value.id : null))
  /** The columns that can be written to a file. */
  const written = computed(() => columns.fields.value.flatMap((column) => parseField(column) ?? []))
  return { state, list, hidden, source, columns, written, views }
}
