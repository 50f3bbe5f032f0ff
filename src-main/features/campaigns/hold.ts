import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { Hold } from '../../../src-shared/bridge/campaigns'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { Problem } from '../../../src-shared/problem'
import type { SendingRecord } from './store/sendings'
import { problem } from '../../core/problems'
import type { KeptSignOff } from '../review'

/** A sending that is held: what ends the program before it leaves has kept it from leaving. */
export interface HeldSending {
  /** Of its row, which says after a crash that it did not leave. */
  readonly row: number
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
  return { campaignId, name, people, scheduledFor, seconds, leavesAt, state, problem: null, recipients: null }
}

/** A sending that left, or could not, as the page shows it. */
export function recordShown({ at, ...record }: SendingRecord): Hold {
  const { campaignId, name, people, scheduledFor, seconds, state, problem: why, recipients } = record
  return { campaignId, name, people, scheduledFor, seconds, state, leavesAt: at, problem: why, recipients }
}

/** Throws `conflict` unless a campaign, as the service holds it, may be sent to so many people by its sign-off. */
export function refuseUnsigned(campaign: Campaign, signOff: KeptSignOff | null, people: number): KeptSignOff {
  refuseMoved(campaign)
  if (signOff === null) {
    throw problem('conflict', {
      title: tell('campaigns.hold.itIsNotSigned'),
      why: tell('campaigns.hold.theCampaignIsAnother'),
      action: tell('campaigns.hold.reviewItAsIt'),
    })
  }
  if (signOff.people !== people) {
    throw problem('conflict', {
      title: tell('campaigns.hold.theNumberIsAnother'),
      why: tell('campaigns.hold.byTheSignedReview', { people: signOff.people }),
      action: tell('campaigns.hold.lookAtTheReview'),
    })
  }
  return signOff
}

/** Throws `conflict` where others would get it than were confirmed. `by`: who counted them. */
export function refuseOtherNumber({
  people,
  now,
  by,
}: {
  people: number
  now: number
  by: 'service' | 'copy'
}): void {
  if (now === people) return
  throw problem('conflict', {
    title: tell('campaigns.hold.theNumberIsAnother'),
    why: tell('campaigns.hold.confirmedWerePeopleNow', { people, now, by }),
    action: tell('campaigns.hold.lookAtTheReview'),
  })
}

/** Throws `conflict` where some of its people had the same by now, of which nobody said why. */
export function refuseSame(same: { name: string; count: number } | null): void {
  if (same === null) return
  throw problem('conflict', {
    title: tell('campaigns.hold.theyHadTheSame'),
    why: tell('campaigns.hold.countOfThemGot', same),
    action: tell('campaigns.hold.reviewItAsIt'),
  })
}

/** Whether a campaign that is being sent, or was, goes to others than were confirmed: while it begins, it counts up. */
export function isOtherNumber({ status, totalRecipients }: Campaign, people: number): boolean {
  if (status === 'SENDING') return totalRecipients > people
  return status === 'SENT' && totalRecipients > 0 && totalRecipients !== people
}

/** Throws `conflict` where a campaign is no draft any more. */
function refuseMoved({ status }: Campaign): void {
  if (status === 'DRAFT') return
  throw problem('conflict', {
    title: tell('campaigns.hold.itIsNoDraft'),
    why: tell('campaigns.hold.theServiceSaysThat', { lowerCase: status.toLowerCase() }),
    action: tell('campaigns.hold.lookAtTheCampaign'),
  })
}

/** Throws `input_invalid` where an instant to send at has passed by then, or passes while it is held. */
export function refusePast(scheduledFor: number | null, leavesAt: number): void {
  if (scheduledFor === null || scheduledFor > leavesAt) return
  throw problem('input_invalid', {
    title: tell('campaigns.hold.thisTimeHasPassed'),
    why: tell('campaigns.hold.theCampaignWouldBe'),
    action: tell('campaigns.hold.chooseALaterTime'),
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
    title: tell('words.itWasNotSent'),
    why: tell('campaigns.hold.noAnswerCameAnd'),
    action: tell('campaigns.hold.lookAtTheCampaign2'),
  }).problem
}

/** A held sending as its row has it once it leaves, at an instant: one that left early was held for less. */
export function sendingOf(
  { row: id, campaignId, name, people, scheduledFor, atOnce, ...held }: HeldSending,
  at: number,
) {
  const early = Math.max(0, Math.round((held.leavesAt - at) / 1000))
  const seconds = atOnce ? Math.max(0, held.seconds - early) : held.seconds
  return { id, campaignId, name, people, scheduledFor, seconds, at, atOnce, recipients: null }
}

/** Said of a sending that was held as the program or the profile ended. */
export function notSent() {
  return problem('cancelled', {
    title: tell('words.itWasNotSent'),
    why: tell('campaigns.holds.postroomWasClosedOr'),
    action: tell('campaigns.holds.sendItAgainIf'),
  }).problem
}

/** Said where a sending that is to be undone or to leave is held no more. */
export function hasLeft() {
  return problem('conflict', {
    title: tell('campaigns.holds.itIsNotHeld'),
    why: tell('campaigns.holds.theSendingHasLeft'),
    action: tell('campaigns.hold.lookAtTheCampaign'),
  })
}
