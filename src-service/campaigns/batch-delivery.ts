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
  whoGets(row: CampaignRow): ContactCondition
  count(audience: ContactCondition): number
  /** Milliseconds since 1970. */
  now(): number
}

/** The way of campaigns into the queue in batches, the audience of each as it is when it is queued. */
export function batchDelivery(parts: BatchParts): CampaignDelivery {
  const { db, campaigns, mail, progress, queueing, whoGets, count, now: clockNow } = parts

  /** Queues the next batch. One whose segment is gone goes to nobody more, and stays as it is. */
  function queueNext(row: CampaignRow, after: number): void {
    const who = audienceOf(row)
    const last = who && queueing.lastOf(who, after, batchSize)
    if (who && last !== null) {
      const batch = both(sql`c.seq > ${after} AND c.seq <= ${last}`, who)
      mail.enqueueAudience(campaignContent(row), batch)
      queueing.moveTo({ campaign: row.seq, contact: last })
      return
    }
    queueing.end({ campaign: row.seq })
    progress.settle(row.seq)
  }

  function audienceOf(row: CampaignRow): ContactCondition | null {
    try {
      return whoGets(row)
    } catch (error) {
      if (error instanceof ServiceFailure) return null
      throw error
    }
  }

  const goOn = db.transaction((): boolean => {
    const cancelled = campaigns.toTakeBack()
    if (cancelled !== null) {
      mail.cancelCampaign(cancelled, sliceSize)
      return true
    }
    const reverting = queueing.toRevert()
    if (reverting !== null) {
      queueing.revert(reverting, clockNow())
      return true
    }
    const next = queueing.next()
    const row = next && campaigns.get(next.campaign)
    if (next && row) queueNext(row, next.after)
    return next !== null
  })

  return {
    begin(row, audience, now) {
      const total = count(audience)
      queueing.begin({ campaign: row.seq, total, now })
      return total
    },
    takeBack(seq) {
      queueing.end({ campaign: seq })
      mail.cancelCampaign(seq, 0)
    },
    goOn: () => goOn.immediate(),
  }
}
