import type { MiddlewareHandler } from 'hono'
import type { Env } from './guards'

/** Lets pages of any origin use /v1/ with `headers` of their own (deployed.md section 1, "CORS"). */
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
