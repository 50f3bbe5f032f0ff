import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '../../src-shared/interface/limits'
import type { SpecifiedDialect } from '../dialect/dialect'
import { eventJson } from '../dialect/records'
import { type Env, requireKey } from '../http/guards'
import { readQuery } from '../http/input'
import { placeIn } from '../http/lists'
import { cursorField, limitField } from '../http/query-fields'
import { json } from '../http/respond'
import { encodeCursor } from '../store/cursor'
import type { Store } from '../store/store'

const filters = { eventName: z.string().optional(), contactId: z.string().optional() }
/** The query of GET /events. */
export const eventPageQuery = z.object({
  ...filters,
  limit: limitField(limits.page.max, limits.page.default),
  cursor: cursorField,
})
/** GET /events, newest first, and GET /events/names (interface.md section 6; wire.md, forms A, B and H). */
export function eventRoutes(store: Store, dialect: SpecifiedDialect): Hono<Env> {
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  app.get('/', async (c) => {
    const query = readQuery(c, eventPageQuery)
    const { limit, cursor, contactId } = query
    const position = placeIn('events', cursor)
    const after = position && { seq: position.after, total: position.total }
    // An id that stands for no contact is a filter that nothing passes: row 0 does not exist.
    const contact = contactId ? (dialect.ids.decode('contact', contactId) ?? 0) : undefined
    const page = await store.events.list({ limit, after, contact, eventName: query.eventName || undefined })
    const text = dialect.list('events', {
      items: page.rows.map((row) => eventJson(row, dialect.ids)),
      cursor: page.next && encodeCursor(page.next),
      total: page.total,
    })
    return json(c, text)
  })

  app.get('/names', async (c) => json(c, dialect.eventNames(await store.events.names())))

  return app
}
