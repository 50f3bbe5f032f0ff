import { refDebounced } from '@vueuse/core'
import { computed, type ComputedRef, type Ref } from 'vue'
import type { ContactPage } from '../../src-shared/bridge/contacts'
import { useBridge } from '../bridge'
import { useAnswer } from '../kit/state/answer'

const shown = 5

/** Milliseconds of rest before the copy is asked: a fast typist's letters are one question. */
const rest = 60

/** The contacts that a search finds in the copy; null while there is nothing to search for or no copy to ask. */
export function useContactMatches(search: Ref<string>): {
  page: Ref<ContactPage | null>
  failed: ComputedRef<string | null>
} {
  const bridge = useBridge()
  const settled = refDebounced(search, rest)
  const { answer, problem } = useAnswer({
    async ask(signal): Promise<ContactPage | null> {
      if (settled.value === '') return null
      const sort = { field: 'createdAt' as const, direction: 'desc' as const }
      const query = { search: settled.value, filters: [], sort }
      return bridge.contacts.page({ query, slice: { offset: 0, limit: shown } }, { signal })
    },
    changes: () => settled.value,
    forgets: true,
  })
  return { page: answer, failed: computed(() => problem.value?.title ?? null) }
}
