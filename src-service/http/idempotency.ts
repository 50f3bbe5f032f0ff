import type { MiddlewareHandler } from 'hono'
import type { TimerClock } from '../clock'
import type { HttpRules } from '../dialect/http-rules'
import { isoTime } from '../dialect/iso-time'
import type { Claim, IdempotencyKeys } from '../store/idempotency'
import { ServiceFailure } from './failure'
import type { Env } from './guards'
import { badQuery } from './input'

/** Makes a route happen at most once for an `Idempotency-Key` (wire.md, "Idempotency"). Without one it just runs. */
export function idempotent(
  keys: IdempotencyKeys,
  { tellsFirstUse }: Pick<HttpRules, 'tellsFirstUse'>,
  clock: Pick<TimerClock, 'now'> = Date,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key === undefined) return next()
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      const message = 'Must be 1 to 255 printable ASCII characters.'
      throw badQuery([{ field: 'Idempotency-Key', message, code: 'invalid_string' }])
    }
    const first = await keys.claim(key, `${c.req.method} ${c.req.path}`, clock.now())
    if (first) {
      throw new ServiceFailure('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used already.', {
        ...(tellsFirstUse ? { details: toldOf(key, first) } : { originalStatusCode: first.status }),
        suggestion: 'The first call stands. Use a fresh key for another call.',
      })
    }
    // Hono turns what a route throws into a response before it comes back here, so this always runs.
    await next()
    await keys.settle(key, c.res.status)
  }
}

/** What deployed services tell of the request that used a key (deployed.md section 1, "Idempotency"). */
function toldOf(key: string, { request, at, status }: Claim): Record<string, unknown> {
  return {
    key,
    originalRequest: request,
    originalRequestAt: isoTime(at),
    originalStatusCode: status,
  }
}
