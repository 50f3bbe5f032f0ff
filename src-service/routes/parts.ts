import type { SegmentService } from '../audience/segment-service'
import type { CampaignService } from '../campaigns/campaigns'
import type { DomainWatch } from '../domains/watch'
import type { MailQueue } from '../mail/message'
import type { ServiceContext } from '../service-context'
import type { Verify } from '../verification/verify'
import type { WorkflowService } from '../workflows/workflow-service'

/** What the routes of a service are made of. */
export interface RouteParts {
  context: ServiceContext
  queue: MailQueue
  verify: Verify
  domainWatch: DomainWatch
  segments: SegmentService
  campaigns: CampaignService
  workflows: WorkflowService
  /** Where the service listens: what only this machine may ask is asked there. */
  ownUrl(): string
}
