import { refDebounced } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { ImportRow, RowFilter } from '../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useUndoToast } from '../../../kit/page/undo-toast'
import type { ListColumn } from '../../../lists/list/column'
import { pickLimit, useSelection } from '../../../lists/list/selection'
import { sliceLimit, type LoadSlice } from '../../../lists/list/slice-cache'
import { askRows } from './ask-rows'
import type { ReadRows } from './find-row'
import { cellIndex } from './row-columns'

/** Columns on either side of those that are drawn whose cells are read with them. */
const margin = 16

/** Which columns' cells are read: those drawn, some around them, and the address. Of a few columns these are all. */
export function columnsToRead(
  drawn: readonly number[],
  columns: readonly Pick<ListColumn, 'key'>[],
  address: number,
): number[] {
  const all = columns.map(({ key }) => cellIndex(key)).filter((index) => index !== null)
  const places = drawn.map((index) => all.indexOf(index)).filter((place) => place >= 0)
  if (places.length === 0) return [address]
  const [first, last] = [Math.min(...places), Math.max(...places)]
  return [...new Set([address, ...all.slice(Math.max(0, first - margin), last + 1 + margin)])]
}

/** How long the search rests before rows are asked for (milliseconds): a million of them are looked through. */
const rest = 150

/**
 * The rows of an import: which are shown, how many they are, and which of them are picked. A search is answered with what
 * is found first; when all is counted, `counted` is called, so that the rows are read again.
 * In one piece: all of it is about one query, whose change ends the rest.
 */
export function useRows(id: number, begin: RowFilter, onCounted: () => void) {
  const bridge = useBridge()
  const filter = shallowRef<RowFilter>(begin)
  const search = ref('')
  const settled = refDebounced(search, rest)
  const count = shallowRef<number | null>(null)
  const counted = shallowRef(true)
  const problem = shallowRef<Problem | null>(null)
  let columns: number[] = []
  /** The counting of a search that was answered before it was done. */
  let counting: { done: Promise<void>; stop: AbortController } | null = null

  const query = computed(() => ({ id, filter: filter.value, search: settled.value.slice(0, 200) }))
  type Query = typeof query.value

  function stopCounting(): void {
    counting?.stop.abort()
    counting = null
  }
  onScopeDispose(stopCounting)
  watch(query, stopCounting, { flush: 'sync' })

  async function countAll(asked: Query, stop: AbortController): Promise<void> {
    try {
      const slice = { offset: 0, limit: 1 }
      const all = await bridge.imports.rows({ ...asked, columns: [], slice }, { signal: stop.signal })
      if (stop.signal.aborted) return
      count.value = all.count
      counted.value = true
      onCounted()
    } catch (error) {
      if (!stop.signal.aborted) problem.value = problemOf(error)
    } finally {
      if (counting?.stop === stop) counting = null
    }
  }

  const load = computed<LoadSlice<ImportRow>>(() => {
    const asked = query.value
    return async (offset, limit, signal) => {
      const wanted = { ...asked, columns, slice: { offset, limit } }
      let page = await askRows(bridge.imports.rows, { ...wanted, soon: true }, { signal })
      // Nothing found so far is nothing to show.
      if (!page.counted && page.rows.length === 0)
        page = await askRows(bridge.imports.rows, wanted, { signal })
      problem.value = null
      if (asked !== query.value) return page
      count.value = page.count
      counted.value = page.counted
      if (!page.counted && counting === null) {
        const stop = new AbortController()
        counting = { stop, done: Promise.resolve() }
        counting.done = countAll(asked, stop)
      }
      return page
    }
  })

  /** Every row that is shown, picked one by one: as many as can be. */
  async function pickAll(): Promise<null> {
    const asked = query.value
    await counting?.done
    if ((count.value ?? 0) > pickLimit) {
      selection.refused.value = true
      return null
    }
    try {
      for (let offset = 0; offset < (count.value ?? 0); offset += sliceLimit) {
        const slice = { offset, limit: sliceLimit }
        const { rows } = await bridge.imports.rows({ ...asked, columns: [], slice })
        if (asked !== query.value) return null
        selection.set(
          rows.map(({ row }) => String(row)),
          true,
        )
      }
    } catch (error) {
      problem.value = problemOf(error)
    }
    return null
  }
  const selection = useSelection(pickAll, useUndoToast())
  // What is picked is what is seen: other rows begin anew.
  watch([filter, settled], () => selection.clear())

  return {
    filter,
    search,
    load,
    count,
    /** Whether `count` is all: else there may be more rows. */
    counted,
    selection,
    problem,
    failed(error: unknown): void {
      problem.value = problemOf(error)
    },
    /** Says which columns are drawn, by index. Answers whether cells are to be read that were not asked for last. */
    show(drawn: readonly number[], all: readonly ListColumn[], address: number): boolean {
      if (drawn.every((index) => columns.includes(index)) && columns.includes(address)) return false
      columns = columnsToRead(drawn, all, address)
      return true
    },
    /** Reads rows of another filter under the same search. */
    reading(other: RowFilter): ReadRows {
      return (offset, limit) =>
        askRows(bridge.imports.rows, {
          ...query.value,
          filter: other,
          columns,
          slice: { offset, limit: Math.min(limit, sliceLimit) },
        })
    },
  }
}
