import { type Context, Hono } from 'hono'
import { limits } from '../../../src-shared/interface/limits'
import { keptAddress, requireTextLocale, upsertContact } from '../../contacts/deployed-write'
import { deployedContact } from '../../dialect/deployed-contact'
import { isObject, looseBody } from '../../http/deployed/loose-body'
import { numberOf } from '../../http/deployed/page-list'
import { flat, missing, plain, unexpected } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json, nothing } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { ContactQuery } from '../../store/contact-list'
import type { ContactRow } from '../../store/contact-row'
import { rowOf } from './named'

/** The most addresses that one look-up takes. */
const lookUpMax = 500

/** /contacts, one by one (deployed.md section 3). In one piece: it is a table of routes. */
export function deployedContactRoutes({
  store,
  dialect,
}: Pick<ServiceContext, 'store' | 'dialect'>): Hono<Env> {
  const { ids } = dialect
  const { contacts } = store
  const key = requireKey('secret')
  const app = new Hono<Env>()

  const existing = (id: string): Promise<ContactRow> => rowOf('contact', id, ids, contacts)

  app.get('/', key, async (c) => {
    const asked = queryOf(c)
    const after = c.req.query('cursor') || null
    const last = after === null ? null : ids.decode('contact', after)
    const lastRow = last === null ? null : await contacts.get(last)
    // A cursor is the id of the last row: where nobody has it any more, nothing follows, as at the end.
    if (asked === null || (after !== null && !lastRow)) return json(c, listText([], 0, null))
    const { rows, next, total } = await store.listContacts({ ...asked, cursor: cursorAt(asked, lastRow) })
    const end = rows.at(-1)
    const cursor = next && end ? ids.encode('contact', end.seq) : null
    return json(
      c,
      listText(
        rows.map((row) => deployedContact(row, ids)),
        lastRow ? 0 : total,
        cursor,
      ),
    )
  })

  app.post('/', key, async (c) => {
    const body = looseBody(c)
    const email = body.text('email')
    if (!email) throw flat(400, 'Email is required')
    const written = { data: body.object('data'), subscribed: body.flag('subscribed') }
    const { row, isNew } = await upsertContact(contacts, email, written, true)
    const _meta = { isNew, isUpdate: !isNew }
    return json(c, deployedContact(row, ids, { _meta }), isNew ? 201 : 200)
  })

  app.post('/lookup', key, async (c) => {
    const emails = looseBody(c).any('emails')
    if (!Array.isArray(emails) || emails.length === 0) throw flat(400, 'emails must be a non-empty array')
    if (emails.length > lookUpMax) throw flat(400, `Maximum ${lookUpMax} emails per lookup`)
    const texts = emails.filter((email) => typeof email === 'string')
    if (texts.length < emails.length) throw unexpected()
    const isThere = async (email: string): Promise<boolean> =>
      (await contacts.find(keptAddress(email))) !== null
    const there = new Set<string>()
    for (const email of texts) if (await isThere(email)) there.add(email)
    const [found, notFound] = [
      texts.filter((email) => there.has(email)),
      texts.filter((email) => !there.has(email)),
    ]
    return c.json({ found, notFound })
  })

  app.get('/:id', key, async (c) => json(c, deployedContact(await existing(c.req.param('id')), ids)))

  app.patch('/:id', key, async (c) => {
    const { seq } = await existing(c.req.param('id'))
    const body = looseBody(c)
    const data = body.any('data')
    if (data !== undefined && data !== null && !isObject(data)) throw plain(400, 'data must be an object')
    if (data) requireTextLocale(data)
    const email = body.text('email')
    const subscribed = body.flag('subscribed') ?? undefined
    const row = await contacts.update(seq, { data, subscribed, ...(email && { email: keptAddress(email) }) })
    if (row === 'taken') throw plain(409, 'A contact with this email already exists')
    if (!row) throw missing('Contact')
    return json(c, deployedContact(row, ids))
  })

  app.delete('/:id', key, async (c) => {
    await contacts.remove((await existing(c.req.param('id'))).seq)
    return nothing(c)
  })
  return app
}

/** What a query asks for; null where that is nobody: nothing here snoozes a contact. What is not known is ignored. */
function queryOf(c: Context<Env>): ContactQuery | null {
  const limit = Math.min(numberOf(c, 'limit', limits.page.default), limits.page.max)
  if (limit < 0) throw unexpected()
  const [subscribed, status] = [c.req.query('subscribed'), c.req.query('status')]
  const wanted = [subscribedBy[subscribed ?? ''], subscribedBy[status ?? '']].filter(
    (one) => one !== undefined,
  )
  if (status === 'snoozed' || new Set(wanted).size > 1) return null
  return {
    limit,
    sort: c.req.query('sort') === 'email' ? 'email' : 'createdAt',
    dir: c.req.query('dir') === 'asc' ? 'asc' : 'desc',
    search: c.req.query('search'),
    subscribed: wanted[0],
  }
}

/** The words of `subscribed` and of `status`. */
const subscribedBy: Record<string, boolean | undefined> = {
  true: true,
  false: false,
  subscribed: true,
  unsubscribed: false,
}

function cursorAt({ sort, dir }: ContactQuery, row: ContactRow | null): ContactQuery['cursor'] {
  if (!row) return undefined
  return { list: 'contacts', sort, dir, after: sort === 'email' ? row.email : row.seq, total: 0 }
}

/** `{data, total, cursor?, hasMore}`: at its end a list has no cursor. */
function listText(items: string[], total: number, cursor: string | null): string {
  const rest = { total, ...(cursor !== null && { cursor }), hasMore: cursor !== null }
  return `{"data":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`
}
