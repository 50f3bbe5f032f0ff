import { ref, watch, type Ref } from 'vue'
import type { Problem } from '../../../src-shared/problem'

/** Whether a person lets a key travel unencrypted to the address of a form. */
interface Unencrypted {
  /** The core refused to send it without being told so: the choice is shown. */
  asked: Ref<boolean>
  agreed: Ref<boolean>
}

/** An {@link Unencrypted} for the address of a form, asked for by one of its problems. Another address asks anew. */
export function useUnencrypted(
  address: () => string,
  problems: () => readonly (Problem | null)[],
): Unencrypted {
  const asked = ref(false)
  const agreed = ref(false)
  watch(address, () => {
    asked.value = false
    agreed.value = false
  })
  watch(problems, (now) => {
    if (now.some((problem) => problem?.code === 'address_unencrypted')) asked.value = true
  })
  return { asked, agreed }
}
