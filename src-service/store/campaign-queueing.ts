import type { ContactCondition } from '../mail/message'
import { type ServiceDatabase, statements } from './statements'

/** How far campaigns are queued, batch after batch, and those that become drafts again. Each joins a transaction. */
export type CampaignQueueing = ReturnType<typeof campaignQueueing>

/** The queueing of a database's campaigns. In one piece: it is a table of statements. */
export function campaignQueueing(db: ServiceDatabase) {
  const sql = statements(db)
  /** How much of it was sent or refused, and how much still waits. */
  const messages = sql.made<[campaign: number], { gone: number; queued: number }>(
    `SELECT count(*) FILTER (WHERE status IN ('sent', 'bounced', 'unknown', 'sending')) AS gone,
       count(*) FILTER (WHERE status = 'queued') AS queued FROM message WHERE campaign = ?`,
  )
  const stay = sql.run<[campaign: number]>('UPDATE campaign SET reverts = 0 WHERE seq = ?')
  const draft = sql.run<[{ campaign: number; now: number }]>(
    `UPDATE campaign SET status = 'DRAFT', reverts = 0, scheduled_for = NULL, queued_for = NULL, sent_at = NULL,
       queued_after = NULL, updated_at = greatest(@now, created_at) WHERE seq = @campaign`,
  )
  const clear = sql.run<[campaign: number]>('DELETE FROM message WHERE campaign = ?')
  return {
    messages,
    /** Makes it SCHEDULED to `total` for now. What was queued first keeps its time, whatever the campaign says. */
    schedule: sql.run<[{ campaign: number; at: number; total: number; now: number }]>(
      `UPDATE campaign SET status = 'SCHEDULED', scheduled_for = @at, queued_for = coalesce(queued_for, @at),
         total_recipients = @total, updated_at = greatest(@now, created_at) WHERE seq = @campaign`,
    ),
    /** Makes a campaign SENDING to `total` for now; its first batch begins with the first contact. */
    begin: sql.run<[{ campaign: number; total: number; now: number }]>(
      `UPDATE campaign SET status = 'SENDING', total_recipients = @total, queued_after = 0, queued_for = NULL,
         sent_at = @now, updated_at = greatest(@now, created_at) WHERE seq = @campaign`,
    ),
    /**
     * Takes a campaign that is SENDING and not all queued, with the contact after which its next batch begins, within the
     * transaction that queues that; null without one.
     */
    takeNext: sql.row<[], { campaign: number; after: number }>(
      `SELECT seq AS campaign, queued_after AS after FROM campaign INDEXED BY campaign_queueing
       WHERE queued_after IS NOT NULL ORDER BY seq LIMIT 1 ${sql.taking}`,
    ),
    /** The number of the last of the first `limit` contacts after one that fit; null where none does. */
    lastOf: ({ where, values }: ContactCondition, after: number, limit: number) =>
      // Prepared each time: every audience is another question.
      sql.value<unknown[], number>(
        `SELECT max(seq) FROM
           (SELECT c.seq FROM contact AS c WHERE c.seq > ? AND (${where}) ORDER BY c.seq LIMIT ?) AS batch`,
      )(after, ...values, limit),
    moveTo: sql.run<[{ campaign: number; contact: number }]>(
      'UPDATE campaign SET queued_after = @contact WHERE seq = @campaign',
    ),
    /** Nothing more is queued of it: it goes to whom there are messages for. */
    end: sql.run<[{ campaign: number }]>(
      `UPDATE campaign SET queued_after = NULL,
         total_recipients = (SELECT count(*) FROM message WHERE campaign = @campaign AND status <> 'cancelled')
       WHERE seq = @campaign AND queued_after IS NOT NULL`,
    ),
    /** Says that a CANCELLED campaign becomes a draft again once its messages are taken back. */
    willRevert: sql.run<[campaign: number]>('UPDATE campaign SET reverts = 1 WHERE seq = ?'),
    /** Takes a campaign that is to become a draft again and of which no message waits; null without one. */
    takeReverting: sql.value<[], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_reverting WHERE reverts = 1 AND NOT EXISTS
         (SELECT 1 FROM message WHERE campaign = campaign.seq AND message.status IN ('queued', 'sending'))
       LIMIT 1 ${sql.taking}`,
    ),
    /** Makes it a DRAFT again, without the messages that it had; CANCELLED where one was sent after all. */
    async revert(campaign: number, now: number): Promise<void> {
      if ((await messages(campaign)).gone > 0) {
        await stay(campaign)
        return
      }
      await clear(campaign)
      await draft({ campaign, now })
    },
  }
}
