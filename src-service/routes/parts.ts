import type { SegmentRoom } from '../audience/segment-room'
import type { CampaignRoom } from '../campaigns/campaigns'
import type { DomainWatch } from '../domains/watch'
import type { MailQueue } from '../mail/message'
import type { Ground } from '../room'
import type { Verify } from '../verification/verify'
import type { WorkflowRoom } from '../workflows/room'

/** What the routes of a service are made of. */
export interface RouteParts {
  ground: Ground
  queue: MailQueue
  verify: Verify
  domainWatch: DomainWatch
  segments: SegmentRoom
  campaigns: CampaignRoom
  workflows: WorkflowRoom
  /** Where the service listens: what only this machine may ask is asked there. */
  ownUrl(): string
}
