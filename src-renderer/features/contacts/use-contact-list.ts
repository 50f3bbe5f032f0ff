import type { Ref } from 'vue'
import type { ContactQuery, ContactRow } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { useListRows } from '../../lists/grid/use-list-rows'
import { useLiveStore } from '../../stores/live'

/** The contacts of a query, how many there are, and which of them are selected. */
export function useContactList(query: Ref<ContactQuery>) {
  const { contacts } = useBridge()
  const live = useLiveStore()
  return useListRows<ContactRow, ContactQuery>(query, {
    key: () => live.current?.id,
    page: (asked, options) => contacts.page(asked, options),
    freeze: (asked) => contacts.freeze({ query: asked }),
    filtered: (asked) => asked.search.trim() !== '' || asked.filters.length > 0 || asked.of !== undefined,
  })
}
