import { computed, ref } from 'vue'
import {
  recordFilterSchema,
  recordSortSchema,
  type RecordField,
  type RecordFilter,
  type RecordQuery,
  type RecordSort,
} from '../../../src-shared/bridge/records'
import { useListQuery } from '../../lists/grid/use-list-query'
import type { ListSort } from '../../lists/list/column'

/** As the service lists them. */
const listed: RecordSort = { field: 'order', direction: 'asc' }

/** What the list of records shows: search, filters, order, and whether only what changed since the last hand-over. `naming`: what the names are sorted by. */
export function useRecordQuery(naming: () => RecordField) {
  const list = useListQuery<RecordFilter, RecordSort>({
    usual: listed,
    filter: (filter) => recordFilterSchema.safeParse(filter).data ?? null,
    sort: ({ key, direction }) =>
      recordSortSchema.safeParse({ field: key === 'name' ? naming() : key, direction }).data ?? null,
  })
  const sinceLast = ref(false)
  const query = computed<RecordQuery>(() => ({ ...list.asked.value, sinceLast: sinceLast.value }))

  return {
    ...list,
    sinceLast,
    query,
    listSort: computed<ListSort>(() => {
      const { key, direction } = list.listSort.value
      return { key: key === naming() ? 'name' : key, direction }
    }),
    isNarrowed: computed(() => list.isNarrowed.value || sinceLast.value),
    widen(): void {
      list.widen()
      sinceLast.value = false
    },
    /** Shows what a saved view keeps; null: everything. */
    show(saved: RecordQuery | null): void {
      list.show(saved)
      sinceLast.value = saved?.sinceLast ?? false
    },
  }
}

/** What {@link useRecordQuery} answers. */
export type RecordQueryState = ReturnType<typeof useRecordQuery>
