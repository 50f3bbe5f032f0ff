import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { SliceCache, type ListRange, type LoadSlice } from './slice-cache'

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
    /** Changes when rows have arrived: the count may stay as it was. */
    arrived: tick,
    problem,
    follow,
    row: (position: number): Row | undefined => cache.row(position),
    positionOf: (id: string) => cache.find((row) => options.idOf(row) === id),
    reload: () => cache.refresh(),
  }
}
