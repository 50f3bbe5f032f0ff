import { Hono } from 'hono'
import { sendRequestSchema, type SendRequest } from '../../src-shared/interface/send'
import { bodyMax, bodyTooLarge } from '../http/body-limit'
import { type Env, requireKey } from '../http/guards'
import { idempotent } from '../http/idempotency'
import { readBody } from '../http/input'
import { json } from '../http/respond'
import type { MailQueue } from '../mail/message'
import { createSend } from '../mail/send'
import type { ServiceContext } from '../service-context'
import { noTemplate } from './templates'

/** POST /v1/send (interface.md section 4). */
export function sendRoutes(
  { db, store, dialect: { ids, http }, clock }: ServiceContext,
  queue: MailQueue,
): Hono<Env> {
  const send = createSend(db, store, queue)
  const app = new Hono<Env>()

  async function templateOf({ template }: SendRequest) {
    if (template === undefined) return null
    const seq = ids.decode('template', template)
    const row = seq === null ? null : await store.templates.get(seq)
    if (!row) throw noTemplate()
    return row
  }

  app.post('/', requireKey('secret'), idempotent(store.idempotencyKeys, http), async (c) => {
    const request = await readBody(c, sendRequestSchema)
    // The larger limit of this path is for attachments alone.
    const attached = request.attachments?.reduce((sum, { content }) => sum + content.length, 0) ?? 0
    if (Buffer.byteLength(await c.req.text()) - attached > bodyMax) throw bodyTooLarge(bodyMax)
    const emails = (await send(request, await templateOf(request))).map(({ message, contact, address }) => ({
      contact: { id: ids.encode('contact', contact), email: address },
      email: ids.encode('email', message),
    }))
    const data = { emails, timestamp: new Date(clock.now()).toISOString() }
    // A public endpoint: wrapped in every dialect (interface.md section 4, "Response envelopes").
    return json(c, JSON.stringify({ success: true, data }))
  })
  return app
}
