import { shallowRef } from 'vue'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { AudienceReport } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import { useLatest } from '../../../kit/state/latest'

/** Who would get a campaign as it is saved, counted over the copy now. The rest of the review is not waited for. */
export function useAudienceReport() {
  const bridge = useBridge()
  const report = shallowRef<AudienceReport | null>(null)
  const { problem, run } = useLatest()

  function count({ id, mail, audience, scheduledFor }: CampaignDetail): Promise<void> {
    problem.value = null
    return run(async (signal) => {
      const asked = { campaignId: id, mail, audience, scheduledFor }
      for await (const step of await bridge.review.run(asked, { signal })) {
        if (signal.aborted) return
        if (step.part !== 'audience') continue
        report.value = step.audience
        break
      }
    })
  }
  return { report, problem, count }
}
