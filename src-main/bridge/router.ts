import { type AnyRouter, lazy, type Router } from '@orpc/server'
import type { contract } from '../../src-shared/bridge/contract'
import { lazily } from '../../src-shared/lazily'
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

/**
 * The whole contract, implemented: what a host upgrades a MessagePort or a WebSocket with. An area is put together when the
 * page first asks something of it.
 */
export function createRouter(core: Core) {
  const base = createBase(core)
  return {
    profiles: area(() => profileRoutes(base, core)),
    seal: area(() => sealRoutes(base, core)),
    sync: area(() => syncRoutes(base, core)),
    contacts: area(() => contactRoutes(base, core)),
    events: area(() => eventRoutes(base, core)),
    names: area(() => nameRoutes(base, core)),
    overview: area(() => overviewRoutes(base, core)),
    outbox: area(() => outboxRoutes(base, core)),
    jobs: area(() => jobRoutes(base, core)),
    imports: area(() => importRoutes(base, core)),
    bulk: area(() => bulkRoutes(base, core)),
    verification: area(() => verificationRoutes(base, core)),
    corrections: area(() => correctionRoutes(base, core)),
    verdicts: area(() => verdictRoutes(base, core)),
    listFiles: area(() => listFileRoutes(base, core)),
    workflows: area(() => workflowRoutes(base, core)),
    domains: area(() => domainRoutes(base, core)),
    segments: area(() => segmentRoutes(base, core)),
    templates: area(() => templateRoutes(base, core)),
    drafts: area(() => draftRoutes(base, core)),
    review: area(() => reviewRoutes(base, core)),
    team: area(() => teamRoutes(base, core)),
    campaigns: area(() => campaignRoutes(base, core)),
    plans: area(() => planRoutes(base, core)),
    send: area(() => sendRoutes(base, core)),
    images: area(() => imageRoutes(base, core)),
    recent: area(() => recentRoutes(base, core)),
    records: area(() => recordRoutes(base, core)),
    capabilities: area(() => capabilityRoutes(base, core)),
    activity: area(() => activityRoutes(base, core)),
    projectActivity: area(() => projectActivityRoutes(base, core)),
    settings: area(() => settingsRoutes(base, core)),
    storage: area(() => storageRoutes(base, core)),
    live: area(() => liveRoutes(base, core)),
  } satisfies Router<typeof contract, Record<never, never>>
}

function area<Routes extends AnyRouter>(make: () => Routes) {
  const routes = lazily(make)
  return lazy(() => Promise.resolve({ default: routes() }))
}
