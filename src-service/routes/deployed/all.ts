import type { Hono } from 'hono'
import { createJobQueue } from '../../contacts/job-queue'
import type { Env } from '../../http/guards'
import type { Background } from '../../service-context'
import type { RouteParts } from '../parts'
import { activityRoutes } from './activity'
import { analyticsRoutes } from './analytics'
import { campaignParts, deployedCampaignRoutes } from './campaigns'
import { deployedCampaignLateRoutes } from './campaigns-late'
import { contactFieldRoutes, workflowFieldRoutes } from './contact-fields'
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
import { workflowAccess } from './workflow-parts'
import { deployedStepRoutes } from './workflow-steps'
import { deployedTransitionRoutes } from './workflow-transitions'
import { deployedWorkflowRoutes } from './workflows'

/** Adds the routes of deployed services (deployed.md). Returns what they do between requests. */
export function addDeployedRoutes(app: Hono<Env>, parts: RouteParts): Background[] {
  const { context, queue, verify, domainWatch, segments, workflows, ownUrl } = parts
  const { dialect } = context
  const jobs = createJobQueue(context)
  // Runs go with their contact (deployed.md section 3); events and memberships do in every dialect.
  context.store.contacts.onRemoved(context.store.executions.removeOfContact)
  app.route('/', openRoutes())
  app.route('/v1/track', deployedTrackRoutes(context))
  app.route('/v1/send', deployedSendRoutes(context, queue))
  app.route('/v1/verify', deployedVerifyRoutes(verify))
  // Fixed words stand before ids.
  app.route('/', publicContactRoutes(context, ownUrl))
  app.route('/contacts/fields', contactFieldRoutes(context, segments.segments))
  app.route('/contacts', contactJobRoutes(jobs, dialect.ids))
  app.route('/contacts', deployedContactRoutes(context))
  app.route('/events', deployedEventRoutes(context, segments.segments))
  app.route('/activity', activityRoutes(context))
  app.route('/analytics', analyticsRoutes(context))
  app.route('/domains', deployedDomainRoutes(context, domainWatch))
  app.route('/uploads', uploadRoutes(context))
  app.route('/templates', deployedTemplateRoutes(context))
  app.route('/segments', deployedSegmentRoutes(context, segments))
  app.route('/segments', deployedMemberRoutes(context, segments))
  app.route('/campaigns', deployedCampaignLateRoutes(context))
  app.route('/campaigns', deployedCampaignRoutes(context, campaignParts(parts)))
  const access = workflowAccess(context)
  app.route('/workflows/fields', workflowFieldRoutes(context))
  app.route('/workflows', deployedWorkflowRoutes(context, access))
  app.route('/workflows', deployedStepRoutes(context, access))
  app.route('/workflows', deployedTransitionRoutes(context, access))
  app.route('/workflows', deployedExecutionRoutes(context, access, workflows))
  return [jobs]
}
