import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { unknownRoute } from './deployed/refusals'
import type { Env } from './guards'

/** What Hono calls the method of middleware, which answers nothing itself. */
const ofMiddleware = 'ALL'

/** Refuses a path or method that is not there before any key is looked at (deployed.md section 1). */
export const routeFirst: MiddlewareHandler<Env> = async (c, next) => {
  if (matchedRoutes(c).every(({ method }) => method === ofMiddleware)) throw unknownRoute()
  await next()
}
