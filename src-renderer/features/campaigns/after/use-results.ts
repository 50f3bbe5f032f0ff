import { useIntervalFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { CampaignResults } from '../../../../src-shared/bridge/campaigns'
import { useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'
import { useLiveStore } from '../../../stores/live'

/** How often the service is asked while a campaign is being sent (milliseconds). */
const pace = 5000

/** What became of a campaign; asked for again while it is being sent. */
export function useResults(id: () => string | null, status: () => string) {
  const bridge = useBridge()
  const live = useLiveStore()
  const results = shallowRef<CampaignResults | null>(null)
  /** Where a question is not answered, what was known stays. */
  const { busy: asking, problem, run } = useLatest()

  async function refresh(anew: boolean): Promise<void> {
    const asked = id()
    if (asked === null) return
    await run(async (signal) => {
      const found = await bridge.campaigns.results({ id: asked, refresh: anew })
      if (!signal.aborted) results.value = found
    })
  }

  /** The copy answers at once; the service when it can. */
  async function look(): Promise<void> {
    await refresh(false)
    if (!live.offline && status() !== 'DRAFT') await refresh(true)
  }

  // Sent or cancelled while this is looked at: what was counted last is of before.
  watch(
    [id, status],
    ([asked], [before]) => {
      if (asked !== before) results.value = null
      void look()
    },
    { immediate: true },
  )
  useIntervalFn(() => {
    const sending = (results.value?.status ?? status()) === 'SENDING'
    if (sending && !live.offline && !asking.value && document.visibilityState === 'visible')
      void refresh(true)
  }, pace)

  return { results, problem, asking, refresh }
}
