import { refDebounced } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { CampaignRow } from '../../../src-shared/bridge/campaigns'
import { useBridge } from '../../bridge'

/** How many campaigns the palette shows. */
const shown = 4

/** Milliseconds of rest before the copy is asked: a fast typist's letters are one question. */
const rest = 60

/** The campaigns whose name a search finds in the copy, the newest first; none while there is nothing to search for. */
export function useCampaignMatches(search: Ref<string>): Ref<readonly CampaignRow[]> {
  const bridge = useBridge()
  const found = shallowRef<readonly CampaignRow[]>([])
  watch(refDebounced(search, rest), async (text, _before, onCleanup) => {
    const leaving = new AbortController()
    onCleanup(() => leaving.abort())
    if (text === '') {
      found.value = []
      return
    }
    try {
      const sort = { by: 'updated' as const, direction: 'desc' as const }
      const page = await bridge.campaigns.page(
        { query: { search: text, kinds: null, sort }, slice: { offset: 0, limit: shown } },
        { signal: leaving.signal },
      )
      if (!leaving.signal.aborted) found.value = page.rows
    } catch {
      // Why the copy cannot be asked is said beside the contacts, which are searched with it.
      if (!leaving.signal.aborted) found.value = []
    }
  })
  return found
}
