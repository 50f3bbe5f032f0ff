import type { Page } from './contact-list'
import type { ServiceDatabase } from './database'

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

type EventTuple = [number, string, number, number | null, string | null, number]

/** What is asked of the list of events, newest first. */
export interface EventQuery {
  limit: number
  /** The `seq` of the last row read, with the total of the first page. */
  after?: { seq: number; total: number }
  eventName?: string
  contact?: number
}

/** Reading events. */
export interface Events {
  list(query: EventQuery): Page<EventRow>
  /** The distinct names of the events there are, in alphabetical order. */
  names(): string[]
}

/** The events of a database. */
export function eventStore(db: ServiceDatabase): Events {
  const nameNumber = db.prepare<[string], number>('SELECT number FROM event_name WHERE name = ?').pluck()
  const names = db
    .prepare<[], string>(
      `SELECT name FROM event_name AS n
       WHERE EXISTS (SELECT 1 FROM event WHERE event.name = n.number) ORDER BY name`,
    )
    .pluck()
  const filters = {
    all: '',
    name: 'e.name = @name AND',
    // "+" keeps the planner on the contact's own events, the shorter list.
    contact: 'e.contact = @contact AND (@name IS NULL OR +e.name = @name) AND',
  }
  type EventBound = { name: number | null; contact: number | null; after: number; limit: number }
  const prepare = (filter: string) => ({
    page: db
      .prepare<EventBound, EventTuple>(
        `SELECT e.seq, n.name, e.contact, e.email, e.data, e.created_at
         FROM event AS e CROSS JOIN event_name AS n ON n.number = e.name
         WHERE ${filter} e.seq < @after ORDER BY e.seq DESC LIMIT @limit`,
      )
      .raw(),
    count: db
      .prepare<EventBound, number>(`SELECT count(*) FROM event AS e WHERE ${filter} @after = @after`)
      .pluck(),
  })
  const statements = {
    all: prepare(filters.all),
    name: prepare(filters.name),
    contact: prepare(filters.contact),
  }

  return {
    names: () => names.all(),
    list({ limit, after, eventName, contact }) {
      const name = eventName === undefined ? null : nameNumber.get(eventName)
      if (name === undefined) return { rows: [], next: null, total: 0 }
      const kind = contact !== undefined ? 'contact' : name !== null ? 'name' : 'all'
      const { page, count } = statements[kind]
      const bound = {
        name,
        contact: contact ?? null,
        after: after?.seq ?? Number.MAX_SAFE_INTEGER,
        limit: limit + 1,
      }
      const total = after?.total ?? count.get(bound) ?? 0
      const found = page.all(bound)
      const rows = found.slice(0, limit).map(eventRow)
      const last = rows.at(-1)
      const next =
        found.length > limit && last
          ? { list: 'events', sort: 'createdAt' as const, dir: 'desc' as const, after: last.seq, total }
          : null
      return { rows, next, total }
    },
  }
}

function eventRow([seq, name, contact, email, data, createdAt]: EventTuple): EventRow {
  return { seq, name, contact, email, data, createdAt }
}
