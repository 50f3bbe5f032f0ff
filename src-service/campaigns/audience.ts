import { keptConditionSchema } from '../audience/kept-condition'
import { sql } from '../audience/fragment'
import { referenceFaults, segmentGraph } from '../audience/segment-graph'
import type { SegmentService } from '../audience/segment-service'
import type { ContactCondition, MailKind } from '../mail/message'
import type { CampaignFields } from '../store/campaigns'
import { refusal, refusalOf } from './refusal'

/** What finds out who fits. */
export type Segmentation = Pick<SegmentService, 'audience' | 'segments' | 'matches'>

/** What says whom a campaign is for. */
export type CampaignAudience = Pick<CampaignFields, 'audienceType' | 'audienceCondition' | 'segment' | 'type'>

/**
 * Who gets a campaign as things are now.
 * @throws ServiceFailure VALIDATION_ERROR when it names a segment that is not there: without it, "not a member" would
 * be everyone.
 */
export async function whoGets(
  campaign: CampaignAudience,
  segmentation: Segmentation,
): Promise<ContactCondition> {
  return both(mayGet(campaign.type), await named(campaign, segmentation))
}

async function named(
  { audienceType, audienceCondition, segment }: CampaignAudience,
  { audience, segments }: Segmentation,
): Promise<ContactCondition> {
  if (audienceType === 'ALL') return { where: 'true', values: [] }
  if (audienceType === 'SEGMENT') {
    const members = segment === null ? null : await audience.segment(segment)
    if (members) return members
    throw refusal('segmentId', 'There is no segment with this id.')
  }
  const condition = keptConditionSchema.parse(JSON.parse(audienceCondition ?? 'null'))
  const faults = referenceFaults(condition, null, segmentGraph(await segments.all()), 'audienceCondition')
  if (faults.length > 0) throw refusalOf(faults)
  return audience.condition(condition)
}

/**
 * Who may get a campaign of this type at all: what advertises goes to subscribed contacts only (wire.md, "Campaign"). Nobody is
 * looked up by an index of that, which nearly everybody is in: for each member of a segment that was just filled PostgreSQL
 * would read all of them, 20,000 times 20,000.
 */
export function mayGet(type: MailKind): ContactCondition {
  return { where: type === 'TRANSACTIONAL' ? 'true' : 'c.subscribed <> 0', values: [] }
}

/** A condition that holds where both do. */
export function both(one: ContactCondition, other: ContactCondition): ContactCondition {
  return sql`(${one}) AND (${other})`
}
