import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { RowSlots } from './rowSlots'
import { SliceCache, type ListRange, type LoadSlice } from './sliceCache'

/** A row as it is drawn: null where it is not there yet. */
export interface DrawnRow<Row> {
  /** Of the element that draws it. */
  key: number
  position: number
  row: Row | null
  id: string | null
}

/** The rows of a list, read around what is looked at. A new `load` function is a new query. */
export function useSlices<Row>(options: {
  load: () => LoadSlice<Row>
  revision: () => number | undefined
  idOf: (row: Row) => string
  onReplaced: (newQuery: boolean) => void
  onFailed: (error: unknown) => void
}) {
  const tick = shallowRef(0)
  const problem = shallowRef(false)
  let newQuery = false
  const cache = new SliceCache<Row>(options.load(), {
    changed(replaced) {
      problem.value = false
      // The owner looks at the old rows first, to keep its place by them.
      if (replaced) options.onReplaced(newQuery)
      if (replaced) newQuery = false
      tick.value++
    },
    failed(error) {
      problem.value = true
      options.onFailed(error)
    },
  })
  onScopeDispose(() => cache.dispose())
  const elements = new RowSlots()

  const count = computed(() => {
    void tick.value
    return cache.count
  })

  /** Follows what is looked at, the query and the revision. */
  function follow(range: Ref<ListRange>): void {
    watch(range, (view) => cache.show(view), { immediate: true })
    watch(options.load, (load) => {
      newQuery = true
      cache.replace(load, { first: 0, end: range.value.end - range.value.first })
    })
    watch(options.revision, (revision) => {
      if (revision !== undefined && revision !== cache.revision) cache.refresh()
    })
  }

  return {
    count,
    /** The last request failed; what was there is kept. */
    problem,
    follow,
    row: (position: number): Row | undefined => cache.row(position),
    positionOf: (id: string) => cache.find((row) => options.idOf(row) === id),
    reload: () => cache.refresh(),
    /** The rows of positions [first, end) as they are drawn. Before the first answer every row is one to come. */
    drawn(range: ListRange): DrawnRow<Row>[] {
      // Rows arrive without the count changing.
      void tick.value
      const end = Math.min(range.end, count.value ?? range.end)
      const rows: DrawnRow<Row>[] = []
      elements.follow(range)
      for (let position = range.first; position < end; position++) {
        const row = cache.row(position) ?? null
        rows.push({ key: elements.keyOf(position), position, row, id: row && options.idOf(row) })
      }
      return rows
    },
  }
}
