import { Hono } from 'hono'
import { isReservedEventName, trackRequestSchema } from '../../src-shared/interface/event'
import type { SpecifiedDialect } from '../dialect/dialect'
import { ServiceFailure } from '../http/failure'
import { type Env, requireKey } from '../http/guards'
import { idempotent } from '../http/idempotency'
import { readBody } from '../http/input'
import { json } from '../http/respond'
import type { Store } from '../store/store'

/** POST /v1/track (interface.md section 4): the only endpoint that takes a public key. */
export function trackRoutes(store: Store, { ids, http }: SpecifiedDialect): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/', requireKey(...http.keys.track), idempotent(store.idempotencyKeys, http), async (c) => {
    const request = await readBody(c, trackRequestSchema)
    if (isReservedEventName(request.event)) {
      throw new ServiceFailure('VALIDATION_ERROR', 'Only the service itself emits events of this name.', {
        errors: [{ field: 'event', message: 'Is a reserved name.', code: 'custom' }],
        suggestion: 'Use another name.',
      })
    }
    const { contact, event, createdAt } = await store.track(request)
    const data = {
      contact: ids.encode('contact', contact),
      event: ids.encode('event', event),
      timestamp: new Date(createdAt).toISOString(),
    }
    // A public endpoint: wrapped in every dialect (interface.md section 4, "Response envelopes").
    return json(c, JSON.stringify({ success: true, data }))
  })
  return app
}
