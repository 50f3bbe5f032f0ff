import { computed, ref, shallowRef } from 'vue'
import type { ContactFilter, ContactQuery, ContactSort } from '../../../src-shared/bridge/contacts'
import type { ListSort } from '../../components/list/column'
import { parseField } from './field-words'

const newest: ContactSort = { field: 'createdAt', direction: 'desc' }

/** What the list of contacts shows: search, filters, sort, and of which import, if of one. */
export function useContactQuery() {
  const search = ref('')
  const filters = shallowRef<ContactFilter[]>([])
  const sort = shallowRef<ContactSort>(newest)
  const of = shallowRef<ContactQuery['of']>()
  const query = computed<ContactQuery>(() => ({
    // The bridge takes no longer search; nobody types one.
    search: search.value.slice(0, 200),
    filters: filters.value,
    sort: sort.value,
    ...(of.value ? { of: of.value } : {}),
  }))

  return {
    search,
    filters,
    sort,
    of,
    query,
    isFiltered: computed(
      () => search.value.trim() !== '' || filters.value.length > 0 || of.value !== undefined,
    ),
    sortBy(wanted: ListSort): void {
      const field = parseField(wanted.key)
      if (field) sort.value = { field, direction: wanted.direction }
    },
    listSort: computed<ListSort>(() => ({ key: sort.value.field, direction: sort.value.direction })),
    /** Puts a filter in the place of another, or at the end where there was none. */
    put(filter: ContactFilter, at: number | null): void {
      const place = at ?? filters.value.length
      filters.value = [...filters.value.slice(0, place), filter, ...filters.value.slice(place + 1)]
    },
    drop(at: number): void {
      filters.value = filters.value.filter((_, index) => index !== at)
    },
    /** Lists everybody again, not the people of one import. */
    ofEverybody(): void {
      of.value = undefined
    },
    clear(): void {
      search.value = ''
      filters.value = []
      of.value = undefined
    },
    /** Shows what a saved view keeps; null: everything. */
    show(saved: ContactQuery | null): void {
      search.value = saved?.search ?? ''
      filters.value = saved?.filters ?? []
      sort.value = saved?.sort ?? newest
      of.value = saved?.of
    },
  }
}

/** What {@link useContactQuery} answers. */
export type ContactQueryState = ReturnType<typeof useContactQuery>
