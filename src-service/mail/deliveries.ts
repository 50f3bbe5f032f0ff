import type { ServiceDatabase } from '../store/database'

/** A message that is to be sent. */
export interface DueMessage {
  seq: number
  content: number
  campaign: number | null
  /** Null for who is no contact. */
  contact: number | null
  /** Whether the contact was subscribed when the message was queued. */
  subscribed: boolean
  address: string
  name: string | null
  token: string
  /** How often it was tried in vain. */
  attempts: number
}

/** How a message ends. */
export type Ending = 'sent' | 'bounced' | 'failed' | 'unknown' | 'cancelled'

/** What is written about a message that ends. */
export interface EndingFacts {
  /** Milliseconds since 1970. */
  now: number
  /** The rendered subject; null when it was not rendered. */
  subject: string | null
  /** The address it went to. */
  address: string
  /** Why it was not sent. */
  fault: string | null
  /** Its MIME source, where it is kept. */
  source: Buffer | null
}

/** Of a message that was on its way when the service ended. */
export interface Interrupted {
  content: number
  campaign: number | null
}

/** The messages of the queue on their way out. Each call joins the transaction it is made in. */
export interface MessageQueue {
  /** The message whose turn it is: what was sent for one goes before campaigns, the oldest first. Null when none is due. */
  next(now: number): DueMessage | null
  /** When a message that waits for another attempt is due; null when none waits. */
  nextDue(): number | null
  /** Says that a message is about to leave. False when it was taken back meanwhile. */
  claim(message: DueMessage): boolean
  /**
   * Puts a message back: tried `attempts` times, due again at `due` (milliseconds since 1970). False, and it stays where
   * it is, when its campaign was cancelled meanwhile.
   */
  putBack(message: DueMessage, attempts: number, due: number): boolean
  /** Ends a message that is queued or on its way. False when it had ended before. */
  end(message: DueMessage, ending: Ending, facts: EndingFacts): boolean
  /** Ends every message whose sending was cut short as `unknown`. */
  endInterrupted(now: number): Interrupted[]
}

type DueTuple = [
  seq: number,
  content: number,
  campaign: number | null,
  contact: number | null,
  subscribed: number,
  address: string,
  name: string | null,
  token: string,
  attempts: number,
]

/** The deliveries of a database. In one piece: its calls share the statements at its head. */
export function deliveryStore(db: ServiceDatabase): MessageQueue {
  // What was never tried is due at once, whatever the clock says: should it go back, nothing waits for it to catch up.
  // The index is named: left to choose, SQLite looks at every message of every campaign, sent or not.
  const due = (whose: string, index: string) =>
    db
      .prepare<[number], DueTuple>(
        `SELECT seq, content, campaign, contact, subscribed, address, name, token, attempts
         FROM message INDEXED BY ${index}
         WHERE status = 'queued' AND ${whose} AND (attempts = 0 OR due_at <= ?) ORDER BY due_at, seq LIMIT 1`,
      )
      .raw()
  const urgent = due('campaign IS NULL', 'message_urgent')
  const bulk = due('campaign IS NOT NULL', 'message_bulk')
  const earliest = (whose: string, index: string) =>
    db
      .prepare<[], number | null>(
        `SELECT min(due_at) FROM message INDEXED BY ${index} WHERE status = 'queued' AND ${whose}`,
      )
      .pluck()
  const earliestUrgent = earliest('campaign IS NULL', 'message_urgent')
  const earliestBulk = earliest('campaign IS NOT NULL', 'message_bulk')
  const claim = db.prepare<[number]>(
    `UPDATE message SET status = 'sending' WHERE seq = ? AND status = 'queued'`,
  )
  const putBack = db.prepare<[number, number, number]>(
    `UPDATE message SET status = 'queued', attempts = ?, due_at = ? WHERE seq = ? AND status = 'sending'
       AND NOT (SELECT cancelled FROM mail_content WHERE seq = message.content)`,
  )
  const end = db.prepare<EndingFacts & { seq: number; ending: Ending; size: number | null }>(
    `UPDATE message SET status = @ending, subject = @subject, address = @address, fault = @fault,
       source = @source, source_size = @size, ended_at = CASE WHEN @ending = 'cancelled' THEN NULL ELSE @now END
     WHERE seq = @seq AND status IN ('queued', 'sending')`,
  )
  const endInterrupted = db.prepare<[string, number], Interrupted>(
    `UPDATE message SET status = 'unknown', fault = ?, ended_at = ? WHERE status = 'sending'
     RETURNING content, campaign`,
  )

  return {
    next(now) {
      const found = urgent.get(now) ?? bulk.get(now)
      if (!found) return null
      const [seq, content, campaign, contact, subscribed, address, name, token, attempts] = found
      return {
        seq,
        content,
        campaign,
        contact,
        subscribed: subscribed === 1,
        address,
        name,
        token,
        attempts,
      }
    },
    nextDue() {
      const times = [earliestUrgent.get(), earliestBulk.get()].filter((time) => time != null)
      return times.length === 0 ? null : Math.min(...times)
    },
    claim: ({ seq }) => claim.run(seq).changes === 1,
    putBack: ({ seq }, attempts, dueAt) => putBack.run(attempts, dueAt, seq).changes === 1,
    end: ({ seq }, ending, facts) =>
      end.run({ seq, ending, size: facts.source?.length ?? null, ...facts }).changes === 1,
    endInterrupted: (now) =>
      endInterrupted.all('The service ended while it was being sent. It may have arrived.', now),
  }
}
