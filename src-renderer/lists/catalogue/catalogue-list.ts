import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { Slice } from '../../../src-shared/bridge/base'
import type { CatalogueQuery } from '../../../src-shared/bridge/catalogue'
import type { CatalogueList } from '../../../src-shared/interface/catalogue'
import type { ListColumn, ListSort } from '../list/column'
import { screenOf } from '../../screens'
import { useLiveStore } from '../../stores/live'
import { useRowList } from '../list/row-list'

/** Milliseconds of rest before what is typed is searched for, and between two readings while the copy changes. */
const rest = { search: 120, copy: 700 } as const

/** What every row of a list of the catalogue says. */
export interface CatalogueRow {
  id: string
  name?: string
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

/** What the screen of a list says of it. */
interface CatalogueLook<Row> {
  /** What a row is called that has no `name`. */
  nameOf?: (row: Row) => string
  /** What it can be narrowed to besides a name. */
  kinds?: { label: string; options: readonly { value: string; label: string }[] }
  columns: readonly ListColumn[]
  /** What it is sorted by at first: what was changed last, without it. */
  first?: ListSort
}

/** A list of the catalogue: narrowed, sorted by `name`, `createdAt` or `updatedAt`, and how its rows are read. */
export function useCatalogueList<Row extends CatalogueRow>(
  list: CatalogueList,
  read: ReadCatalogue<Row>,
  look: CatalogueLook<Row>,
) {
  const live = useLiveStore()
  const { title, icon } = screenOf(list)
  const nameOf = look.nameOf ?? (({ name = '' }: Row) => name)
  const search = ref('')
  /** A type or a status; empty: any. */
  const kind = ref('')
  const sort = ref<ListSort>(look.first ?? { key: 'updatedAt', direction: 'desc' })
  const settled = refDebounced(search, rest.search)

  const query = computed<CatalogueQuery>(() => ({
    search: settled.value.trim(),
    kinds: kind.value === '' ? null : [kind.value],
    sort: { by: fieldOf(sort.value.key), direction: sort.value.direction },
  }))

  const { bound, load, page, problem, readAgain } = useRowList({
    asked: () => query.value,
    read: (asked, slice, options) => read({ query: asked, slice }, options),
    label: title,
    columns: look.columns,
    nameOf,
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
    of: list,
    kinds: look.kinds,
    columns: look.columns,
    nameOf,
    title,
    icon,
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
export type OpenCatalogue<Row extends CatalogueRow> = ReturnType<typeof useCatalogueList<Row>>

function fieldOf(key: string): CatalogueQuery['sort']['by'] {
  if (key === 'name') return 'name'
  return key === 'createdAt' ? 'created' : 'updated'
}
