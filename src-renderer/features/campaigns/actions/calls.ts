import type { Hold } from '../../../../src-shared/bridge/campaigns'
import { formatNumber } from '../../../format'
import { isEditable } from '../campaign-words'

/** What can be done to a campaign from its head; each opens a dialog but `stop`, which stops its sending at once. */
export type CampaignCall = 'test' | 'schedule' | 'send' | 'duplicate' | 'cancel' | 'stop' | 'remove'

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
  /** The service deletes drafts. */
  canRemove: boolean
}

function sendingHindrance({ hindrance, hold, dirty }: CallFacts): string {
  if (hindrance !== '') return hindrance
  if (hold?.state === 'held' || hold?.state === 'leaving') return 'Its sending is confirmed already.'
  if (hold?.state === 'unknown') return 'Nobody knows yet whether it was sent.'
  return dirty ? 'Save what is written first.' : ''
}

/** The calls that a campaign's status allows, in the order of its head. */
export function campaignCalls(facts: CallFacts): OfferedCall[] {
  const { status, hindrance, signed, people } = facts
  const sending = sendingHindrance(facts)
  const test: OfferedCall = {
    call: 'test',
    label: 'Send a test',
    place: 'beside',
    hindrance: hindrance || (facts.dirty ? 'Save what is written first.' : ''),
  }
  const duplicate: OfferedCall = { call: 'duplicate', label: 'Duplicate…', place: 'menu', hindrance }
  const remove: OfferedCall = { call: 'remove', label: 'Delete…', place: 'menu', hindrance }
  if (isEditable(status)) {
    const unsigned = signed ? '' : 'It is not signed off as it is now. Review it first.'
    const label = people === null ? 'Send…' : `Send to ${formatNumber(people)}…`
    return [
      test,
      { call: 'schedule', label: 'Schedule', place: 'beside', hindrance: sending },
      { call: 'send', label, place: 'primary', hindrance: sending || unsigned },
      duplicate,
      ...(facts.canRemove && status === 'DRAFT' ? [remove] : []),
    ]
  }
  if (status === 'SENDING')
    return [test, { call: 'stop', label: 'Stop sending', place: 'beside', hindrance }, duplicate]
  if (status === 'SCHEDULED')
    return [test, { call: 'cancel', label: 'Cancel…', place: 'beside', hindrance }, duplicate]
  return [test, { ...duplicate, place: 'beside' }]
}
