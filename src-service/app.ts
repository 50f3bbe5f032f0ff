import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Dialect } from './dialect/dialect'
import { limitBody } from './http/body-limit'
import { ServiceFailure } from './http/failure'
import { newRequestId } from './http/request-id'
import type { Env } from './http/guards'

/** How the service behaves. */
export interface AppOptions {
  dialect: Dialect
  /** Milliseconds by which every answer is held back; 0 for none. */
  latency: number
  /** Told of what went wrong inside: a request id and an error, never a body or a key. */
  report(requestId: string, error: unknown): void
}

/**
 * What every request goes through, and how refusals are answered. `access` reads the key and counts the request; the
 * endpoints are added to what is returned.
 */
export function createApp(
  access: MiddlewareHandler<Env>,
  { dialect, latency, report }: AppOptions,
): Hono<Env> {
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const requestId = newRequestId()
    c.set('requestId', requestId)
    c.header('X-Request-ID', requestId)
    // What is answered is for the one who asked: kept by nobody on the way, and taken for nothing else than it is.
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    await next()
    // The answer is held back, not the call: what is done is done, and counted, when the request arrives.
    if (latency > 0) await wait(latency)
  })
  app.use(access)
  app.use(limitBody())

  app.notFound((c) =>
    refuse(
      c,
      dialect,
      new ServiceFailure('RESOURCE_NOT_FOUND', `There is no ${c.req.method} ${c.req.path} here.`, {
        suggestion: 'Check the method and the path.',
      }),
    ),
  )
  app.onError((error, c) => {
    if (error instanceof ServiceFailure) return refuse(c, dialect, error)
    report(c.get('requestId'), error)
    return refuse(
      c,
      dialect,
      new ServiceFailure('INTERNAL_SERVER_ERROR', 'Something went wrong inside the service.', {
        suggestion: 'Try again. If it stays, report the request id.',
      }),
    )
  })
  return app
}

function refuse(c: Context<Env>, dialect: Dialect, failure: ServiceFailure): Response {
  const { retryAfter } = failure.details
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  c.header('Content-Type', 'application/json')
  const body = dialect.alternativeErrors.includes(c.req.path)
    ? failure.alternativeBody()
    : failure.body(c.get('requestId'))
  return c.newResponse(JSON.stringify(body), failure.status)
}
