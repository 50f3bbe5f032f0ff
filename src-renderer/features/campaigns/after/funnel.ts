import { t } from '../../../../src-shared/messages/message'
import type { CampaignBeside, CampaignResults, Funnel } from '../../../../src-shared/bridge/campaigns'
import { rated, shareOf, type Rated } from '../../../../src-shared/campaign-rates'
import { formatDay, formatFixed, formatPercent, formatShare, formatShortDay, missing } from '../../../format'

/** A step of the funnel. `width`: its bar, 0 to 100, as a share of what was sent. */
interface FunnelLine {
  key: 'sent' | Rated
  title: string
  count: number
  width: number
  share: string
  /** What the share is of. */
  of: string
  /** `away`: people it did not reach, or lost. */
  tone: 'onward' | 'away'
}

const titles: Record<Rated, string> = {
  delivered: t('words.delivered'),
  opened: t('words.opened'),
  clicked: t('words.clicked'),
  bounced: t('words.bounced'),
  unsubscribed: t('words.unsubscribed'),
  complained: t('words.complained'),
}

const ofWords: Record<(typeof shareOf)[Rated], string> = {
  sent: t('campaigns.funnel.ofSent'),
  delivered: t('campaigns.funnel.ofDelivered'),
}

/** The steps of a campaign's funnel, in their order; those that lose people stand last. */
export function funnelLines(funnel: Funnel): FunnelLine[] {
  const width = (count: number) => (funnel.sent === 0 ? 0 : Math.min(100, (100 * count) / funnel.sent))
  return [
    {
      key: 'sent',
      title: t('words.sent'),
      count: funnel.sent,
      width: width(funnel.sent),
      share: formatShare(funnel.sent, funnel.recipients),
      of: t('campaigns.funnel.ofRecipients', { recipients: funnel.recipients }),
      tone: 'onward',
    },
    ...rated.map((key): FunnelLine => ({
      key,
      title: titles[key],
      count: funnel[key],
      width: width(funnel[key]),
      share: rateText(funnel[shareOf[key]] === 0 ? null : funnel[key] / funnel[shareOf[key]], key),
      of: ofWords[shareOf[key]],
      tone: key === 'delivered' || key === 'opened' || key === 'clicked' ? 'onward' : 'away',
    })),
  ]
}

/** A rate beside the median of earlier campaigns. `worse`: more of what nobody wants, beyond what is usual. */
interface RateLine {
  key: Rated
  title: string
  rate: string
  median: string
  /** "+0.2", in points; empty where there is nothing to compare. */
  points: string
  worse: boolean
}

/** Complaints are counted in hundredths of a percent, everything else in tenths. */
const digitsOf = (key: Rated): 1 | 2 => (key === 'complained' ? 2 : 1)

function rateText(rate: number | null, key: Rated): string {
  return rate === null ? missing : formatPercent(100 * rate, digitsOf(key))
}

function pointsText(rate: number, median: number, key: Rated): string {
  const digits = digitsOf(key)
  const points = 100 * (rate - median)
  const text = formatFixed(Math.abs(points), digits)
  return text === formatFixed(0, digits) ? text : `${points > 0 ? '+' : '−'}${text}`
}

/** The rates of a campaign beside what is usual, each at the same age; as they stand now where nothing can be compared. */
export function rateLines(
  { rates }: Pick<CampaignResults, 'rates'>,
  beside: CampaignBeside | null,
): RateLine[] {
  const median = beside?.median ?? null
  const found = beside?.rates ?? rates
  return rated.map((key) => {
    const rate = found[key]
    const isLoss = key === 'bounced' || key === 'unsubscribed' || key === 'complained'
    const points = rate === null || median === null ? '' : pointsText(rate, median[key], key)
    return {
      key,
      title: titles[key],
      rate: rateText(rate, key),
      median: median === null ? missing : rateText(median[key], key),
      points,
      worse: isLoss && points.startsWith('+'),
    }
  })
}

/** Whether the rates can be compared, in a word beside the table: "Complete since 18 Nov", "Compares from 18 Nov". */
export function completeWords(
  { completeAt }: Pick<CampaignResults, 'completeAt'>,
  beside: CampaignBeside | null,
  now: number,
): string {
  if (completeAt === null) return ''
  const thisYear = new Date(completeAt).getFullYear() === new Date(now).getFullYear()
  const day = thisYear ? formatShortDay(completeAt) : formatDay(completeAt)
  if (completeAt > now) return t('campaigns.funnel.comparesFromDay', { day })
  if (beside?.rates == null) return ''
  return beside.median === null
    ? t('campaigns.funnel.comparesOnceThreeEarlier')
    : t('campaigns.funnel.completeSinceDay', { day })
}

/** What the rates are of, under their table: of which age, or why they are not compared. */
export function besideWords(
  { completeAt }: Pick<CampaignResults, 'completeAt'>,
  beside: CampaignBeside | null,
  now: number,
): string {
  if (completeAt === null || completeAt > now) return t('campaigns.rateTable.eachAsItStands')
  if (beside === null) return t('campaigns.rateTable.readingEvents')
  const { days, rates, told, sent } = beside
  if (rates !== null) return t('campaigns.rateTable.eachAsItStood', { days })
  return t('campaigns.rateTable.eventsIncomplete', { told, sent })
}
