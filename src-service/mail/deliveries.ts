import { liveSenders } from '../store/postgres/working-locks'
import { type ServiceDatabase, statements, type Stored } from '../store/statements'

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
interface Interrupted {
  content: number
  campaign: number | null
}

/** The messages of the queue on their way out. Each call joins the transaction it is made in. */
export type MessageQueue = ReturnType<typeof deliveryStore>

/** The deliveries of a database. In one piece: its calls share the statements at its head. */
export function deliveryStore(db: ServiceDatabase) {
  const sql = statements(db)
  const isShared = db.engine === 'postgres'
  // What was never tried is due at once, whatever the clock says: should it go back, nothing waits for it to catch up.
  // The index is named: left to choose, SQLite looks at every message of every campaign, sent or not.
  const waiting = (whose: string, index: string) => {
    const next = (how: string) =>
      sql.rows<[now: number, atMost: number], Stored<DueMessage, 'subscribed'>>(
        `SELECT seq, content, campaign, contact, subscribed, address, name, token, attempts
         FROM message INDEXED BY ${index}
         WHERE status = 'queued' AND ${whose} AND (attempts = 0 OR due_at <= ?) ORDER BY due_at, seq LIMIT ? ${how}`,
      )
    return {
      next: next(''),
      take: next(sql.taking),
      earliest: sql.value<[], number>(
        `SELECT min(due_at) FROM message INDEXED BY ${index} WHERE status = 'queued' AND ${whose}`,
      ),
    }
  }
  const urgent = waiting('campaign IS NULL', 'message_urgent')
  const bulk = waiting('campaign IS NOT NULL', 'message_bulk')
  /** The messages whose turn it is: what was sent for one goes before campaigns, the oldest first. None when none is due. */
  const inTurn =
    (how: 'next' | 'take') =>
    async (now: number, atMost: number): Promise<DueMessage[]> => {
      const found = await urgent[how](now, atMost)
      if (found.length < atMost) found.push(...(await bulk[how](now, atMost - found.length)))
      return found.map((message) => ({ ...message, subscribed: message.subscribed === 1 }))
    }
  const claim = sql.run<[{ messages: string; sender: number | null }]>(
    `UPDATE message SET status = 'sending'${isShared ? ', sender = @sender' : ''} WHERE seq IN (${sql.numbers('@messages')})`,
  )
  const putBack = sql.run<[attempts: number, due: number, seq: number]>(
    `UPDATE message SET status = 'queued', attempts = ?, due_at = ? WHERE seq = ? AND status = 'sending'
       AND (SELECT cancelled FROM mail_content WHERE seq = message.content) = 0`,
  )
  const end = sql.run<[EndingFacts & { seq: number; ending: Ending; size: number | null }]>(
    `UPDATE message SET status = @ending, subject = @subject, address = @address, fault = @fault,
       source = @source, source_size = @size, ended_at = CASE WHEN @ending = 'cancelled' THEN NULL ELSE CAST(@now AS bigint) END
     WHERE seq = @seq AND status IN ('queued', 'sending')`,
  )
  // Asked for as it ends them: of a process that came since, nothing would be known.
  const fromNobody = isShared ? ` AND (sender IS NULL OR sender NOT IN (${liveSenders}))` : ''
  return {
    /** The messages whose turn it is. */
    next: inTurn('next'),
    /** The same, of those that no other process is about to take; within the transaction that takes them. */
    take: inTurn('take'),
    /** When a message that waits for another attempt is due; null when none waits. */
    async nextDue(): Promise<number | null> {
      const times = [await urgent.earliest(), await bulk.earliest()].filter((time) => time !== null)
      return times.length === 0 ? null : Math.min(...times)
    },
    /** Says that messages that were taken are about to leave, from the process that others know as `sender`. */
    claim: (messages: readonly DueMessage[], sender: number | null) =>
      claim({ messages: JSON.stringify(messages.map(({ seq }) => seq)), sender }),
    /**
     * Puts a message back: tried `attempts` times, due again at `due` (milliseconds since 1970). False, and it stays where
     * it is, when its campaign was cancelled meanwhile.
     */
    putBack: async ({ seq }: DueMessage, attempts: number, due: number) =>
      (await putBack(attempts, due, seq)) === 1,
    /** Ends a message that is queued or on its way. False when it had ended before. */
    end: async ({ seq }: DueMessage, ending: Ending, facts: EndingFacts) =>
      (await end({ seq, ending, size: facts.source?.length ?? null, ...facts })) === 1,
    /** Ends every message as `unknown` that is on its way from a process which is no more. */
    endInterrupted: sql.rows<[now: number], Interrupted>(
      `UPDATE message SET status = 'unknown', ended_at = ?,
         fault = 'The service ended while it was being sent. It may have arrived.' WHERE status = 'sending'${fromNobody}
       RETURNING content, campaign`,
    ),
  }
}
