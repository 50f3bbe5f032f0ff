import { computed, ref, shallowRef } from 'vue'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import type { ListSort } from '../list/column'
import { toggleChoice } from './facet-choice'
import type { FacetValue } from '../filter/value-form'
import { narrows, type ListField, type ListFilter, type ListQuery } from './list-field'

interface QueryKind<Filter extends ListFilter, Sort extends ListQuery['sort']> {
  /** The order nobody chose. */
  usual: Sort
  /** A condition as the list takes it; null where its field is of another list. */
  filter: (filter: ListFilter) => Filter | null
  sort: (wanted: ListSort) => Sort | null
}

/** What a list shows: search, filters and order. In one piece: every change is of the same four values. */
export function useListQuery<Filter extends ListFilter, Sort extends ListQuery['sort']>(
  kind: QueryKind<Filter, Sort>,
) {
  const search = ref('')
  const filters = shallowRef<Filter[]>([])
  const sort = shallowRef(kind.usual)
  const among = shallowRef<PickedRows>()

  function set(changed: readonly ListFilter[]): void {
    filters.value = changed.flatMap((filter) => kind.filter(filter) ?? [])
  }

  const asked = computed(() => ({
    // The bridge takes no longer search; nobody types one.
    search: search.value.slice(0, 200),
    filters: filters.value,
    sort: sort.value,
    ...(among.value ? { among: among.value } : {}),
  }))

  return {
    search,
    filters,
    sort,
    /** The rows that alone are listed; undefined: all. */
    among,
    asked,
    isFiltered: computed(() => narrows(asked.value)),
    /** Whether anything but the search leaves rows out. */
    isNarrowed: computed(() => filters.value.length > 0 || among.value !== undefined),
    sortBy(wanted: ListSort): void {
      sort.value = kind.sort(wanted) ?? sort.value
    },
    listSort: computed<ListSort>(() => ({ key: sort.value.field, direction: sort.value.direction })),
    /** Puts a filter in the place of another, or at the end where there was none. */
    put(filter: ListFilter, at: number | null): void {
      const place = at ?? filters.value.length
      set([...filters.value.slice(0, place), filter, ...filters.value.slice(place + 1)])
    },
    fill(changed: readonly ListFilter[]): void {
      set(changed)
    },
    drop(at: number): void {
      filters.value = filters.value.filter((_, index) => index !== at)
    },
    toggle(field: ListField, value: FacetValue): void {
      set(toggleChoice(filters.value, field, value))
    },
    /** Takes the filters away, and leaves the search. */
    widen(): void {
      filters.value = []
      among.value = undefined
    },
    /** Shows what a saved view keeps; null: everything. */
    show(saved: { search: string; filters: Filter[]; sort: Sort } | null): void {
      search.value = saved?.search ?? ''
      filters.value = saved?.filters ?? []
      sort.value = saved?.sort ?? kind.usual
      among.value = undefined
    },
  }
}
