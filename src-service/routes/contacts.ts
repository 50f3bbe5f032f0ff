import { Hono } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { updateContactRequestSchema, upsertContactRequestSchema } from '../../src-shared/interface/contact'
import { limits } from '../../src-shared/interface/limits'
import type { SpecifiedDialect } from '../dialect/dialect'
import { contactJson } from '../dialect/records'
import { ServiceFailure } from '../http/failure'
import { type Env, requireKey } from '../http/guards'
import { badQuery, readBody, readQuery } from '../http/input'
import { booleanField, cursorField, limitField } from '../http/query-fields'
import { json, nothing } from '../http/respond'
import { encodeCursor } from '../store/cursor'
import type { Store } from '../store/store'

/** The query of GET /contacts. */
export const contactListQuery = lazyObject(() => ({
  limit: limitField(limits.page.max, limits.page.default),
  cursor: cursorField,
  subscribed: booleanField.optional(),
  search: z.string().optional(),
  sort: z.enum(['createdAt', 'email']).default('createdAt'),
  dir: z.enum(['asc', 'desc']).optional(),
}))

const notFound = () =>
  new ServiceFailure('CONTACT_NOT_FOUND', 'There is no contact with this id.', {
    suggestion: 'It may have been deleted. List the contacts again.',
  })

/** /contacts and /contacts/:id (interface.md section 4). */
export function contactRoutes(store: Store, dialect: SpecifiedDialect): Hono<Env> {
  const { ids } = dialect
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  app.get('/', async (c) => {
    const query = readQuery(c, contactListQuery)
    const dir = query.dir ?? (query.sort === 'email' ? 'asc' : 'desc')
    const { cursor } = query
    if (cursor && (cursor.list !== 'contacts' || cursor.sort !== query.sort || cursor.dir !== dir)) {
      throw badQuery([
        { field: 'cursor', message: 'Belongs to another list, or one in another order.', code: 'custom' },
      ])
    }
    const page = await store.listContacts({ ...query, dir, cursor })
    const text = dialect.list('contacts', {
      items: page.rows.map((row) => contactJson(row, ids)),
      cursor: page.next && encodeCursor(page.next),
      total: page.total,
    })
    return json(c, text)
  })

  app.post('/', async (c) => {
    const { email, ...change } = await readBody(c, upsertContactRequestSchema)
    const { row, isNew } = await store.contacts.upsert(email, change)
    return json(c, dialect.record(contactJson(row, ids, { isNew })), isNew ? 201 : 200)
  })

  app.get('/:id', async (c) => {
    const seq = ids.decode('contact', c.req.param('id'))
    const row = seq === null ? null : await store.contacts.get(seq)
    if (!row) throw notFound()
    return json(c, dialect.record(contactJson(row, ids)))
  })

  app.patch('/:id', async (c) => {
    const change = await readBody(c, updateContactRequestSchema)
    const seq = ids.decode('contact', c.req.param('id'))
    const row = seq === null ? null : await store.contacts.update(seq, change)
    if (!row) throw notFound()
    if (row === 'taken') {
      throw new ServiceFailure('CONFLICT', 'Another contact has this address.', {
        suggestion: 'Change that contact, or delete it first.',
      })
    }
    return json(c, dialect.record(contactJson(row, ids)))
  })

  app.delete('/:id', async (c) => {
    const seq = ids.decode('contact', c.req.param('id'))
    if (seq === null || !(await store.contacts.remove(seq))) throw notFound()
    return dialect.deleted === null ? nothing(c) : json(c, dialect.deleted)
  })

  return app
}
