import type { ServiceDatabase } from './database'

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

/** How often a name came. */
export interface NameCount {
  name: string
  count: number
}

/** Events as deployed services tell them: windows of the newest, counts, and the end of a name. */
export interface EventSummary {
  get(seq: number): EventSummaryRow | null
  /** The newest, of one name where one is given. */
  newest(limit: number, name?: string): EventSummaryRow[]
  newestOf(contact: number, limit: number): EventSummaryRow[]
  /** Every name there is an event of, most frequent first, from one time to another (milliseconds since 1970). */
  counts(from?: number, to?: number): NameCount[]
  /** How many events of a name there are, and about how many contacts. */
  usage(name: string): { events: number; contacts: number }
  /** Deletes every event of a name. Returns how many there were. */
  remove(name: string): number
}

/** The summary of a database. */
export function eventSummary(db: ServiceDatabase): EventSummary {
  const read = <Bound extends unknown[]>(where: string) =>
    db.prepare<Bound, EventSummaryRow>(
      `SELECT e.seq, n.name, e.contact, c.email AS contactEmail, e.email, e.data, e.created_at AS createdAt
       FROM event AS e CROSS JOIN event_name AS n ON n.number = e.name LEFT JOIN contact AS c ON c.seq = e.contact
       WHERE ${where} ORDER BY e.seq DESC LIMIT ?`,
    )
  const one = read<[number, number]>('e.seq = ?')
  const all = read<[number]>('true')
  const named = read<[string, number]>('e.name = (SELECT number FROM event_name WHERE name = ?)')
  const ofContact = read<[number, number]>('e.contact = ?')
  const counts = db.prepare<[number, number], NameCount>(
    `SELECT n.name, count(*) AS count FROM event AS e JOIN event_name AS n ON n.number = e.name
     WHERE e.created_at BETWEEN ? AND ? GROUP BY e.name ORDER BY count DESC, n.name`,
  )
  const usage = db.prepare<[string], { events: number; contacts: number }>(
    `SELECT count(*) AS events, count(DISTINCT nullif(contact, 0)) AS contacts FROM event
     WHERE name = (SELECT number FROM event_name WHERE name = ?)`,
  )
  const remove = db.prepare<[string]>(
    'DELETE FROM event WHERE name = (SELECT number FROM event_name WHERE name = ?)',
  )
  return {
    get: (seq) => one.get(seq, 1) ?? null,
    newest: (limit, name) => (name === undefined ? all.all(limit) : named.all(name, limit)),
    newestOf: (contact, limit) => ofContact.all(contact, limit),
    counts: (from = 0, to = Number.MAX_SAFE_INTEGER) => counts.all(from, to),
    usage: (name) => usage.get(name) ?? { events: 0, contacts: 0 },
    remove: (name) => remove.run(name).changes,
  }
}
