import { Emitter } from '../../src-shared/emitter'
import type { ServiceContext } from '../service-context'
import { contentStore } from './content'
import type { MailQueue } from './message'

/** What a message is stored with that never leaves. */
interface StoredFailure {
  template: number | null
  contact: number | null
  address: string
  now: number
}

/** The queue, with word of what was put into it. */
export interface CreatedQueue extends MailQueue {
  /** Calls back whenever something was added: once the transaction that added it is over. */
  onAdded(call: () => void): void
}

// A message's token is all that opens its links: 96 bits of SQLite's ChaCha20 generator, seeded by the system. The second
// goes before them, so that those made together stand together in the index: scattered over all of it, 2,000 messages
// would write most of its pages anew.
const token = "printf('%08x', unixepoch()) || lower(hex(randomblob(12)))"

/**
 * The durable queue of a database (mail/message.ts). The dispatcher empties it.
 * In one piece: its calls share the statements at its head.
 */
export function createQueue({ db, clock }: Pick<ServiceContext, 'db' | 'clock'>): CreatedQueue {
  const contents = contentStore(db)
  const listeners = new Emitter()
  type Added = { content: number; campaign: number | null; template: number | null; now: number }
  const insert = db
    .prepare<Added & { contact: number | null; address: string; name: string | null }, number>(
      `INSERT INTO message
         (content, campaign, template, contact, subscribed, address, name, token, due_at, created_at)
       VALUES (@content, @campaign, @template, @contact, coalesce((SELECT subscribed FROM contact WHERE seq = @contact), 0),
         @address, @name, ${token}, @now, @now)
       RETURNING seq`,
    )
    .pluck()
  const insertFailed = db
    .prepare<StoredFailure & { subject: string; fault: string }, number>(
      `INSERT INTO message
         (content, template, contact, subscribed, address, token, status, subject, fault, due_at, ended_at, created_at)
       VALUES (0, @template, @contact, 0, @address, ${token}, 'failed', @subject, @fault, @now, @now, @now)
       RETURNING seq`,
    )
    .pluck()
  const cancel = db.prepare<[number, number]>(
    `UPDATE message SET status = 'cancelled' WHERE seq IN
       (SELECT seq FROM message WHERE campaign = ? AND status = 'queued' LIMIT ?)`,
  )

  function added(): void {
    // Whoever adds is in a transaction, and none goes over the end of a turn.
    clock.after(0, () => {
      listeners.emit()
    })
  }

  const enqueue = db.transaction<MailQueue['enqueue']>((content, recipients) => {
    const now = clock.now()
    const { campaign, template = null } = content
    const row = { content: contents.add(content, now), campaign, template, now }
    return recipients.map(({ contact, address, name }) => {
      const seq = insert.get({ ...row, contact, address, name })
      if (seq === undefined) throw new Error('The new message was not returned.')
      return seq
    })
  })

  const enqueueAudience = db.transaction<MailQueue['enqueueAudience']>((content, { where, values }) => {
    const { campaign } = content
    const now = clock.now()
    const insertAll = db.prepare(
      `INSERT INTO message (content, campaign, contact, subscribed, address, token, due_at, created_at)
       SELECT ?, ?, c.seq, c.subscribed, c.email, ${token}, ?, ?
       FROM contact AS c WHERE ${where} ORDER BY c.seq`,
    )
    const stored = contents.add(content, now)
    const { changes } = insertAll.run(stored, campaign, now, now, ...values)
    if (changes === 0) contents.sweep(stored)
    return changes
  })

  const cancelCampaign = db.transaction((campaign: number, atMost: number) => {
    const { changes } = cancel.run(campaign, atMost)
    contents.cancel(campaign)
    return changes
  })

  return {
    enqueue(content, recipients) {
      if (recipients.length === 0) return []
      added()
      return enqueue.immediate(content, recipients)
    },
    noteFailed({ subject, template = null }, { contact, address }, fault) {
      const now = clock.now()
      const seq = insertFailed.get({ template, contact, address, subject, fault, now })
      if (seq === undefined) throw new Error('The message was not returned.')
      return seq
    },
    enqueueAudience(content, audience) {
      added()
      return enqueueAudience.immediate(content, audience)
    },
    cancelCampaign: (campaign, atMost = Number.MAX_SAFE_INTEGER) =>
      cancelCampaign.immediate(campaign, atMost),
    onAdded: (call) => void listeners.add(call),
  }
}
