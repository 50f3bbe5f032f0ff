import { Hono } from 'hono'
import { missing } from '../../http/deployed/refusals'
import type { Env } from '../../http/guards'
import { requireOwnHost } from '../../http/own-host'
import type { ServiceContext } from '../../service-context'
import type { ContactRow } from '../../store/contact-row'
import { rowOf } from './named'

/**
 * /contacts/public/:id and /unsubscribe/:id, which need no key (deployed.md section 8). Unlike those of a deployed service, the
 * ids of this one can be worked out, so that only this machine may ask.
 */
export function publicContactRoutes(
  { store, dialect, publicUrl }: ServiceContext,
  ownUrl: () => string,
): Hono<Env> {
  const { ids } = dialect
  const { contacts } = store
  const app = new Hono<Env>()
  const here = requireOwnHost(ownUrl, async () => {
    throw missing('Contact')
  })

  const existing = (id: string): Promise<ContactRow> => rowOf('contact', id, ids, contacts)

  async function write(id: string, subscribed: boolean) {
    const { seq, email } = await existing(id)
    await contacts.update(seq, { subscribed })
    return { id, email, subscribed }
  }

  app.get('/contacts/public/:id', here, async (c) => {
    const id = c.req.param('id')
    const { email, subscribed, data } = await existing(id)
    return c.json({ id, email, subscribed, language: languageOf(data) })
  })
  app.post('/contacts/public/:id/subscribe', here, async (c) => c.json(await write(c.req.param('id'), true)))
  app.post('/contacts/public/:id/unsubscribe', here, async (c) =>
    c.json(await write(c.req.param('id'), false)),
  )

  // The messages of this service lead to pages of its own, by a token; a contact's id is told from one by its dashes.
  app.get(`/unsubscribe/:id{${uuid}}`, here, async (c) => {
    const id = c.req.param('id')
    await existing(id)
    return c.redirect(`${publicUrl()}/contacts/public/${id}`, 302)
  })
  app.post(`/unsubscribe/:id{${uuid}}`, here, async (c) => {
    await write(c.req.param('id'), false)
    return c.text('Unsubscribed')
  })
  return app
}

const uuid = '[0-9a-f]{8}-[0-9a-f-]{27}'

function languageOf(data: string): string {
  // What the service stored itself is an object: nothing else writes this column.
  const { locale }: Record<string, unknown> = JSON.parse(data)
  return typeof locale === 'string' ? locale : 'en'
}
