import type { MiddlewareHandler } from 'hono'
import type { IdempotencyKeys } from '../store/idempotency'
import { ServiceFailure } from './failure'
import type { Env } from './guards'
import { badQuery } from './input'

/** Makes a route happen at most once for an `Idempotency-Key` (wire.md, "Idempotency"). Without one it just runs. */
export function idempotent(keys: IdempotencyKeys): MiddlewareHandler<Env> {
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key === undefined) return next()
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      const message = 'Must be 1 to 255 printable ASCII characters.'
      throw badQuery([{ field: 'Idempotency-Key', message, code: 'invalid_string' }])
    }
    const claim = keys.claim(key, Date.now())
    if (!claim.claimed) {
      throw new ServiceFailure('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used already.', {
        originalStatusCode: claim.status,
        suggestion: 'The first call stands. Use a fresh key for another call.',
      })
    }
    // Hono turns what a route throws into a response before it comes back here, so this always runs.
    await next()
    keys.settle(key, c.res.status)
  }
}
