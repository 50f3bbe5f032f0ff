import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '../../src-shared/interface/limits'
import type { Dialect } from '../dialect/dialect'
import { eventJson } from '../dialect/records'
import { type Env, requireKey } from '../http/guards'
import { readQuery } from '../http/input'
import { placeIn } from '../http/lists'
import { cursorField, limitField } from '../http/query-fields'
import { json } from '../http/respond'
import { encodeCursor } from '../store/cursor'
import type { Store } from '../store/store'

/** The newest-first window (wire.md, form G): how many events it holds unless told, and at most. */
const window = { default: 100, max: 100_000 }

const filters = { eventName: z.string().optional(), contactId: z.string().optional() }
/** The query of GET /events where it pages. */
export const eventPageQuery = z.object({
  ...filters,
  limit: limitField(limits.page.max, limits.page.default),
  cursor: cursorField,
})
/** The query of GET /events where it is a window: it does not know cursors and ignores them, as deployed services do. */
export const eventWindowQuery = z.object({
  ...filters,
  limit: limitField(window.max, window.default),
  cursor: z
    .unknown()
    .optional()
    .transform(() => undefined),
})

/** GET /events, newest first, and GET /events/names (interface.md section 6; wire.md, forms A, B, G and H). */
export function eventRoutes(store: Store, dialect: Dialect): Hono<Env> {
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  app.get('/', (c) => {
    const query = dialect.eventsPage ? readQuery(c, eventPageQuery) : readQuery(c, eventWindowQuery)
    const { limit, cursor, contactId } = query
    const place = placeIn('events', cursor)
    const after = place && { seq: place.after, total: place.total }
    // An id that stands for no contact is a filter that nothing passes: row 0 does not exist.
    const contact = contactId ? (dialect.ids.decode('contact', contactId) ?? 0) : undefined
    const page = store.events.list({ limit, after, contact, eventName: query.eventName || undefined })
    const text = dialect.list('events', {
      items: page.rows.map((row) => eventJson(row, dialect)),
      cursor: page.next && encodeCursor(page.next),
      total: page.total,
      first: after === undefined,
    })
    return json(c, text)
  })

  app.get('/names', (c) => json(c, dialect.eventNames(store.events.names())))

  return app
}
