import type { CampaignStatus } from '../../src-shared/interface/campaign'
import { ServiceFailure } from '../http/failure'

/** What is asked of a campaign that its state may forbid. Reading, statistics and tests are always allowed. */
export type CampaignCall = 'change' | 'send' | 'cancel'

/** In which states each call is allowed (wire.md, "Campaign"). */
export const allowedStates: Record<CampaignCall, readonly CampaignStatus[]> = {
  change: ['DRAFT', 'SCHEDULED'],
  send: ['DRAFT'],
  cancel: ['SCHEDULED', 'SENDING'],
}

const rules: Record<CampaignCall, string> = {
  change: 'Only a DRAFT or SCHEDULED campaign can be changed.',
  send: 'Only a DRAFT can be sent or scheduled.',
  cancel: 'Only a SCHEDULED or SENDING campaign can be cancelled.',
}

const suggestions: Record<CampaignCall, Partial<Record<CampaignStatus, string>>> = {
  change: {
    SENDING: 'Cancel it to stop what was not sent yet, and create another campaign.',
    SENT: 'Create another campaign.',
    CANCELLED: 'Create another campaign.',
  },
  send: {
    SCHEDULED: 'Change its scheduledFor to start it at another time.',
    SENT: 'Create another campaign to send it again.',
    CANCELLED: 'Create another campaign.',
  },
  cancel: { DRAFT: 'A draft is not sent unless told.' },
}

/**
 * Lets a call through where the campaign's state allows it.
 * @throws ServiceFailure CONFLICT that says the state.
 */
export function requireState(status: CampaignStatus, call: CampaignCall): void {
  if (allowedStates[call].includes(status)) return
  throw new ServiceFailure('CONFLICT', `The campaign is ${status}. ${rules[call]}`, {
    suggestion: suggestions[call][status],
  })
}
