import { type ServiceDatabase, statements } from './statements'

/** An event as the workflows look at it. */
export interface FedEvent {
  seq: number
  name: string
  contact: number
  /** The number of the message it is about. */
  email: number | null
  /** Milliseconds since 1970. */
  at: number
}

/** What a webhook and a message are told of an event. `data` is JSON text. */
export interface WorkflowEvent {
  seq: number
  name: string
  data: string | null
  /** Milliseconds since 1970. */
  at: number
}

/**
 * The events as workflows come by them, one after the other, from a bookmark on. Each call joins the transaction it is
 * made in.
 */
export type WorkflowFeed = ReturnType<typeof workflowFeed>

/** What a message that a workflow sent causes by itself; an open or a click is a person's doing. */
const ofSending = new Set(['email.sent', 'email.delivery', 'email.bounce'])

/** The feed of a database. */
export function workflowFeed(db: ServiceDatabase) {
  const sql = statements(db)
  // "+" keeps the planner on the rows of the window: they are few, a name may have millions.
  const between = sql.rows<[after: number, upTo: number, names: string, limit: number], FedEvent>(
    `SELECT e.seq, n.name, e.contact, e.email, e.created_at AS at
     FROM event AS e CROSS JOIN event_name AS n ON n.number = e.name
     WHERE e.seq > ? AND e.seq <= ? AND e.contact > 0
       AND +e.name IN (SELECT number FROM event_name WHERE name IN (${sql.texts('?')}))
     ORDER BY e.seq LIMIT ?`,
  )
  const move = sql.run<[event: number]>('UPDATE workflow_bookmark SET event = ? WHERE "only" = 1')
  const forget = sql.run<[upTo: number]>('DELETE FROM workflow_event WHERE event <= ?')
  const eventDepth = sql.count<[event: number]>('SELECT depth FROM workflow_event WHERE event = ?')
  const messageDepth = sql.count<[message: number]>('SELECT depth FROM workflow_message WHERE message = ?')

  return {
    /** Begins at the newest event, unless it has begun: history triggers nothing. */
    begin: sql.run<[]>(
      `INSERT INTO workflow_bookmark ("only", event) SELECT 1, coalesce(max(seq), 0) FROM event WHERE true
       ON CONFLICT ("only") DO NOTHING`,
    ),
    bookmark: sql.count<[]>('SELECT event FROM workflow_bookmark WHERE "only" = 1'),
    /** The same, within the transaction that moves it; null where another process is about to. */
    takeBookmark: sql.value<[], number>(`SELECT event FROM workflow_bookmark WHERE "only" = 1 ${sql.taking}`),
    newest: sql.count<[]>('SELECT coalesce(max(seq), 0) FROM event'),
    /** The first `limit` events of these names, after one and up to another, in the order in which they were recorded. */
    between: (after: number, upTo: number, names: readonly string[], limit: number) =>
      between(after, upTo, JSON.stringify(names), limit),
    /** Moves the bookmark, and forgets what was kept of the events before it. */
    async moveTo(event: number): Promise<void> {
      await move(event)
      await forget(event)
    },
    get: sql.row<[seq: number], WorkflowEvent>(
      `SELECT e.seq, n.name, e.data, e.created_at AS at FROM event AS e JOIN event_name AS n ON n.number = e.name
       WHERE e.seq = ?`,
    ),
    /** Notes that executions caused an event, or a message, `depth` of them one after the other. */
    noteEvent: sql.run<[event: number, depth: number]>(
      `INSERT INTO workflow_event (event, depth) VALUES (?, ?)
       ON CONFLICT (event) DO UPDATE SET depth = excluded.depth`,
    ),
    noteMessage: sql.run<[message: number, depth: number]>(
      `INSERT INTO workflow_message (message, depth) VALUES (?, ?)
       ON CONFLICT (message) DO UPDATE SET depth = excluded.depth`,
    ),
    /** How many executions led to an event: 0 for one that came from outside. */
    async depthOf({ seq, name, email }: FedEvent): Promise<number> {
      return Math.max(
        await eventDepth(seq),
        email !== null && ofSending.has(name) ? await messageDepth(email) : 0,
      )
    },
  }
}
