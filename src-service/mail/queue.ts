import { inOrder } from '../store/in-order'
import { Emitter } from '../../src-shared/emitter'
import type { ServiceContext } from '../service-context'
import { contentStore } from './content'
import { statements } from '../store/statements'
import type { ContactCondition, MailContent, MailQueue, Recipient } from './message'

/** The queue, with word of what was put into it. */
export interface CreatedQueue extends MailQueue {
  /** Calls back whenever something was added: once the transaction that added it is over. */
  onAdded(call: () => void): void
}

/**
 * The durable queue of a database (mail/message.ts). The dispatcher empties it.
 * In one piece: its calls share the statements at its head.
 */
export function createQueue({
  db,
  clock,
  mailEnded,
}: Pick<ServiceContext, 'db' | 'clock' | 'mailEnded'>): CreatedQueue {
  const sql = statements(db)
  const contents = contentStore(db)
  const listeners = new Emitter()
  type Added = { content: number; campaign: number | null; template: number | null; now: number }
  const insert = sql.numbered<[Added & Recipient]>(
    `INSERT INTO message
       (content, campaign, template, contact, subscribed, address, name, token, due_at, created_at)
     VALUES (@content, @campaign, @template, @contact, coalesce((SELECT subscribed FROM contact WHERE seq = @contact), 0),
       @address, @name, ${sql.token}, @now, @now)
     RETURNING seq`,
  )
  type Failed = Omit<Recipient, 'name'> &
    Omit<Added, 'content' | 'campaign'> & { subject: string; fault: string }
  const insertFailed = sql.numbered<[Failed]>(
    `INSERT INTO message
       (content, template, contact, subscribed, address, token, status, subject, fault, due_at, ended_at, created_at)
     VALUES (0, @template, @contact, 0, @address, ${sql.token}, 'failed', @subject, @fault, @now, @now, @now)
     RETURNING seq`,
  )
  const cancel = sql.run<[campaign: number, atMost: number]>(
    `UPDATE message SET status = 'cancelled' WHERE seq IN
       (SELECT seq FROM message WHERE campaign = ? AND status = 'queued' LIMIT ?)`,
  )

  /** Within the transaction that adds: until it has ended, a look at the queue finds nothing. */
  function added(): void {
    db.afterwards(() => void clock.after(0, () => listeners.emit()))
  }

  const enqueue = sql.whole(
    async (content: MailContent, recipients: readonly Recipient[]): Promise<number[]> => {
      added()
      const now = clock.now()
      const { campaign, template = null } = content
      const row = { content: await contents.add(content, now), campaign, template, now }
      return await inOrder(recipients, async ({ contact, address, name }) =>
        insert({ ...row, contact, address, name }),
      )
    },
  )

  const enqueueAudience = sql.whole(
    async (content: MailContent, { where, values }: ContactCondition): Promise<number> => {
      added()
      const now = clock.now()
      const insertAll = sql.run(
        `INSERT INTO message (content, campaign, contact, subscribed, address, token, due_at, created_at)
       SELECT ?, ?, c.seq, c.subscribed, c.email, ${sql.token}, ?, ?
       FROM contact AS c WHERE ${where} ORDER BY c.seq`,
      )
      const stored = await contents.add(content, now)
      const changes = await insertAll(stored, content.campaign, now, now, ...values)
      if (changes === 0) await contents.sweep(stored)
      return changes
    },
  )

  return {
    async enqueue(content, recipients) {
      return recipients.length === 0 ? [] : enqueue(content, recipients)
    },
    async noteFailed({ subject, template = null }, { contact, address }, fault) {
      mailEnded?.('failed')
      return insertFailed({ template, contact, address, subject, fault, now: clock.now() })
    },
    enqueueAudience,
    cancelCampaign: sql.whole(async (campaign: number, atMost = Number.MAX_SAFE_INTEGER) => {
      const changes = await cancel(campaign, atMost)
      await contents.cancel(campaign)
      return changes
    }),
    onAdded: (call) => void listeners.add(call),
  }
}
