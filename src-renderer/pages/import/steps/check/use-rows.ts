import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ImportRow, RowFilter } from '../../../../../src-shared/bridge/imports'
import type { Problem } from '../../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../../bridge'
import { pickLimit, useSelection } from '../../../../components/list/selection'
import { sliceLimit, type LoadSlice } from '../../../../components/list/slice-cache'
import type { ReadRows } from './find-row'

/** How long the search rests before rows are asked for (milliseconds): a million of them are looked through. */
const rest = 150

/** The rows of an import: which are shown, how many they are, and which of them are picked. */
export function useRows(id: number, begin: RowFilter) {
  const bridge = useBridge()
  const filter = shallowRef<RowFilter>(begin)
  const search = ref('')
  const settled = refDebounced(search, rest)
  const count = shallowRef<number | null>(null)
  const problem = shallowRef<Problem | null>(null)

  const load = computed<LoadSlice<ImportRow>>(() => {
    const asked = { id, filter: filter.value, search: settled.value.slice(0, 200) }
    return async (offset, limit, signal) => {
      const page = await bridge.imports.rows({ ...asked, slice: { offset, limit } }, { signal })
      problem.value = null
      count.value = page.count
      return page
    }
  })

  /** Every row that is shown, picked one by one: as many as can be. */
  async function pickAll(): Promise<null> {
    if ((count.value ?? 0) > pickLimit) {
      selection.refused.value = true
      return null
    }
    try {
      for (let offset = 0; offset < (count.value ?? 0); offset += sliceLimit) {
        const { rows } = await load.value(offset, sliceLimit, new AbortController().signal)
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
  const selection = useSelection(pickAll)
  // What is picked is what is seen: other rows begin anew.
  watch([filter, settled], () => selection.clear())

  return {
    filter,
    search,
    load,
    count,
    selection,
    /** Why the last reading failed; null once one has succeeded. */
    problem,
    failed(error: unknown): void {
      problem.value = problemOf(error)
    },
    /** Reads rows of another filter under the same search. */
    reading(other: RowFilter): ReadRows {
      return (offset, limit) =>
        bridge.imports.rows({
          id,
          filter: other,
          search: settled.value.slice(0, 200),
          slice: { offset, limit: Math.min(limit, sliceLimit) },
        })
    },
  }
}
