import type { Hono } from 'hono'
import type { Env } from '../../http/guards'
import { campaignRoutes } from '../campaigns'
import { contactRoutes } from '../contacts'
import { domainRoutes } from '../domains'
import { eventRoutes } from '../events'
import type { RouteParts } from '../parts'
import { sendRoutes } from '../send'
import { trackRoutes } from '../track'
import { verifyRoutes } from '../verify'
import { workflowRoutes } from '../workflows'
import { deployedMemberRoutes } from './segment-members'
import { deployedSegmentRoutes } from './segments'
import { deployedTemplateRoutes } from './templates'

/** Adds the routes of deployed services (deployed.md). */
export function addDeployedRoutes(app: Hono<Env>, parts: RouteParts): void {
  const { ground, queue, verify, domainWatch, segments, campaigns } = parts
  const { store, dialect } = ground
  app.route('/v1/track', trackRoutes(store, dialect))
  app.route('/v1/send', sendRoutes(ground, queue))
  app.route('/v1/verify', verifyRoutes(verify))
  app.route('/contacts', contactRoutes(store, dialect))
  app.route('/templates', deployedTemplateRoutes(ground))
  app.route('/events', eventRoutes(store, dialect))
  app.route('/domains', domainRoutes(ground, domainWatch))
  app.route('/segments', deployedSegmentRoutes(ground, segments))
  app.route('/segments', deployedMemberRoutes(ground, segments))
  app.route('/campaigns', campaignRoutes(store.campaigns, campaigns, dialect))
  app.route('/workflows', workflowRoutes(store, segments.segments, dialect))
}
