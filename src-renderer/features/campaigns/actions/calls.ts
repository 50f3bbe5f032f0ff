import { t } from '../../../../src-shared/messages/message'
import type { Hold } from '../../../../src-shared/bridge/campaigns'
import { isEditable } from '../campaign-words'

/** What can be done to a campaign from its head; each opens a dialog but `stop`, `missed` and `holdPlan`, which are done at once. */
export type CampaignCall =
  | 'test'
  | 'schedule'
  | 'send'
  | 'plan'
  | 'holdPlan'
  | 'changePlan'
  | 'stopPlan'
  | 'duplicate'
  | 'cancel'
  | 'stop'
  | 'remove'
  | 'missed'

/** A call as it is offered. `hindrance`: why it cannot be done now, in words; empty where it can. */
export interface OfferedCall {
  call: CampaignCall
  label: string
  place: 'primary' | 'beside' | 'menu'
  hindrance: string
}

/** What decides which calls are offered. */
export interface CallFacts {
  status: string
  /** Why nothing can be done at all (read-only, offline); empty where it can. */
  hindrance: string
  hold: Pick<Hold, 'state'> | null
  /** Something is written and not saved. */
  dirty: boolean
  /** A sign-off holds for it as it is. */
  signed: boolean
  /** How many get it by the newest review; null before one. */
  people: number | null
  /** How many had no answer of those it was sent to, by the copied events. */
  missed: number
  /** How it leaves: at once, by a plan that is set and can be started or not, or by one that runs. */
  plan: 'none' | 'set' | 'wrong' | 'runs' | 'held'
  /** The service deletes drafts. */
  canRemove: boolean
}

function sendingHindrance({ hindrance, hold, dirty }: CallFacts): string {
  if (hindrance !== '') return hindrance
  if (hold?.state === 'held' || hold?.state === 'leaving') return t('campaigns.calls.itsSendingIsConfirmed')
  if (hold?.state === 'unknown') return t('campaigns.calls.nobodyKnowsYetWhether')
  return dirty ? t('campaigns.calls.saveWhatIsWritten') : ''
}

/** What can be done to a plan that has not ended. */
function planCalls({ plan, hindrance }: CallFacts): OfferedCall[] {
  const beside = { place: 'beside', hindrance } as const
  const hold: OfferedCall = { call: 'holdPlan', label: t('plans.decision.hold'), ...beside, hindrance: '' }
  return [
    ...(plan === 'runs' ? [hold] : []),
    { call: 'changePlan', label: t('plans.tab.changeThePlan'), ...beside },
    { call: 'stopPlan', label: t('plans.choices.stopThePlan'), ...beside, hindrance: '' },
  ]
}

/** The calls that a campaign's status allows, in the order of its head. */
export function campaignCalls(facts: CallFacts): OfferedCall[] {
  const { status, hindrance, signed, people } = facts
  const sending = sendingHindrance(facts)
  const test: OfferedCall = {
    call: 'test',
    label: t('words.sendATest'),
    place: 'beside',
    hindrance: hindrance || (facts.dirty ? t('campaigns.calls.saveWhatIsWritten') : ''),
  }
  const duplicate: OfferedCall = {
    call: 'duplicate',
    label: t('words.duplicate'),
    place: 'menu',
    hindrance,
  }
  const remove: OfferedCall = { call: 'remove', label: t('words.deleteAsking'), place: 'menu', hindrance }
  if (isEditable(status)) {
    const unsigned = signed ? '' : t('campaigns.calls.itIsNotSigned')
    if (facts.plan === 'runs' || facts.plan === 'held')
      return [...planCalls(facts), { ...test, place: 'menu' }, duplicate]
    if (facts.plan !== 'none') {
      const wrong = facts.plan === 'wrong' ? t('plans.plans.itCannotBeStarted') : ''
      const start = { call: 'plan', label: t('plans.start.startThePlan'), place: 'primary' } as const
      return [
        test,
        {
          call: 'send',
          label: t('plans.start.sendAtOnce'),
          place: 'beside',
          hindrance: sending || unsigned,
        },
        { ...start, hindrance: sending || unsigned || wrong },
        duplicate,
      ]
    }
    const label = people === null ? t('campaigns.calls.send') : t('campaigns.calls.sendToPeople', { people })
    return [
      test,
      { call: 'schedule', label: t('campaigns.calls.schedule'), place: 'beside', hindrance: sending },
      { call: 'send', label, place: 'primary', hindrance: sending || unsigned },
      duplicate,
      ...(facts.canRemove && status === 'DRAFT' ? [remove] : []),
    ]
  }
  if (status === 'SENDING')
    return [
      { ...test, place: 'menu' },
      { call: 'stop', label: t('words.stopSending'), place: 'beside', hindrance },
      duplicate,
    ]
  if (status === 'SCHEDULED')
    return [
      test,
      { call: 'cancel', label: t('campaigns.calls.cancel'), place: 'beside', hindrance },
      duplicate,
    ]
  const missed: OfferedCall = {
    call: 'missed',
    label: t('campaigns.calls.writeToTheMissed', { missed: facts.missed }),
    place: 'beside',
    hindrance,
  }
  return [
    ...(status === 'SENT' && facts.missed > 0 ? [missed] : []),
    { ...duplicate, place: 'beside' },
    { ...test, place: 'menu' },
  ]
}
