import type { Hono } from 'hono'
import type { Dialect } from '../dialect/dialect'
import type { Env } from '../http/guards'
import type { Store } from '../store/store'
import { contactRoutes } from './contacts'
import { domainRoutes } from './domains'
import { eventRoutes } from './events'
import { trackRoutes } from './track'

/**
 * The endpoints, in the order of interface.md's index. Rooms to come, each a file here and a folder beside routes/:
 * POST /v1/send and /templates (mail/), POST /v1/verify (verification/), /segments and /campaigns (audience/),
 * /workflows (workflows/), POST and DELETE /domains (mail/), and the record-management interface (records/).
 * Until a room is there its paths answer 404 RESOURCE_NOT_FOUND, like any path that does not exist.
 */
export function addRoutes(app: Hono<Env>, store: Store, dialect: Dialect): void {
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/v1/track', trackRoutes(store, dialect))
  app.route('/contacts', contactRoutes(store, dialect))
  app.route('/events', eventRoutes(store, dialect))
  app.route('/domains', domainRoutes(store, dialect))
}
