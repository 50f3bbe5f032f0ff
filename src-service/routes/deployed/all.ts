import type { Hono } from 'hono'
import type { Env } from '../../http/guards'
import { contactRoutes } from '../contacts'
import { domainRoutes } from '../domains'
import { eventRoutes } from '../events'
import type { RouteParts } from '../parts'
import { sendRoutes } from '../send'
import { trackRoutes } from '../track'
import { verifyRoutes } from '../verify'
import { workflowRoutes } from '../workflows'
import { createDeployedCampaigns } from '../../campaigns/deployed-campaigns'
import { deployedSegment } from '../../dialect/deployed-segment'
import { type CampaignParts, deployedCampaignRoutes } from './campaigns'
import { deployedCampaignLateRoutes } from './campaigns-late'
import { deployedMemberRoutes } from './segment-members'
import { deployedSegmentRoutes, readCondition } from './segments'
import { deployedTemplateRoutes } from './templates'

/** Adds the routes of deployed services (deployed.md). */
export function addDeployedRoutes(app: Hono<Env>, parts: RouteParts): void {
  const { ground, queue, verify, domainWatch, segments } = parts
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
  app.route('/campaigns', deployedCampaignLateRoutes(ground))
  app.route('/campaigns', deployedCampaignRoutes(ground, campaignParts(parts)))
  app.route('/workflows', workflowRoutes(store, segments.segments, dialect))
}

function campaignParts({ ground, queue, segments, campaigns }: RouteParts): CampaignParts {
  const { domains } = ground.store
  const rows = segments.segments
  return {
    campaigns: createDeployedCampaigns(ground, queue, campaigns.sending, segments),
    fields: {
      domains,
      findSegment: (id) => segments.audience.findSegment(id),
      readCondition: (said) => readCondition(said, null, rows.all()),
    },
    segmentText(seq) {
      const row = rows.get(seq)
      return row && deployedSegment(row, segments.sweptCounts.of(row), ground.dialect.ids)
    },
  }
}
