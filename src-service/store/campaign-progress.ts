import type { TimerClock } from '../clock'
import type { CampaignProgress } from '../mail/message'
import { type ServiceDatabase, statements } from './statements'

/** What the mail queue tells campaigns. Each call joins the transaction it is made in. */
export function campaignProgress(db: ServiceDatabase, clock: TimerClock): CampaignProgress {
  const sql = statements(db)
  // Counts move thousands of times while a campaign is sent: they leave `updated_at`, which is about the campaign.
  const more = (column: string) =>
    sql.run<[campaign: number]>(`UPDATE campaign SET ${column} = ${column} + 1 WHERE seq = ?`)
  const counts = {
    sent: more('sent_count'),
    delivered: more('delivered_count'),
    opened: more('opened_count'),
    clicked: more('clicked_count'),
    bounced: more('bounced_count'),
    unsubscribed: more('unsubscribed_count'),
  }
  // A cancelled one stays cancelled. One with recipients that are not in the queue yet has messages to come.
  const settle = sql.run<[{ seq: number; now: number }]>(
    `UPDATE campaign SET status = 'SENT', sent_at = coalesce(sent_at, greatest(@now, created_at)), updated_at = greatest(@now, created_at)
     WHERE seq = @seq AND status = 'SENDING' AND queued_after IS NULL
       AND NOT EXISTS (SELECT 1 FROM campaign_recipient WHERE campaign = @seq)
       AND NOT EXISTS (SELECT 1 FROM message WHERE campaign = @seq AND status IN ('queued', 'sending'))`,
  )
  return {
    count: (campaign, what) => counts[what](campaign),
    settle: (campaign) => settle({ seq: campaign, now: clock.now() }),
  }
}
