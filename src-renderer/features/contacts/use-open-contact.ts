import { ref, watch, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { fieldFilters, importedPeople, verdictFilters } from './link-filters'

/** Which contact is open beside the list. What links say in the address (links.ts) is taken over, and leaves it. */
export function useOpenContact(host: {
  query: Ref<ContactQuery>
  search: (text: string) => void
  filter: (filters: ContactFilter[]) => void
  of: (people: ContactQuery['of']) => void
  among: (selectionId: string) => void
  show: (position: number) => void
  view: (id: string) => void
}) {
  const bridge = useBridge()
  const route = useRoute()
  const router = useRouter()
  const id = ref<string | null>(null)
  const adding = ref(false)

  /** Opens a contact and, where it is among those listed, scrolls to it. */
  async function reveal(wanted: string): Promise<void> {
    id.value = wanted
    try {
      const { position } = await bridge.contacts.locate({ query: host.query.value, id: wanted })
      if (position !== null && id.value === wanted) host.show(position)
    } catch {
      // The panel says by itself why the contact cannot be read; the list stays where it is.
    }
  }

  watch(
    () => route.query,
    (query) => {
      if (route.name !== 'contacts') return
      const { open, search, add, verdict, subscribed, among } = query
      const people = importedPeople(query)
      const having = fieldFilters(query)
      const { view } = query
      const parts = [open, search, add, verdict, people, among, having, view]
      if (parts.every((part) => part === undefined)) return
      if (typeof search === 'string') host.search(search)
      if (typeof verdict === 'string') host.filter(verdictFilters(verdict, subscribed !== undefined))
      if (people) host.of(people)
      if (typeof among === 'string') host.among(among)
      if (having) host.filter(having)
      if (typeof view === 'string') host.view(view)
      if (typeof open === 'string') void reveal(open)
      if (add !== undefined) adding.value = true
      void router.replace({ name: 'contacts' })
    },
    { immediate: true },
  )

  return {
    id,
    adding,
    added(contactId: string): void {
      adding.value = false
      void reveal(contactId)
    },
  }
}
