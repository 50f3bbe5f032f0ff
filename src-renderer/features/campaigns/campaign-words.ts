import { t } from '../../../src-shared/messages/message'
import type { CampaignRow, Funnel, Hold } from '../../../src-shared/bridge/campaigns'
import type { Plan } from '../../../src-shared/bridge/plans'
import type { Mail } from '../../../src-shared/bridge/review'
import { shareOf, type Rated } from '../../../src-shared/campaign-rates'
import { campaignStatuses, reachesUnsubscribed } from '../../../src-shared/interface/campaign'
import { formatShare, formatShortMoment, missing } from '../../format'

/** A status as it is said, and the look of its tag (controls.css, `.tag`). */
interface StatusWord {
  word: string
  tone: '' | 'info' | 'success' | 'warning' | 'danger'
}

const words: Record<(typeof campaignStatuses)[number], StatusWord> = {
  DRAFT: { word: t('campaigns.campaignWords.draft'), tone: '' },
  SCHEDULED: { word: t('campaigns.campaignWords.scheduled'), tone: 'info' },
  SENDING: { word: t('campaigns.campaignWords.sending'), tone: 'info' },
  SENT: { word: t('words.sent'), tone: 'success' },
  CANCELLED: { word: t('words.cancelled'), tone: '' },
}

function isKnown(status: string): status is keyof typeof words {
  return status in words
}

/** How a campaign stands: its status, or what its confirmed sending is at. What is not known is said as the service says it. */
export function statusWord(
  status: string,
  hold: Pick<Hold, 'state'> | null = null,
  plan: Pick<Plan, 'state' | 'held'> | null = null,
): StatusWord {
  if (plan?.state === 'held')
    return { word: t(plan.held?.byBrake ? 'plans.state.heldByTheBrake' : 'words.held'), tone: 'danger' }
  if (plan?.state === 'running') return { word: t('plans.tab.leavesInSlices'), tone: 'info' }
  if (hold?.state === 'held') return { word: t('words.held'), tone: 'info' }
  if (hold?.state === 'leaving') return { word: t('words.leaving'), tone: 'info' }
  if (hold?.state === 'unknown' && status === 'DRAFT')
    return { word: t('campaigns.campaignWords.outcomeUnknown'), tone: 'warning' }
  return isKnown(status) ? words[status] : { word: status, tone: '' }
}

/** The statuses that a list can be narrowed to. */
export const statusOptions: readonly { value: string; label: string }[] = [
  { value: '', label: t('campaigns.campaignWords.anyStatus') },
  ...campaignStatuses.map((status) => ({ value: status, label: words[status].word })),
]

/** When it was sent, or shall be: "20 Nov, 14:02", "for 21 Nov, 09:00"; an en dash where neither is known. */
export function whenWords(row: Pick<CampaignRow, 'sentAt' | 'scheduledFor' | 'status'>, now: number): string {
  if (row.sentAt !== null) return formatShortMoment(row.sentAt, now)
  if (row.status === 'SCHEDULED' && row.scheduledFor !== null)
    return t('campaigns.campaignWords.forMoment', { moment: formatShortMoment(row.scheduledFor, now) })
  return missing
}

/** A count as the share that it is told as everywhere; an en dash where there is nothing to be a share of. */
export function rateWords(of: Rated, funnel: Funnel): string {
  return formatShare(funnel[of], funnel[shareOf[of]])
}

/** Whether it can still be written: the service changes drafts, and nothing else of them. */
export function isEditable(status: string): boolean {
  return status === 'DRAFT'
}

/** Whether who gets it is settled: what the copy holds by now says nothing of it. */
export function isPast(status: string): boolean {
  return !isEditable(status) && status !== 'SCHEDULED'
}

/** Whether anything of it has left. */
export function hasLeft(status: string): boolean {
  return status === 'SENDING' || status === 'SENT'
}

/** What becomes of people who are not subscribed. */
export function unsubscribedWords(type: Mail['type']): string {
  return reachesUnsubscribed(type)
    ? t('campaigns.campaignWords.itIsTransactionalPeople')
    : t('campaigns.campaignWords.itIsIsmarketingSelect', { isMARKETING: type === 'MARKETING' })
}
