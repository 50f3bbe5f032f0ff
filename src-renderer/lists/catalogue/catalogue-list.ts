import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { Slice } from '../../../src-shared/bridge/base'
import type { CatalogueQuery } from '../../../src-shared/bridge/catalogue'
import type { CatalogueList } from '../../../src-shared/interface/catalogue'
import type { ListSort } from '../list/column'
import { useLiveStore } from '../../stores/live'
import { useRowList } from '../list/row-list'

/** Milliseconds of rest before what is typed is searched for, and between two readings while the copy changes. */
const rest = { search: 120, copy: 700 } as const

/** What every row of a list of the catalogue says. */
export interface CatalogueRow {
  id: string
  createdAt: number | null
  updatedAt: number | null
}

/** A slice of a list of the catalogue, as the core answers it. */
export interface CataloguePage<Row> {
  rows: Row[]
  count: number
  total: number
  asOf: number | null
}

/** Asks the core for a slice. */
type ReadCatalogue<Row> = (
  input: { query: CatalogueQuery; slice: Slice },
  options: { signal: AbortSignal },
) => Promise<CataloguePage<Row>>

/** A list of the catalogue: narrowed, sorted by `name`, `createdAt` or `updatedAt`, and how its rows are read. */
export function useCatalogueList<Row>(
  list: CatalogueList,
  read: ReadCatalogue<Row>,
  first: ListSort = { key: 'updatedAt', direction: 'desc' },
) {
  const live = useLiveStore()
  const search = ref('')
  /** A type or a status; empty: any. */
  const kind = ref('')
  const sort = ref<ListSort>(first)
  const settled = refDebounced(search, rest.search)

  const query = computed<CatalogueQuery>(() => ({
    search: settled.value.trim(),
    kinds: kind.value === '' ? null : [kind.value],
    sort: { by: fieldOf(sort.value.key), direction: sort.value.direction },
  }))

  const { bound, load, page, problem, readAgain } = useRowList({
    asked: () => query.value,
    read: (asked, slice, options) => read({ query: asked, slice }, options),
    changes: () => live.copyKey,
    pauseMs: rest.copy,
  })

  function clear(): void {
    search.value = ''
    kind.value = ''
  }

  const reading = computed(() =>
    (live.sync?.resources ?? []).some(({ resource, run }) => resource === list && run !== null),
  )

  return {
    search,
    kind,
    sort,
    bound,
    load,
    readAgain,
    /** What the last answer said; null before the first. */
    known: page,
    problem,
    /** The list was never copied: nobody knows what there is. */
    neverRead: computed(() => page.value?.total === 0 && page.value.asOf === null),
    reading,
    narrowed: computed(() => query.value.search !== '' || kind.value !== ''),
    clear,
  }
}

/** What {@link useCatalogueList} answers. */
export type OpenCatalogue<Row> = ReturnType<typeof useCatalogueList<Row>>

function fieldOf(key: string): CatalogueQuery['sort']['by'] {
  if (key === 'name') return 'name'
  return key === 'createdAt' ? 'created' : 'updated'
}
