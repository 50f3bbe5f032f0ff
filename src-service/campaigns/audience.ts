import { type FilterCondition, filterConditionSchema, kindOf } from '../../src-shared/interface/filter'
import type { Audience } from '../audience/audience'
import type { ContactCondition, MailKind } from '../mail/message'
import type { CampaignFields } from '../store/campaigns'
import { refusal } from './refusal'

/** What says whom a campaign is for. */
export type CampaignAudience = Pick<CampaignFields, 'audienceType' | 'audienceCondition' | 'segment' | 'type'>

/**
 * Who gets a campaign as things are now.
 * @throws ServiceFailure VALIDATION_ERROR when it names a segment that is not there: without it, "not a member" would
 * be everyone.
 */
export function whoGets(campaign: CampaignAudience, audience: Audience): ContactCondition {
  return both(mayGet(campaign.type), named(campaign, audience))
}

function named(
  { audienceType, audienceCondition, segment }: CampaignAudience,
  audience: Audience,
): ContactCondition {
  if (audienceType === 'ALL') return { where: '1', values: [] }
  if (audienceType === 'SEGMENT') {
    const members = segment === null ? null : audience.segment(segment)
    if (members) return members
    throw refusal('segmentId', 'There is no segment with this id.')
  }
  const condition = filterConditionSchema.parse(JSON.parse(audienceCondition ?? 'null'))
  const missing = segmentsOf(condition).find((id) => audience.findSegment(id) === null)
  if (missing === undefined) return audience.condition(condition)
  throw refusal('audienceCondition', `There is no segment ${JSON.stringify(missing)}.`)
}

/** The ids of the segments that a condition asks for members of. */
function segmentsOf({ groups }: FilterCondition): string[] {
  return groups.flatMap(({ filters, conditions }) => [
    ...filters.filter(({ operator }) => kindOf(operator) === 'membership').map(({ value }) => String(value)),
    ...(conditions ? segmentsOf(conditions) : []),
  ])
}

/** Who may get a campaign of this type at all: what advertises goes to subscribed contacts only (wire.md, "Campaign"). */
export function mayGet(type: MailKind): ContactCondition {
  return { where: type === 'TRANSACTIONAL' ? '1' : 'c.subscribed = 1', values: [] }
}

/** A condition that holds where both do. */
export function both(one: ContactCondition, other: ContactCondition): ContactCondition {
  return { where: `(${one.where}) AND (${other.where})`, values: [...one.values, ...other.values] }
}
