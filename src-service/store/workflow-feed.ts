import type { ServiceDatabase } from './database'

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
export interface WorkflowFeed {
  /** Begins at the newest event, unless it has begun: history triggers nothing. */
  begin(): void
  bookmark(): number
  newest(): number
  /** The first `limit` events of these names, after one and up to another, in the order in which they were recorded. */
  between(after: number, upTo: number, names: readonly string[], limit: number): FedEvent[]
  /** Moves the bookmark, and forgets what was kept of the events before it. */
  moveTo(event: number): void
  get(seq: number): WorkflowEvent | null
  /** Notes that executions caused an event, or a message, `depth` of them one after the other. */
  noteEvent(event: number, depth: number): void
  noteMessage(message: number, depth: number): void
  /** How many executions led to an event: 0 for one that came from outside. */
  depthOf(event: FedEvent): number
}

type FedTuple = [number, string, number, number | null, number]
type FeedTuple = [number, string, string | null, number]

/** What a message that a workflow sent causes by itself; an open or a click is a person's doing. */
const ofSending = new Set(['email.sent', 'email.delivery', 'email.bounce'])

/** The feed of a database. */
export function workflowFeed(db: ServiceDatabase): WorkflowFeed {
  const begin = db.prepare(
    `INSERT OR IGNORE INTO workflow_bookmark (only, event) SELECT 1, coalesce(max(seq), 0) FROM event`,
  )
  const bookmark = db.prepare<[], number>('SELECT event FROM workflow_bookmark WHERE only = 1').pluck()
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck()
  // "+" keeps the planner on the rows of the window: they are few, a name may have millions.
  const between = db
    .prepare<[number, number, string, number], FedTuple>(
      `SELECT e.seq, n.name, e.contact, e.email, e.created_at
       FROM event AS e CROSS JOIN event_name AS n ON n.number = e.name
       WHERE e.seq > ? AND e.seq <= ? AND e.contact > 0
         AND +e.name IN (SELECT number FROM event_name WHERE name IN (SELECT value FROM json_each(?)))
       ORDER BY e.seq LIMIT ?`,
    )
    .raw()
  const move = db.prepare<[number]>('UPDATE workflow_bookmark SET event = ? WHERE only = 1')
  const forget = db.prepare<[number]>('DELETE FROM workflow_event WHERE event <= ?')
  const one = db
    .prepare<[number], FeedTuple>(
      `SELECT e.seq, n.name, e.data, e.created_at FROM event AS e JOIN event_name AS n ON n.number = e.name
       WHERE e.seq = ?`,
    )
    .raw()
  const noteEvent = db.prepare<[number, number]>(
    'INSERT OR REPLACE INTO workflow_event (event, depth) VALUES (?, ?)',
  )
  const noteMessage = db.prepare<[number, number]>(
    'INSERT OR REPLACE INTO workflow_message (message, depth) VALUES (?, ?)',
  )
  const eventDepth = db.prepare<[number], number>('SELECT depth FROM workflow_event WHERE event = ?').pluck()
  const messageDepth = db
    .prepare<[number], number>('SELECT depth FROM workflow_message WHERE message = ?')
    .pluck()

  return {
    begin: () => void begin.run(),
    bookmark: () => bookmark.get() ?? 0,
    newest: () => newest.get() ?? 0,
    between: (after, upTo, names, limit) =>
      between
        .all(after, upTo, JSON.stringify(names), limit)
        .map(([seq, name, contact, email, at]) => ({ seq, name, contact, email, at })),
    moveTo(event) {
      move.run(event)
      forget.run(event)
    },
    get(seq) {
      const found = one.get(seq)
      return found ? { seq: found[0], name: found[1], data: found[2], at: found[3] } : null
    },
    noteEvent: (event, depth) => void noteEvent.run(event, depth),
    noteMessage: (message, depth) => void noteMessage.run(message, depth),
    depthOf({ seq, name, email }) {
      const sent = email !== null && ofSending.has(name) ? messageDepth.get(email) : undefined
      return Math.max(eventDepth.get(seq) ?? 0, sent ?? 0)
    },
  }
}
