import { Hono } from 'hono'
import { isoTime } from '../../dialect/iso-time'
import { validBody } from '../../http/deployed/body'
import { ServiceFailure } from '../../http/failure'
import { type Env, requireKey } from '../../http/guards'
import { idempotent } from '../../http/idempotency'
import { createDeployedSend, deployedSendSchema } from '../../mail/deployed-send'
import type { MailQueue } from '../../mail/message'
import type { ServiceContext } from '../../service-context'
import type { TemplateRow } from '../../store/templates'

/** POST /v1/send (deployed.md section 2). */
export function deployedSendRoutes(
  { db, store, dialect, clock }: ServiceContext,
  queue: MailQueue,
): Hono<Env> {
  const { ids, http } = dialect
  const send = createDeployedSend(db, store, queue)
  const app = new Hono<Env>()

  async function templateOf(id: string | undefined): Promise<TemplateRow | null> {
    if (id === undefined) return null
    const seq = ids.decode('template', id)
    const row = seq === null ? null : await store.templates.get(seq)
    if (row) return row
    const details = { resource: 'Template', id }
    throw new ServiceFailure('TEMPLATE_NOT_FOUND', 'Template not found', { details, coded: true })
  }

  app.post('/', requireKey('secret'), idempotent(store.idempotencyKeys, http, clock), async (c) => {
    const request = validBody(c, deployedSendSchema)
    const emails = (await send(request, await templateOf(request.template))).map(
      ({ message, contact, address }) => ({
        contact: { id: ids.encode('contact', contact), email: address },
        email: ids.encode('email', message),
      }),
    )
    return c.json({ success: true, data: { emails, timestamp: isoTime(clock.now()) } })
  })
  return app
}
