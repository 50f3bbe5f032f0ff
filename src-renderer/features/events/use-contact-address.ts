import { computed, type ComputedRef } from 'vue'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'

/** The address of a contact, as people know them; their id until it was read, and where the copy does not have them. */
export function useContactAddress(id: () => string | null): ComputedRef<string> {
  const bridge = useBridge()
  // Events outlive their contact: then the id is all there is to say.
  const { answer } = useAnswer({
    async ask() {
      const wanted = id()
      return wanted === null ? null : bridge.contacts.get({ id: wanted })
    },
    changes: id,
  })
  return computed(() => (answer.value?.id === id() ? answer.value.email : (id() ?? '')))
}
