import type { Hono } from 'hono'
import { createJobRoom } from '../../contacts/job-room'
import type { Env } from '../../http/guards'
import type { Background } from '../../room'
import type { RouteParts } from '../parts'
import { activityRoutes } from './activity'
import { analyticsRoutes } from './analytics'
import { campaignParts } from './campaign-parts'
import { deployedCampaignRoutes } from './campaigns'
import { deployedCampaignLateRoutes } from './campaigns-late'
import { contactFieldRoutes } from './contact-fields'
import { contactJobRoutes } from './contact-jobs'
import { deployedContactRoutes } from './contacts'
import { deployedDomainRoutes } from './domains'
import { deployedEventRoutes } from './events'
import { openRoutes } from './open'
import { publicContactRoutes } from './public-contacts'
import { deployedMemberRoutes } from './segment-members'
import { deployedSegmentRoutes } from './segments'
import { deployedSendRoutes } from './send'
import { deployedTemplateRoutes } from './templates'
import { deployedTrackRoutes } from './track'
import { uploadRoutes } from './uploads'
import { deployedVerifyRoutes } from './verify'
import { deployedExecutionRoutes } from './workflow-executions'
import { workflowFieldRoutes } from './workflow-fields'
import { workflowDesk } from './workflow-parts'
import { deployedStepRoutes } from './workflow-steps'
import { deployedTransitionRoutes } from './workflow-transitions'
import { deployedWorkflowRoutes } from './workflows'

/** Adds the routes of deployed services (deployed.md). Returns what they do between requests. */
export function addDeployedRoutes(app: Hono<Env>, parts: RouteParts): Background[] {
  const { ground, queue, verify, domainWatch, segments, workflows, ownUrl } = parts
  const { dialect } = ground
  const jobs = createJobRoom(ground)
  // Runs go with their contact (deployed.md section 3); events and memberships do in every dialect.
  ground.store.contacts.onRemoved(ground.store.executions.removeOfContact)
  app.route('/', openRoutes())
  app.route('/v1/track', deployedTrackRoutes(ground))
  app.route('/v1/send', deployedSendRoutes(ground, queue))
  app.route('/v1/verify', deployedVerifyRoutes(verify))
  // Fixed words stand before ids.
  app.route('/', publicContactRoutes(ground, ownUrl))
  app.route('/contacts/fields', contactFieldRoutes(ground, segments.segments))
  app.route('/contacts', contactJobRoutes(jobs, dialect.ids))
  app.route('/contacts', deployedContactRoutes(ground))
  app.route('/events', deployedEventRoutes(ground, segments.segments))
  app.route('/activity', activityRoutes(ground))
  app.route('/analytics', analyticsRoutes(ground))
  app.route('/domains', deployedDomainRoutes(ground, domainWatch))
  app.route('/uploads', uploadRoutes(ground))
  app.route('/templates', deployedTemplateRoutes(ground))
  app.route('/segments', deployedSegmentRoutes(ground, segments))
  app.route('/segments', deployedMemberRoutes(ground, segments))
  app.route('/campaigns', deployedCampaignLateRoutes(ground))
  app.route('/campaigns', deployedCampaignRoutes(ground, campaignParts(parts)))
  const desk = workflowDesk(ground)
  app.route('/workflows/fields', workflowFieldRoutes(ground))
  app.route('/workflows', deployedWorkflowRoutes(ground, desk))
  app.route('/workflows', deployedStepRoutes(ground, desk))
  app.route('/workflows', deployedTransitionRoutes(ground, desk))
  app.route('/workflows', deployedExecutionRoutes(ground, desk, workflows))
  return [jobs]
}
