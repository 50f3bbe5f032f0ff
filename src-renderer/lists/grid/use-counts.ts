import { onScopeDispose, shallowRef, watch } from 'vue'
import type { GridSource, ListFilter } from './list-field'

/** How many rows each of some filters would leave beside `rest`: null of one that was not counted, or could not be. */
export function useCounts(asked: () => { source: GridSource; rest: ListFilter[]; filters: ListFilter[] }) {
  const counts = shallowRef<ReadonlyMap<string, number>>(new Map())
  let asking: AbortController | null = null
  watch(
    () => JSON.stringify([asked().rest, asked().filters, asked().source.revision()]),
    async () => {
      asking?.abort()
      const { source, rest, filters } = asked()
      if (filters.length === 0) return
      const { signal } = (asking = new AbortController())
      const count = async (filter: ListFilter): Promise<[string, number]> => [
        JSON.stringify(filter),
        await source.matching([...rest, filter], { signal }),
      ]
      // What is counted is offered without counts all the same.
      const found = await Promise.all(filters.map(count)).catch(() => [])
      if (!signal.aborted) counts.value = new Map(found)
    },
    { immediate: true },
  )
  onScopeDispose(() => asking?.abort())
  return (filter: ListFilter): number | null => counts.value.get(JSON.stringify(filter)) ?? null
}
