import { computed, shallowRef } from 'vue'
import {
  contactFilterSchema,
  type ContactFilter,
  type ContactQuery,
  type ContactSort,
} from '../../../src-shared/bridge/contacts'
import { parseField } from '../../lists/grid/field-words'
import { useListQuery } from '../../lists/grid/use-list-query'

const newest: ContactSort = { field: 'createdAt', direction: 'desc' }

/** What the list of contacts shows: search, filters, sort, and of which import, if of one. */
export function useContactQuery() {
  const list = useListQuery<ContactFilter, ContactSort>({
    usual: newest,
    filter: (filter) => contactFilterSchema.safeParse(filter).data ?? null,
    sort: ({ key, direction }) => {
      const field = parseField(key)
      return field && { field, direction }
    },
  })
  const of = shallowRef<ContactQuery['of']>()
  const query = computed<ContactQuery>(() => ({
    ...list.asked.value,
    ...(of.value ? { of: of.value } : {}),
  }))

  function widen(): void {
    list.widen()
    of.value = undefined
  }

  return {
    ...list,
    of,
    query,
    isNarrowed: computed(() => list.isNarrowed.value || of.value !== undefined),
    /** Lists everybody again, not the people of one import. */
    ofEverybody(): void {
      of.value = undefined
    },
    widen,
    clear(): void {
      list.search.value = ''
      widen()
    },
    /** Shows what a saved view keeps; null: everything. */
    show(saved: ContactQuery | null): void {
      list.show(saved)
      of.value = saved?.of
    },
  }
}

/** What {@link useContactQuery} answers. */
export type ContactQueryState = ReturnType<typeof useContactQuery>
