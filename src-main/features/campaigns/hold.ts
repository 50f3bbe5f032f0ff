import { t } from '../../../src-shared/messages/message'
import type { Hold } from '../../../src-shared/bridge/campaigns'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { Problem } from '../../../src-shared/problem'
import type { SendingRecord } from './store/sendings'
import { problem } from '../../core/problems'
import type { KeptSignOff } from '../review'

/** A sending that is held in memory: what a restart forgets has not left. */
export interface HeldSending {
  readonly campaignId: string
  readonly name: string
  readonly people: number
  readonly scheduledFor: number | null
  readonly seconds: number
  readonly leavesAt: number
  /** Of the sign-off that it was confirmed with. */
  readonly hash: string
  /** Aborted once it is to leave before its time, or was undone. */
  readonly wake: AbortController
  /** `going`: its time has come, and it is looked at once more; it can still be undone. `left`: it cannot. */
  /** A person let it leave before its time. */
  atOnce: boolean
  step: 'held' | 'going' | 'undone' | 'left'
  leaving: Promise<Hold> | null
}

/** A held sending as the page shows it. */
export function heldShown({
  campaignId,
  name,
  people,
  scheduledFor,
  seconds,
  leavesAt,
  step,
}: HeldSending): Hold {
  const state = step === 'left' ? 'leaving' : 'held'
  return { campaignId, name, people, scheduledFor, seconds, leavesAt, state, problem: null }
}

/** A sending that left, or could not, as the page shows it. */
export function recordShown({ at, ...record }: SendingRecord): Hold {
  const { campaignId, name, people, scheduledFor, seconds, state, problem: why } = record
  return { campaignId, name, people, scheduledFor, seconds, state, leavesAt: at, problem: why }
}

/** Throws `conflict` unless a campaign, as the service holds it, may be sent to so many people by its sign-off. */
export function refuseUnsigned(campaign: Campaign, signOff: KeptSignOff | null, people: number): KeptSignOff {
  refuseMoved(campaign)
  if (signOff === null) {
    throw problem('conflict', {
      title: t('campaigns.hold.itIsNotSigned'),
      why: t('campaigns.hold.theCampaignIsAnother'),
      action: t('campaigns.hold.reviewItAsIt'),
    })
  }
  if (signOff.people !== people) {
    throw problem('conflict', {
      title: t('campaigns.hold.theNumberIsAnother'),
      why: t('campaigns.hold.byTheSignedReview', { people: signOff.people }),
      action: t('campaigns.hold.lookAtTheReview'),
    })
  }
  return signOff
}

/** Throws `conflict` where a campaign is no draft any more. */
function refuseMoved({ status }: Campaign): void {
  if (status === 'DRAFT') return
  throw problem('conflict', {
    title: t('campaigns.hold.itIsNoDraft'),
    why: t('campaigns.hold.theServiceSaysThat', { lowerCase: status.toLowerCase() }),
    action: t('campaigns.hold.lookAtTheCampaign'),
  })
}

/** Throws `input_invalid` where an instant to send at has passed by then, or passes while it is held. */
export function refusePast(scheduledFor: number | null, leavesAt: number): void {
  if (scheduledFor === null || scheduledFor > leavesAt) return
  throw problem('input_invalid', {
    title: t('campaigns.hold.thisTimeHasPassed'),
    why: t('campaigns.hold.theCampaignWouldBe'),
    action: t('campaigns.hold.chooseALaterTime'),
    fields: [{ field: 'scheduledFor', message: t('campaigns.hold.isInThePast') }],
  })
}

/** What becomes of a sending about which no answer came, by the status of its campaign. null: nobody knows yet. */
export function settledBy(status: string): 'sent' | 'notSent' | null {
  if (['SENDING', 'SENT', 'SCHEDULED', 'CANCELLED'].includes(status)) return 'sent'
  return status === 'DRAFT' ? 'notSent' : null
}

/** What is said where the service still holds the campaign as a draft well after its request left. */
export function stillDraft(): Problem {
  return problem('outcome_unknown', {
    title: t('words.itWasNotSent'),
    why: t('campaigns.hold.noAnswerCameAnd'),
    action: t('campaigns.hold.lookAtTheCampaign2'),
  }).problem
}
