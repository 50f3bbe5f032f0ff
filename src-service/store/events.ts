import type { Page } from './contact-list'
import { type ServiceDatabase, statements } from './statements'

/** An event as it is stored. `data` is JSON text; `email` is the number of the message it is about. */
export interface EventRow {
  seq: number
  name: string
  /** 0 where it is about nobody. */
  contact: number
  email: number | null
  data: string | null
  /** Milliseconds since 1970. */
  createdAt: number
}

interface EventQuery {
  limit: number
  /** The `seq` of the last row read, with the total of the first page. */
  after?: { seq: number; total: number }
  eventName?: string
  contact?: number
}

/** The events of a database. */
export function eventStore(db: ServiceDatabase) {
  const sql = statements(db)
  const nameNumber = sql.value<[name: string], number>('SELECT number FROM event_name WHERE name = ?')
  type EventBound = { name: number | null; contact: number | null; after: number; limit: number }
  const prepare = (filter: string, count: string) => ({
    page: sql.rows<[EventBound], EventRow>(
      `SELECT e.seq, n.name, e.contact, e.email, e.data, e.created_at AS "createdAt"
       FROM event AS e CROSS JOIN event_name AS n ON n.number = e.name
       WHERE ${filter} e.seq < @after ORDER BY e.seq DESC LIMIT @limit`,
    ),
    count: sql.count<[EventBound]>(count),
  })
  // "+" keeps the planner on the contact's own events, the shorter list.
  const ofContact = 'e.contact = @contact AND (+e.name = @name OR @name IS NULL)'
  const kinds = {
    all: prepare('', sql.rowCount('event')),
    name: prepare('e.name = @name AND', `${sql.rowCount('event')} WHERE name = @name`),
    contact: prepare(`${ofContact} AND`, `SELECT count(*) FROM event AS e WHERE ${ofContact}`),
  }

  return {
    /** The distinct names of the events there are, in alphabetical order. */
    names: sql.values<[], string>(
      `SELECT name FROM event_name AS n
       WHERE EXISTS (SELECT 1 FROM event WHERE event.name = n.number) ORDER BY name`,
    ),
    list: sql.snapshot(async ({ limit, after, eventName, contact }: EventQuery): Promise<Page<EventRow>> => {
      const name = eventName === undefined ? null : await nameNumber(eventName)
      if (name === null && eventName !== undefined) return { rows: [], next: null, total: 0 }
      const { page, count } = kinds[contact !== undefined ? 'contact' : name !== null ? 'name' : 'all']
      const bound = {
        name,
        contact: contact ?? null,
        after: after?.seq ?? Number.MAX_SAFE_INTEGER,
        limit: limit + 1,
      }
      const total = after?.total ?? (await count(bound))
      const found = await page(bound)
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      const next =
        found.length > limit && last
          ? { list: 'events', sort: 'createdAt' as const, dir: 'desc' as const, after: last.seq, total }
          : null
      return { rows, next, total }
    }),
  }
}
