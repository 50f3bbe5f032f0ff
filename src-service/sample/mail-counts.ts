import type { MailCounts } from '../store/mail-counts'
import type { Mailing } from './calendar'

/** What came of the messages of one mailing: the counts of its campaign. */
export interface CampaignCounts extends MailCounts {
  complained: number
  unsubscribed: number
}

const countOf: Record<string, keyof CampaignCounts> = {
  'email.sent': 'sent',
  'email.delivery': 'delivered',
  'email.open': 'opened',
  'email.click': 'clicked',
  'email.bounce': 'bounced',
  'email.complaint': 'complained',
  'contact.unsubscribed': 'unsubscribed',
}

/** Counts events by the mailing they are about. */
export class MailingCounts {
  private readonly counts = new Map<Mailing, CampaignCounts>()

  count(mailing: Mailing, eventName: string): void {
    const what = countOf[eventName]
    if (what === undefined) throw new Error(`${eventName} is not about a message.`)
    const counts = this.of(mailing)
    counts[what]++
    this.counts.set(mailing, counts)
  }

  /** What came of a mailing. */
  of(mailing: Mailing): CampaignCounts {
    const none = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0 }
    return this.counts.get(mailing) ?? none
  }
}
