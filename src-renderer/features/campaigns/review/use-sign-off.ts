import type { ReviewState, Rule } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import type { OpenCampaign } from '../open-campaign'

/** What a person does to the sign-off of the open campaign, and to the rules that are off. */
export function useSignOff(campaignId: () => string, open: OpenCampaign) {
  const bridge = useBridge()
  const { busy, problem, run } = useSaving()

  const act = (call: () => Promise<ReviewState>): Promise<boolean> =>
    run(async () => open.takeReview(await call()))

  return {
    /** What is kept of its reviews; null: not read yet. */
    state: open.review,
    /** Why that could not be read. */
    unread: open.reviewProblem,
    busy,
    /** Why the last act was refused. */
    problem,
    sign: (hash: string) => act(() => bridge.review.signOff({ campaignId: campaignId(), hash })),
    takeBack: () => act(() => bridge.review.open({ campaignId: campaignId() })),
    /** Switches a rule off with a reason, or on again (null). */
    setRule: (rule: Rule, reason: string | null) =>
      act(() => bridge.review.setRule({ campaignId: campaignId(), rule, reason })),
  }
}

/** What {@link useSignOff} answers. */
export type SignOff = ReturnType<typeof useSignOff>
