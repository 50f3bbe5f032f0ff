import { statements } from '../store/statements'
import { sql } from '../audience/fragment'
import { ServiceFailure } from '../http/failure'
import type { ContactCondition } from '../mail/message'
import type { CampaignQueueing } from '../store/campaign-queueing'
import type { CampaignRow } from '../store/campaigns'
import { both } from './audience'
import { campaignContent } from './content'
import { type CampaignDelivery, type DeliveryParts, sliceSize } from './delivery'

/** Contacts of a batch (deployed.md section 5). */
const batchSize = 500

/** What sending by batches needs. */
interface BatchParts extends Omit<DeliveryParts, 'recipients'> {
  queueing: CampaignQueueing
  /** Who gets a campaign as things are now. @throws ServiceFailure where that cannot be told any more */
  whoGets(row: CampaignRow): Promise<ContactCondition>
  count(audience: ContactCondition): Promise<number>
  /** Milliseconds since 1970. */
  now(): number
}

/** The way of campaigns into the queue in batches, the audience of each as it is when it is queued. */
export function batchDelivery(parts: BatchParts): CampaignDelivery {
  const { db, campaigns, mail, progress, queueing, whoGets, count, now: clockNow } = parts

  /** Queues the next batch. One whose segment is gone goes to nobody more, and stays as it is. */
  async function queueNext(row: CampaignRow, after: number): Promise<void> {
    const who = await audienceOf(row)
    const last = who && (await queueing.lastOf(who, after, batchSize))
    if (who && last !== null) {
      const batch = both(sql`c.seq > ${after} AND c.seq <= ${last}`, who)
      await mail.enqueueAudience(campaignContent(row), batch)
      await queueing.moveTo({ campaign: row.seq, contact: last })
      return
    }
    await queueing.end({ campaign: row.seq })
    await progress.settle(row.seq)
  }

  async function audienceOf(row: CampaignRow): Promise<ContactCondition | null> {
    try {
      return await whoGets(row)
    } catch (error) {
      if (error instanceof ServiceFailure) return null
      throw error
    }
  }

  const goOn = statements(db).whole(async (): Promise<boolean> => {
    const cancelled = await campaigns.takeCancelled()
    if (cancelled !== null) {
      await mail.cancelCampaign(cancelled, sliceSize)
      return true
    }
    const reverting = await queueing.takeReverting()
    if (reverting !== null) {
      await queueing.revert(reverting, clockNow())
      return true
    }
    const next = await queueing.takeNext()
    const row = next && (await campaigns.get(next.campaign))
    if (next && row) await queueNext(row, next.after)
    return next !== null
  })

  return {
    async begin(row, audience, now) {
      const total = await count(audience)
      await queueing.begin({ campaign: row.seq, total, now })
      return total
    },
    async takeBack(seq) {
      await queueing.end({ campaign: seq })
      await mail.cancelCampaign(seq, 0)
    },
    goOn,
  }
}
