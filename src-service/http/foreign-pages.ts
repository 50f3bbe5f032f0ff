import type { MiddlewareHandler } from 'hono'
import type { Env } from './guards'

/**
 * Lets pages of any origin use what is below /v1/, with `headers` of their own and no others (deployed.md section 1,
 * "CORS"): what a browser asks beforehand is answered before a key is looked at. Elsewhere it is let in nowhere.
 */
export function foreignPages(headers: string): MiddlewareHandler<Env> {
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
