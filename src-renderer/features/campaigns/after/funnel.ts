import type { CampaignResults, Funnel } from '../../../../src-shared/bridge/campaigns'
import { formatShare, missing } from '../../../format'

/** A step of the funnel. `width`: its bar, 0 to 100, as a share of the recipients. */
interface FunnelLine {
  key: keyof Funnel
  title: string
  count: number
  width: number
  share: string
  /** What the share is of. */
  of: string
  /** `away`: people it did not reach, or lost. */
  tone: 'onward' | 'away'
}

const steps: readonly { key: keyof Funnel; title: string; of: keyof Funnel; tone: FunnelLine['tone'] }[] = [
  { key: 'recipients', title: 'Recipients', of: 'recipients', tone: 'onward' },
  { key: 'sent', title: 'Sent', of: 'recipients', tone: 'onward' },
  { key: 'delivered', title: 'Delivered', of: 'sent', tone: 'onward' },
  { key: 'opened', title: 'Opened', of: 'delivered', tone: 'onward' },
  { key: 'clicked', title: 'Clicked', of: 'delivered', tone: 'onward' },
  { key: 'bounced', title: 'Bounced', of: 'sent', tone: 'away' },
  { key: 'complained', title: 'Complained', of: 'delivered', tone: 'away' },
  { key: 'unsubscribed', title: 'Unsubscribed', of: 'delivered', tone: 'away' },
]

/** The steps of a campaign's funnel, in their order; those that lose people stand last. */
export function funnelLines(funnel: Funnel): FunnelLine[] {
  return steps.map(({ key, title, of, tone }) => ({
    key,
    title,
    count: funnel[key],
    width: funnel.recipients === 0 ? 0 : Math.min(100, (100 * funnel[key]) / funnel.recipients),
    share: key === 'recipients' ? '' : formatShare(funnel[key], funnel[of]),
    of: key === 'recipients' ? '' : of,
    tone,
  }))
}

/** A rate beside the median of earlier campaigns. */
interface RateLine {
  key: keyof CampaignResults['rates']
  title: string
  rate: string
  median: string
  /** "1.2 points above"; empty where there is nothing to compare. */
  difference: string
}

const rates: readonly { key: RateLine['key']; title: string }[] = [
  { key: 'open', title: 'Opened' },
  { key: 'click', title: 'Clicked' },
  { key: 'bounce', title: 'Bounced' },
  { key: 'complaint', title: 'Complained' },
  { key: 'unsubscribe', title: 'Unsubscribed' },
]

function differenceWords(rate: number, median: number): string {
  const points = Math.round((rate - median) * 1000) / 10
  if (points === 0) return 'as usual'
  return `${Math.abs(points).toFixed(1)} points ${points > 0 ? 'above' : 'below'}`
}

/** The rates of a campaign beside what is usual. */
export function rateLines({ rates: found, median }: CampaignResults): RateLine[] {
  return rates.map(({ key, title }) => {
    const rate = found[key]
    return {
      key,
      title,
      rate: rate === null ? missing : formatShare(rate, 1),
      median: median === null ? missing : formatShare(median[key], 1),
      difference: rate === null || median === null ? '' : differenceWords(rate, median[key]),
    }
  })
}
