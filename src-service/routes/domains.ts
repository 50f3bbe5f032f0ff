import { Hono } from 'hono'
import type { Dialect } from '../dialect/dialect'
import { domainJson } from '../dialect/records'
import { type Env, requireKey } from '../http/guards'
import { json } from '../http/respond'
import type { Store } from '../store/store'

/** GET /domains: all sending domains on one page, newest first. */
export function domainRoutes(store: Store, dialect: Dialect): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/', requireKey('secret'), (c) => {
    const items = store.domains.list().map((row) => domainJson(row, dialect.ids))
    return json(c, dialect.list('domains', { items, cursor: null, total: items.length, first: true }))
  })
  return app
}
