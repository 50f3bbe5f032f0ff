import { onScopeDispose, shallowRef } from 'vue'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { AudienceReport } from '../../../../src-shared/bridge/review'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** Who would get a campaign as it is saved, counted over the copy now. The rest of the review is not waited for. */
export function useAudienceReport() {
  const bridge = useBridge()
  const report = shallowRef<AudienceReport | null>(null)
  const problem = shallowRef<Problem | null>(null)
  let asking: AbortController | null = null

  async function count({ id, mail, audience, scheduledFor }: CampaignDetail): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    problem.value = null
    try {
      const steps = await bridge.review.run(
        { campaignId: id, mail, audience, scheduledFor },
        { signal: mine.signal },
      )
      for await (const step of steps) {
        if (mine.signal.aborted) return
        if (step.part !== 'audience') continue
        report.value = step.audience
        break
      }
    } catch (error) {
      if (!mine.signal.aborted) problem.value = problemOf(error)
    }
  }

  onScopeDispose(() => asking?.abort())
  return { report, problem, count }
}
