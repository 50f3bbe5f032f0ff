import { type ServiceDatabase, statements } from './statements'

/** An event with whom it is about, who may be nobody. `data` is JSON text. */
export interface EventSummaryRow {
  seq: number
  name: string
  /** 0 where it is about nobody. */
  contact: number
  /** The contact's address; null of nobody, and of one that is gone. */
  contactEmail: string | null
  /** The number of the message it is about. */
  email: number | null
  data: string | null
  /** Milliseconds since 1970. */
  createdAt: number
}

interface NameCount {
  name: string
  count: number
}

/** Events as deployed services tell them: windows of the newest, counts, and the end of a name. */
export function eventSummary(db: ServiceDatabase) {
  const sql = statements(db)
  const read = <Bound extends unknown[]>(where: string) =>
    sql.rows<[...Bound, limit: number], EventSummaryRow>(
      `SELECT e.seq, n.name, e.contact, c.email AS "contactEmail", e.email, e.data, e.created_at AS "createdAt"
       FROM event AS e CROSS JOIN event_name AS n ON n.number = e.name LEFT JOIN contact AS c ON c.seq = e.contact
       WHERE ${where} ORDER BY e.seq DESC LIMIT ?`,
    )
  const one = read<[seq: number]>('e.seq = ?')
  const all = read('true')
  const named = read<[name: string]>('e.name = (SELECT number FROM event_name WHERE name = ?)')
  const counted = (where: string) => `SELECT n.name, count(*) AS count FROM event AS e
    JOIN event_name AS n ON n.number = e.name ${where} GROUP BY e.name, n.name ORDER BY count DESC, n.name`
  const counts = sql.rows<[from: number, to: number], NameCount>(
    counted('WHERE e.created_at BETWEEN ? AND ?'),
  )
  // How many there are of each name PostgreSQL is told and need not count.
  const ever = sql.rows<[], NameCount>(
    db.engine === 'sqlite'
      ? counted('')
      : `SELECT n.name, e.events AS count FROM event_count AS e JOIN event_name AS n ON n.number = e.name
         WHERE e.events > 0 ORDER BY count DESC, n.name`,
  )
  return {
    get: async (seq: number) => (await one(seq, 1))[0] ?? null,
    /** The newest, of one name where one is given. */
    newest: async (limit: number, name?: string) =>
      name === undefined ? await all(limit) : await named(name, limit),
    newestOf: read<[contact: number]>('e.contact = ?'),
    /** Every name there is an event of, most frequent first. */
    counts: ever,
    /** The same of events from one time to another (milliseconds since 1970). */
    countsBetween: counts,
    /** How many events of a name there are, and about how many contacts. */
    usage: sql.made<[name: string], { events: number; contacts: number }>(
      `SELECT count(*) AS events, count(DISTINCT nullif(contact, 0)) AS contacts FROM event
       WHERE name = (SELECT number FROM event_name WHERE name = ?)`,
    ),
    /** Deletes every event of a name. Returns how many there were. */
    remove: sql.run<[name: string]>(
      'DELETE FROM event WHERE name = (SELECT number FROM event_name WHERE name = ?)',
    ),
  }
}

/** Reads the workflows that begin at an event, or have a step that waits for it, oldest first. */
export function workflowsOfEvent(db: ServiceDatabase) {
  return statements(db).rows<[{ event: string }], { seq: number; name: string }>(
    `SELECT w.seq, w.name FROM workflow AS w
     WHERE w.removed = 0 AND (w.event_name = @event OR EXISTS (
       SELECT 1 FROM workflow_step AS s
       WHERE s.workflow = w.seq AND s.removed = 0 AND s.config ->> 'eventName' = @event
     )) ORDER BY w.seq`,
  )
}
