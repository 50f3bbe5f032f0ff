import type { ContactCondition } from '../mail/message'
import type { ServiceDatabase } from './database'

/** How far campaigns are queued, batch after batch, and those that become drafts again. Each joins a transaction. */
export interface CampaignQueueing {
  /** Makes it SCHEDULED to `total` for now. What was queued first keeps its time, whatever the campaign says. */
  schedule(campaign: number, at: number, total: number, now: number): void
  /** Makes a campaign SENDING to `total` for now; its first batch begins with the first contact. */
  begin(campaign: number, total: number, now: number): void
  /** A campaign that is SENDING and not all queued, and after which contact its next batch begins; null without one. */
  next(): { campaign: number; after: number } | null
  /** The number of the last of the first `limit` contacts after one that fit; null where none does. */
  lastOf(audience: ContactCondition, after: number, limit: number): number | null
  moveTo(campaign: number, contact: number): void
  /** Nothing more is queued of it: it goes to whom there are messages for. */
  end(campaign: number): void
  /** How much of it was sent or refused, and how much still waits. */
  messages(campaign: number): { gone: number; queued: number }
  /** Says that a CANCELLED campaign becomes a draft again once its messages are taken back. */
  willRevert(campaign: number): void
  /** A campaign that is to become a draft again and of which no message waits; null without one. */
  toRevert(): number | null
  /** Makes it a DRAFT again, without the messages that it had; CANCELLED where one was sent after all. */
  revert(campaign: number, now: number): void
}

/** The queueing of a database's campaigns. In one piece: its calls share the statements at its head. */
export function campaignQueueing(db: ServiceDatabase): CampaignQueueing {
  const begin = db.prepare<{ campaign: number; total: number; now: number }>(
    `UPDATE campaign SET status = 'SENDING', total_recipients = @total, queued_after = 0, queued_for = NULL,
       sent_at = @now, updated_at = max(@now, created_at) WHERE seq = @campaign`,
  )
  const schedule = db.prepare<{ campaign: number; at: number; total: number; now: number }>(
    `UPDATE campaign SET status = 'SCHEDULED', scheduled_for = @at, queued_for = coalesce(queued_for, @at),
       total_recipients = @total, updated_at = max(@now, created_at) WHERE seq = @campaign`,
  )
  const next = db.prepare<[], { campaign: number; after: number }>(
    `SELECT seq AS campaign, queued_after AS after FROM campaign INDEXED BY campaign_queueing
     WHERE queued_after IS NOT NULL ORDER BY seq LIMIT 1`,
  )
  const moveTo = db.prepare<[number, number]>('UPDATE campaign SET queued_after = ? WHERE seq = ?')
  const end = db.prepare<{ campaign: number }>(
    `UPDATE campaign SET queued_after = NULL,
       total_recipients = (SELECT count(*) FROM message WHERE campaign = @campaign AND status <> 'cancelled')
     WHERE seq = @campaign AND queued_after IS NOT NULL`,
  )
  const messages = db.prepare<[number], { gone: number; queued: number }>(
    `SELECT coalesce(sum(status IN ('sent', 'bounced', 'unknown', 'sending')), 0) AS gone,
       coalesce(sum(status = 'queued'), 0) AS queued FROM message WHERE campaign = ?`,
  )
  const willRevert = db.prepare<[number]>('UPDATE campaign SET reverts = 1 WHERE seq = ?')
  const toRevert = db
    .prepare<[], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_reverting WHERE reverts = 1 AND NOT EXISTS
         (SELECT 1 FROM message WHERE campaign = campaign.seq AND message.status IN ('queued', 'sending')) LIMIT 1`,
    )
    .pluck()
  const stay = db.prepare<[number]>('UPDATE campaign SET reverts = 0 WHERE seq = ?')
  const revert = db.prepare<{ campaign: number; now: number }>(
    `UPDATE campaign SET status = 'DRAFT', reverts = 0, scheduled_for = NULL, queued_for = NULL, sent_at = NULL,
       queued_after = NULL, updated_at = max(@now, created_at) WHERE seq = @campaign`,
  )
  const clear = db.prepare<[number]>('DELETE FROM message WHERE campaign = ?')
  const count = (campaign: number) => messages.get(campaign) ?? { gone: 0, queued: 0 }

  return {
    schedule: (campaign, at, total, now) => void schedule.run({ campaign, at, total, now }),
    begin: (campaign, total, now) => void begin.run({ campaign, total, now }),
    next: () => next.get() ?? null,
    lastOf: ({ where, values }, after, limit) =>
      // Prepared each time: every audience is another question.
      db
        .prepare<unknown[], number | null>(
          `SELECT max(seq) FROM
             (SELECT c.seq FROM contact AS c WHERE c.seq > ? AND (${where}) ORDER BY c.seq LIMIT ?)`,
        )
        .pluck()
        .get(after, ...values, limit) ?? null,
    moveTo: (campaign, contact) => void moveTo.run(contact, campaign),
    end: (campaign) => void end.run({ campaign }),
    messages: count,
    willRevert: (campaign) => void willRevert.run(campaign),
    toRevert: () => toRevert.get() ?? null,
    revert(campaign, now) {
      if (count(campaign).gone > 0) {
        stay.run(campaign)
        return
      }
      clear.run(campaign)
      revert.run({ campaign, now })
    },
  }
}
