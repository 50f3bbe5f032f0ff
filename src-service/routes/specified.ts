import { Hono } from 'hono'
import type { SpecifiedDialect } from '../dialect/dialect'
import type { Env } from '../http/guards'
import { campaignRoutes } from './campaigns'
import { contactRoutes } from './contacts'
import { domainRoutes } from './domains'
import { eventRoutes } from './events'
import type { RouteParts } from './parts'
import { segmentRoutes } from './segments'
import { sendRoutes } from './send'
import { templateRoutes } from './templates'
import { trackRoutes } from './track'
import { verifyRoutes } from './verify'
import { workflowRoutes } from './workflows'
import { json } from '../http/respond'
import { openApiDocument } from '../openapi/document'

/** Adds the routes of interface.md section 4, and the document that describes them. */
export function addSpecifiedRoutes(app: Hono<Env>, parts: RouteParts, dialect: SpecifiedDialect): void {
  const { context, queue, verify, domainWatch, segments, campaigns } = parts
  const { store, publicUrl } = context
  app.route('/openapi.json', openApiRoutes(dialect, publicUrl))
  app.route('/v1/track', trackRoutes(store, dialect))
  app.route('/v1/send', sendRoutes(context, queue))
  app.route('/v1/verify', verifyRoutes(verify))
  app.route('/contacts', contactRoutes(store, dialect))
  app.route('/templates', templateRoutes(store, dialect))
  app.route('/events', eventRoutes(store, dialect))
  app.route('/domains', domainRoutes({ ...context, dialect }, domainWatch))
  app.route('/segments', segmentRoutes(segments, dialect))
  app.route('/campaigns', campaignRoutes(store.campaigns, campaigns, dialect))
  app.route('/workflows', workflowRoutes(context.db, store, segments.segments, dialect))
}

/** GET /openapi.json: the interface in the forms of this dialect. It needs no key, and is made when first asked for. */
function openApiRoutes(dialect: SpecifiedDialect, publicUrl: () => string): Hono<Env> {
  const app = new Hono<Env>()
  let made: string | undefined
  app.get('/', (c) => {
    made ??= JSON.stringify(openApiDocument(dialect, publicUrl()))
    return json(c, made)
  })
  return app
}
