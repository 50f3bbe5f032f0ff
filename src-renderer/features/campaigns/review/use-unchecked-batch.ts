import { t } from '../../../../src-shared/messages/message'
import { computed } from 'vue'
import { useBridge } from '../../../bridge'
import { useOnward } from '../../../composables/onward'
import { useSaving } from '../../../kit/save/saving'
import { batchLink } from '../../../links'
import { useCampaign } from '../open-campaign'

/** So long the name of a batch can be. */
const longest = 200

/**
 * A verification batch of those who would get the open campaign and were not checked: of the people that its newest review
 * counted, and nobody else. Making it asks nobody about them yet.
 */
export function useUncheckedBatch() {
  const bridge = useBridge()
  const { detail, reviewing } = useCampaign()
  const onward = useOnward()
  const { busy, problem, run } = useSaving()
  const reviewId = computed(() => reviewing.end.value?.reviewId ?? null)

  async function make(): Promise<void> {
    const review = reviewId.value
    if (review === null) return
    const go = onward()
    await run(async () => {
      const { selectionId } = await bridge.review.people({ reviewId: review, key: 'verdict:notChecked' })
      const name = t('campaigns.useUncheckedBatch.notCheckedOfName', {
        name: detail.value?.name ?? '',
      }).slice(0, longest)
      const selection = { kind: 'frozen' as const, selectionId, except: [] }
      const batch = await bridge.verification.create({ source: { kind: 'contacts', selection, name } })
      await go(batchLink(batch.id))
    })
  }

  return {
    make,
    /** Who they are is known, and none is being made. */
    ready: computed(() => reviewId.value !== null && !busy.value),
    problem,
  }
}
