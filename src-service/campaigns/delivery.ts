import type { CampaignProgress, ContactCondition, MailQueue } from '../mail/message'
import type { CampaignRecipients } from '../store/campaign-recipients'
import type { CampaignRow, Campaigns } from '../store/campaigns'
import { type ServiceDatabase, statements } from '../store/statements'
import { both, mayGet } from './audience'
import { campaignContent } from './content'

/**
 * How many messages one transaction adds to the queue: some 10 ms. 100,000 at once would be 200 ms, in which the
 * service would answer nobody.
 */
export const sliceSize = 2000

/** What sending a campaign needs. */
export interface DeliveryParts {
  db: ServiceDatabase
  campaigns: Campaigns
  recipients: CampaignRecipients
  mail: MailQueue
  progress: CampaignProgress
}

/** Campaigns on their way into the mail queue. */
export type CampaignDelivery = ReturnType<typeof campaignDelivery>

/** The way of this database's campaigns into the queue. */
export function campaignDelivery(parts: DeliveryParts) {
  const { db, campaigns, recipients, mail, progress } = parts

  /** What became a message is crossed off in the same transaction: a kill between the two cannot be. */
  async function queueNext(row: CampaignRow): Promise<void> {
    const last = await recipients.lastOfNext(row.seq, sliceSize)
    if (last !== null) {
      await mail.enqueueAudience(campaignContent(row), both(recipients.upTo(row.seq, last), mayGet(row.type)))
      await recipients.crossOff(row.seq, last)
    }
    // Nothing may be left to wait for: nobody fitted, or everyone was deleted, or all was sent in the meantime.
    await progress.settle(row.seq)
  }

  const goOn = statements(db).whole(async (): Promise<boolean> => {
    // First what stands in the way of the others in the queue.
    const cancelled = await campaigns.takeCancelled()
    if (cancelled !== null) {
      await mail.cancelCampaign(cancelled, sliceSize)
      return true
    }
    const seq = await recipients.takeCampaign()
    const row = seq === null ? null : await campaigns.get(seq)
    if (row) await queueNext(row)
    return row !== null
  })

  return {
    /**
     * Makes a campaign SENDING to whoever fits now, and puts the first of them into the queue, in the transaction it is
     * made in. Returns how many fit.
     */
    async begin(row: CampaignRow, audience: ContactCondition, now: number): Promise<number> {
      const total = await recipients.note(row.seq, audience)
      await campaigns.begin({ seq: row.seq, total, now })
      await queueNext(row)
      return total
    },
    /** Takes back what was not sent of a campaign that is CANCELLED, in the transaction it is made in. */
    async takeBack(seq: number): Promise<void> {
      await recipients.crossOff(seq, Number.MAX_SAFE_INTEGER)
      await mail.cancelCampaign(seq, sliceSize)
    },
    /**
     * Puts more recipients of a campaign into the queue, or takes back more messages of a cancelled one, in a transaction.
     * False when nothing is left of either.
     */
    goOn,
  }
}
