import { activityRoutes, projectActivityRoutes } from '../features/activity/procedures'
import { createBase, type Core } from './base'
import { bulkRoutes } from '../features/contacts/bulk/procedures'
import { campaignRoutes } from '../features/campaigns/procedures'
import { planRoutes } from '../features/plans/procedures'
import { capabilityRoutes } from '../features/capabilities/procedures'
import { contactRoutes } from '../features/contacts/procedures'
import {
  correctionRoutes,
  verificationRoutes,
  listFileRoutes,
  verdictRoutes,
} from '../features/verification/procedures'
import { domainRoutes } from '../features/domains/procedures'
import { draftRoutes, nameRoutes } from '../features/catalogue/procedures'
import { eventRoutes } from '../features/events/procedures'
import { imageRoutes, sendRoutes } from '../features/mail/procedures'
import { importRoutes } from '../features/imports/procedures'
import { jobRoutes } from '../jobs/procedures'
import { liveRoutes } from './live'
import { outboxRoutes } from '../features/outbox/procedures'
import { overviewRoutes } from '../features/overview/procedures'
import { profileRoutes, sealRoutes } from '../features/profiles/procedures'
import { recentRoutes } from '../features/recent/procedures'
import { recordRoutes } from '../features/records/procedures'
import { reviewRoutes } from '../features/review/procedures'
import { segmentRoutes } from '../features/segments/procedures'
import { settingsRoutes, storageRoutes } from '../features/settings/procedures'
import { syncRoutes } from '../copying/procedures'
import { teamRoutes } from '../features/team/procedures'
import { templateRoutes } from '../features/templates/procedures'
import { workflowRoutes } from '../features/workflows/procedures'

/** The whole contract, implemented: what a host upgrades a MessagePort or a WebSocket with. */
export function createRouter(core: Core) {
  const base = createBase(core)
  return base.router({
    profiles: profileRoutes(base, core),
    seal: sealRoutes(base, core),
    sync: syncRoutes(base, core),
    contacts: contactRoutes(base, core),
    events: eventRoutes(base, core),
    names: nameRoutes(base, core),
    overview: overviewRoutes(base, core),
    outbox: outboxRoutes(base, core),
    jobs: jobRoutes(base, core),
    imports: importRoutes(base, core),
    bulk: bulkRoutes(base, core),
    verification: verificationRoutes(base, core),
    corrections: correctionRoutes(base, core),
    verdicts: verdictRoutes(base, core),
    listFiles: listFileRoutes(base, core),
    workflows: workflowRoutes(base, core),
    domains: domainRoutes(base, core),
    segments: segmentRoutes(base, core),
    templates: templateRoutes(base, core),
    drafts: draftRoutes(base, core),
    review: reviewRoutes(base, core),
    team: teamRoutes(base, core),
    campaigns: campaignRoutes(base, core),
    plans: planRoutes(base, core),
    send: sendRoutes(base, core),
    images: imageRoutes(base, core),
    recent: recentRoutes(base, core),
    records: recordRoutes(base, core),
    capabilities: capabilityRoutes(base, core),
    activity: activityRoutes(base, core),
    projectActivity: projectActivityRoutes(base, core),
    settings: settingsRoutes(base, core),
    storage: storageRoutes(base, core),
    live: liveRoutes(base, core),
  })
}
