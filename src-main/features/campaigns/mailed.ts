import { instantOf } from '../../../src-shared/instants'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { MailedCampaign, WeekFigures } from './store'

const day = 24 * 3_600_000
/** Days after which hardly anybody opens a mail any more: campaigns are compared as they stood then. */
export const comparedAfterDays = 7
/** Hardly anything happens to a mail after so long; a campaign whose beginning is not known began at most so long before. */
const settles = 30 * day
const begins = day

/** The share of a campaign's mails that the copied events must tell of before anything is made of them. */
const enoughTold = 0.95

/** When a campaign that was sent is compared; null: it was not sent. */
export function completeAt({ status, sentAt }: Campaign): number | null {
  const at = status === 'SENT' ? instantOf(sentAt) : null
  return at === null ? null : at + comparedAfterDays * day
}

/** When its mails left and what came of them, as wide as it can be. */
export function mailed({ id, subject, status, sentAt, createdAt, updatedAt }: Campaign): MailedCampaign {
  const sent = instantOf(sentAt) ?? instantOf(updatedAt) ?? 0
  const made = instantOf(createdAt)
  return {
    id,
    subject,
    from: made !== null && made <= sent ? made : sent - begins,
    to: status === 'SENDING' ? null : sent + settles,
  }
}

/** How a campaign stood when it is compared; null: that is not yet, or the events were not read since. */
export async function weekOf(
  campaign: Campaign,
  { campaignWeeks }: Pick<Cache, 'campaignWeeks'>,
  eventsAsOf: number | null,
): Promise<{ figures: WeekFigures; isTold: boolean } | null> {
  const until = completeAt(campaign)
  if (until === null || eventsAsOf === null || until > eventsAsOf || campaign.sentCount === 0) return null
  const atLeast = enoughTold * campaign.sentCount
  const sentAt = until - comparedAfterDays * day
  const isOver = eventsAsOf > until + comparedAfterDays * day
  const figures = await campaignWeeks.of({ campaign: mailed(campaign), sentAt, until, atLeast, isOver })
  return { figures, isTold: figures.sent >= atLeast }
}
