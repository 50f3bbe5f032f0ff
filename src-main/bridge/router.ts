import { activityRoutes } from './activity'
import { createBase, type Core } from './base'
import { bulkRoutes } from './bulk'
import { campaignRoutes } from './campaigns'
import { capabilityRoutes } from './capabilities'
import { contactRoutes } from './contacts'
import { correctionRoutes } from './corrections'
import { domainRoutes } from './domains'
import { draftRoutes } from './drafts'
import { eventRoutes } from './events'
import { imageRoutes } from './images'
import { importRoutes } from './imports'
import { jobRoutes } from './jobs'
import { listFileRoutes } from './list-files'
import { liveRoutes } from './live'
import { nameRoutes } from './names'
import { outboxRoutes } from './outbox'
import { overviewRoutes } from './overview'
import { projectActivityRoutes } from './project-activity'
import { profileRoutes } from './profiles'
import { recordRoutes } from './records'
import { reviewRoutes } from './review'
import { sealRoutes } from './seal'
import { segmentRoutes } from './segments'
import { sendRoutes } from './send'
import { settingsRoutes, storageRoutes } from './settings'
import { syncRoutes } from './sync'
import { templateRoutes } from './templates'
import { verdictRoutes } from './verdicts'
import { verificationRoutes } from './verification'
import { workflowRoutes } from './workflows'

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
    campaigns: campaignRoutes(base, core),
    send: sendRoutes(base, core),
    images: imageRoutes(base, core),
    records: recordRoutes(base, core),
    capabilities: capabilityRoutes(base, core),
    activity: activityRoutes(base, core),
    projectActivity: projectActivityRoutes(base, core),
    settings: settingsRoutes(base, core),
    storage: storageRoutes(base, core),
    live: liveRoutes(base, core),
  })
}
