import { statements } from '../../store/statements'
import { Hono } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { isReservedEventName } from '../../../src-shared/interface/event'
import { dataText } from '../../audience/data-rules'
import { upsertContact, type ContactWrite } from '../../contacts/deployed-write'
import { isoTime } from '../../dialect/iso-time'
import { validBody } from '../../http/deployed/body'
import { invalid } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { idempotent } from '../../http/idempotency'
import type { ServiceContext } from '../../service-context'

const trackSchema = lazyObject(() => ({
  event: z.string().min(1),
  email: z.email(),
  subscribed: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
}))

/** POST /v1/track, for the public key alone (deployed.md section 2). */
export function deployedTrackRoutes({
  db,
  store,
  dialect,
  clock,
}: Pick<ServiceContext, 'db' | 'store' | 'dialect' | 'clock'>): Hono<Env> {
  const { ids, http } = dialect
  const app = new Hono<Env>()

  // The event keeps the data as it was sent, what is for one call only as well.
  const track = statements(db).whole(async (email: string, name: string, said: ContactWrite) => {
    const { row } = await upsertContact(store.contacts, email, said, true)
    const data = said.data ? dataText(said.data) : undefined
    return { contact: row.seq, ...(await store.eventWriter.record({ contact: row.seq, name, data })) }
  })

  const key = requireKey(...http.keys.track)
  app.post('/', key, idempotent(store.idempotencyKeys, http, clock), async (c) => {
    const { email, event, ...said } = validBody(c, trackSchema)
    if (isReservedEventName(event)) {
      const message = `"${event}" is a reserved event name`
      throw invalid([{ field: 'event', message, code: 'reserved_event' }])
    }
    const { contact, seq, createdAt } = await track(email, event, said)
    const data = {
      contact: ids.encode('contact', contact),
      event: ids.encode('event', seq),
      timestamp: isoTime(createdAt),
    }
    return c.json({ success: true, data })
  })
  return app
}
