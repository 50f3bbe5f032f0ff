import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { HttpRules } from './dialect/http-rules'
import { limitBody } from './http/body-limit'
import { readJsonFirst } from './http/deployed/body'
import { unknownRoute } from './http/deployed/refusals'
import { ServiceFailure } from './http/failure'
import type { Env } from './http/guards'
import { requestIdOf } from './http/request-id'
import { NotStorable } from './store/statements'

/** A request that was answered, without anything of what it said. */
export interface ObservedRequest {
  requestId: string
  method: string
  /** The route's template, such as `/contacts/:id`; `none` where no route fits. */
  route: string
  status: number
  /** Milliseconds it took. */
  ms: number
}

/** How the service behaves. */
interface AppOptions {
  http: HttpRules
  /** Milliseconds by which every answer is held back; 0 for none. */
  latency: number
  /** Told of what went wrong inside: a request id and an error, never a body or a key. */
  report(requestId: string, error: unknown): void
  /** Told of every request that was answered. */
  observe?(request: ObservedRequest): void
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** What Hono calls the method of middleware, which answers nothing itself. */
const ofMiddleware = 'ALL'
/** Ids of clients may say anything. */
const plainId = /^[\w-]{1,64}$/

/** What is told of a request whose answer is ready. */
function observed(c: Context<Env>, requestId: string, began: number): ObservedRequest {
  const { method } = c.req
  const route = matchedRoutes(c).find((each) => each.method !== ofMiddleware)
  return {
    requestId: plainId.test(requestId) ? requestId : 'other',
    method: methods.includes(method) ? method : 'other',
    route: route?.path ?? 'none',
    status: c.res.status,
    ms: Math.round((performance.now() - began) * 1000) / 1000,
  }
}

/**
 * What every request goes through, and how refusals are answered. `access` reads the key and counts the request; the
 * endpoints are added to what is returned.
 */
export function createApp(
  access: MiddlewareHandler<Env>,
  { http, latency, report, observe }: AppOptions,
): Hono<Env> {
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const began = performance.now()
    const requestId = requestIdOf(c, http.echoesRequestId)
    c.set('requestId', requestId)
    c.header('X-Request-ID', requestId)
    // What is answered is for the one who asked: kept by nobody on the way, and taken for nothing else than it is.
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    await next()
    observe?.(observed(c, requestId, began))
    // The answer is held back, not the call: what is done is done, and counted, when the request arrives.
    if (latency > 0) await wait(latency)
  })
  if (http.foreignHeaders !== null) app.use(foreignPages(http.foreignHeaders))
  app.use(access)
  app.use(limitBody(http.bodies))
  if (http.keyComesLast) app.use(readJsonFirst, routeFirst)

  // Where the key comes last, this was refused before (routeFirst).
  app.notFound((c) =>
    refuse(
      c,
      http,
      new ServiceFailure('RESOURCE_NOT_FOUND', `There is no ${c.req.method} ${c.req.path} here.`, {
        suggestion: 'Check the method and the path.',
      }),
    ),
  )
  app.onError((error, c) => {
    if (error instanceof ServiceFailure) return refuse(c, http, error)
    if (error instanceof NotStorable) return refuse(c, http, notStorable())
    report(c.get('requestId'), error)
    return refuse(
      c,
      http,
      new ServiceFailure('INTERNAL_SERVER_ERROR', 'Something went wrong inside the service.', {
        suggestion: 'Try again. If it stays, report the request id.',
      }),
    )
  })
  return app
}

const notStorable = (): ServiceFailure =>
  new ServiceFailure('VALIDATION_ERROR', 'A text holds U+0000 or half a character, which cannot be kept.', {
    suggestion: 'Send it without that.',
  })

function refuse(c: Context<Env>, http: HttpRules, failure: ServiceFailure): Response {
  const { retryAfter, headers = {} } = failure.details
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  c.header('Content-Type', 'application/json')
  return c.newResponse(JSON.stringify(bodyOf(c, http, failure)), failure.status)
}

function bodyOf(c: Context<Env>, http: HttpRules, failure: ServiceFailure): Record<string, unknown> {
  if (http.alternativeErrors.includes(c.req.path)) return failure.alternativeBody()
  const { coded = false } = failure.details
  const code = !coded && http.uncodedErrors.includes(failure.code) ? 'INTERNAL_SERVER_ERROR' : failure.code
  return failure.body(c.get('requestId'), code)
}

/** Refuses a path or method that is not there before any key is looked at (deployed.md section 1). */
const routeFirst: MiddlewareHandler<Env> = async (c, next) => {
  if (matchedRoutes(c).every(({ method }) => method === ofMiddleware)) throw unknownRoute()
  await next()
}

/**
 * Lets pages of any origin use what is below /v1/, with `headers` of their own and no others (deployed.md section 1,
 * "CORS"): what a browser asks beforehand is answered before a key is looked at. Elsewhere it is let in nowhere.
 */
function foreignPages(headers: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const open = c.req.path.startsWith('/v1/')
    if (open) c.header('Access-Control-Allow-Origin', '*')
    if (c.req.method !== 'OPTIONS') return next()
    if (open) {
      c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
      c.header('Access-Control-Allow-Headers', headers)
    }
    return c.body(null, 204)
  }
}
