import type { Funnel } from './bridge/campaigns'
import type { CampaignCountField } from './interface/campaign'

/** Mails that the service sends in a second at most. */
export const mailsPerSecond = 14

/**
 * What each count of a campaign is a share of, on every screen and in every file: of what left the service, what came
 * back or arrived; of what arrived, what people did with it.
 */
export const shareOf = {
  delivered: 'sent',
  bounced: 'sent',
  opened: 'delivered',
  clicked: 'delivered',
  complained: 'delivered',
  unsubscribed: 'delivered',
} as const

/** A count of a campaign that is told as a share. */
export type Rated = keyof typeof shareOf

/** The counts that are told as shares, in the order in which they are listed. */
export const rated = ['delivered', 'opened', 'clicked', 'bounced', 'unsubscribed', 'complained'] as const

/** Every share of a campaign. */
export function ratesOf(funnel: Funnel): Record<Rated, number | null> {
  return {
    delivered: rateOf('delivered', funnel),
    opened: rateOf('opened', funnel),
    clicked: rateOf('clicked', funnel),
    bounced: rateOf('bounced', funnel),
    unsubscribed: rateOf('unsubscribed', funnel),
    complained: rateOf('complained', funnel),
  }
}

/** A count of a campaign as a share, 0 to 1; null where there is nothing to be a share of. */
export function rateOf(of: Rated, funnel: Funnel): number | null {
  const whole = funnel[shareOf[of]]
  return whole > 0 ? funnel[of] / whole : null
}

/** Counts of a campaign by the names that the page knows. */
export function funnelOf(counts: Record<CampaignCountField, number>): Funnel {
  return {
    recipients: counts.totalRecipients,
    sent: counts.sentCount,
    delivered: counts.deliveredCount,
    opened: counts.openedCount,
    clicked: counts.clickedCount,
    bounced: counts.bouncedCount,
    complained: counts.complainedCount,
    unsubscribed: counts.unsubscribedCount,
  }
}

/** Several campaigns' counts as one. */
export function sumOf(funnels: readonly Funnel[]): Funnel {
  const sum = (name: keyof Funnel): number => funnels.reduce((all, funnel) => all + funnel[name], 0)
  return {
    recipients: sum('recipients'),
    sent: sum('sent'),
    delivered: sum('delivered'),
    opened: sum('opened'),
    clicked: sum('clicked'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    unsubscribed: sum('unsubscribed'),
  }
}

/** Seconds that so many mails take at the service's pace. */
export const secondsFor = (mails: number): number => mails / mailsPerSecond
