import { refDebounced } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { ContactPage } from '../../src-shared/bridge/contacts'
import { problemOf, useBridge } from '../bridge'

/** How many contacts the palette shows. */
const shown = 5

/** Milliseconds of rest before the copy is asked: a fast typist's letters are one question. */
const rest = 60

/** The contacts that a search finds in the copy; null while there is nothing to search for or no copy to ask. */
export function useContactMatches(search: Ref<string>): {
  page: Ref<ContactPage | null>
  failed: Ref<string | null>
} {
  const bridge = useBridge()
  const page = shallowRef<ContactPage | null>(null)
  const failed = shallowRef<string | null>(null)
  const settled = refDebounced(search, rest)

  watch(settled, async (text, _before, onCleanup) => {
    const leaving = new AbortController()
    onCleanup(() => leaving.abort())
    failed.value = null
    if (text === '') {
      page.value = null
      return
    }
    try {
      const query = { search: text, filters: [], sort: { field: 'createdAt', direction: 'desc' } } as const
      const found = await bridge.contacts.page(
        { query: { ...query, filters: [...query.filters] }, slice: { offset: 0, limit: shown } },
        { signal: leaving.signal },
      )
      if (!leaving.signal.aborted) page.value = found
    } catch (error) {
      if (leaving.signal.aborted) return
      page.value = null
      failed.value = problemOf(error).title
    }
  })

  return { page, failed }
}
