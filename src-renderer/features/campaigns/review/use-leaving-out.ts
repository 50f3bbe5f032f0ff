import { t } from '../../../../src-shared/messages/message'
import { useMessage } from 'naive-ui'
import { computed, shallowRef } from 'vue'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { Leavable } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { isEditable } from '../campaign-words'
import type { OpenCampaign } from '../open-campaign'
import { doneWords } from './leaving-words'
import { useAnswer } from '../../../kit/state/answer'

/**
 * Leaving people out of the open draft for their verdict: asked with what it will do, done, and taken back.
 * In one piece: it is one act, from the question to its taking back.
 */
export function useLeavingOut(campaign: () => CampaignDetail, open: OpenCampaign) {
  const bridge = useBridge()
  const message = useMessage()
  const leaving = useSaving()
  const taking = useSaving()
  /** Whom; null: nobody asks. */
  const asked = shallowRef<Leavable | null>(null)
  const { answer: plan, problem: refusal } = useAnswer({
    ask: async () =>
      asked.value === null ? null : bridge.campaigns.leavePlan({ id: campaign().id, of: asked.value }),
    of: () => asked.value,
  })

  function ask(of: Leavable = 'undeliverable'): void {
    asked.value = of
    leaving.problem.value = null
    taking.problem.value = null
  }

  function close(): void {
    asked.value = null
  }

  /** Does it. Others get the mail then, also where the campaign reads the same: it is reviewed again. */
  async function leave(): Promise<void> {
    const { id, basis } = campaign()
    const of = asked.value
    if (of === null) return
    let isAnother = false
    const done = await leaving.run(async () => {
      const answer = await bridge.campaigns.leaveOut({ id, basis, of })
      isAnother = answer.campaign.basis !== basis
      open.take(answer.campaign)
      const { words, isWhole } = doneWords(answer)
      if (isWhole) message.success(words)
      else message.warning(words)
    })
    if (done) close()
    // Another campaign is reviewed by itself; what was written before it failed counts too.
    if (!isAnother) await Promise.all([open.readReview(), open.reviewing.run()])
  }

  /** The audience is again what it was. */
  async function takeBack(of: Leavable = 'undeliverable'): Promise<void> {
    const { id, basis } = campaign()
    await taking.run(async () => open.take(await bridge.campaigns.takeBackIn({ id, basis, of })))
  }

  return {
    /** Whether the audience can be changed at all. */
    can: computed(() => isEditable(campaign().status) && campaign().audience !== null),
    /** What has to be done before it; empty: nothing. What is written starts from the campaign as it is. */
    hindrance: computed(() => (open.written.dirty.value ? t('campaigns.calls.saveWhatIsWritten') : '')),
    asked,
    /** What it will do; null: being looked up, or refused. */
    plan,
    /** Why it cannot be done, or was not. */
    problem: computed(() => leaving.problem.value ?? refusal.value),
    busy: leaving.busy,
    ask,
    close,
    leave,
    takeBack,
    takingBack: taking.busy,
    /** Why it could not be taken back. */
    notTaken: taking.problem,
  }
}

/** What {@link useLeavingOut} answers. */
export type LeavingOut = ReturnType<typeof useLeavingOut>
