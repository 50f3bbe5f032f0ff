import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { useBridge } from '../../bridge'

/** The address of a contact, as people know them; their id until it was read, and where the copy does not have them. */
export function useContactAddress(id: () => string | null): ComputedRef<string> {
  const bridge = useBridge()
  const found = shallowRef<{ id: string; email: string } | null>(null)

  watch(
    id,
    async (wanted) => {
      if (wanted === null) return
      try {
        const { email } = await bridge.contacts.get({ id: wanted })
        found.value = { id: wanted, email }
      } catch {
        // Events outlive their contact: then the id is all there is to say.
      }
    },
    { immediate: true },
  )
  return computed(() => (found.value?.id === id() ? found.value.email : (id() ?? '')))
}
