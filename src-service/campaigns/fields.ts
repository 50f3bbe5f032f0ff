import type { CreateCampaignRequest, UpdateCampaignRequest } from '../../src-shared/interface/campaign'
import { type FieldFault, ServiceFailure } from '../http/failure'
import type { CampaignFields } from '../store/campaigns'

/** Finds the number of the segment that an id stands for; null where there is none. */
export type FindSegment = (id: string) => number | null

type SaidAudience = Pick<UpdateCampaignRequest, 'audienceCondition' | 'segmentId'>
type Audience = Pick<CampaignFields, 'audienceType' | 'audienceCondition' | 'segment'>

/**
 * The fields of a new campaign.
 * @throws ServiceFailure VALIDATION_ERROR when its audience is not one.
 */
export function newFields(said: CreateCampaignRequest, findSegment: FindSegment): CampaignFields {
  const { name, subject, body, from, type } = said
  const audience = { audienceType: said.audienceType, audienceCondition: null, segment: null }
  return {
    ...{ name, subject, body, from, type },
    description: said.description ?? null,
    fromName: said.fromName ?? null,
    replyTo: said.replyTo ?? null,
    ...audienceOf(audience, said, findSegment),
  }
}

/**
 * The fields of a campaign after a change: what is not said stays, null clears. What belonged to another kind of
 * audience is dropped with it.
 * @throws ServiceFailure VALIDATION_ERROR when the result is not a campaign.
 */
export function changedFields(
  before: CampaignFields,
  said: UpdateCampaignRequest,
  findSegment: FindSegment,
): CampaignFields {
  const kept = <T>(value: T | undefined, stored: T): T => (value === undefined ? stored : value)
  return {
    name: said.name ?? before.name,
    description: kept(said.description, before.description),
    subject: said.subject ?? before.subject,
    body: said.body ?? before.body,
    from: said.from ?? before.from,
    fromName: kept(said.fromName, before.fromName),
    replyTo: kept(said.replyTo, before.replyTo),
    type: said.type ?? before.type,
    ...audienceOf({ ...before, audienceType: said.audienceType ?? before.audienceType }, said, findSegment),
  }
}

// A segment beside audienceType ALL is refused, not ignored: ignored, everyone would get what was meant for a few.
function audienceOf(
  { audienceType, audienceCondition, segment }: Audience,
  said: SaidAudience,
  findSegment: FindSegment,
): Audience {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string): void => void faults.push({ field, message, code: 'custom' })
  const result: Audience = { audienceType, audienceCondition: null, segment: null }

  if (audienceType === 'SEGMENT') {
    const { segmentId: id } = said
    result.segment = id === undefined ? segment : id === null ? null : findSegment(id)
    if (result.segment === null) {
      fault(
        'segmentId',
        id ? 'There is no segment with this id.' : 'Is required where audienceType is SEGMENT.',
      )
    }
  } else if (said.segmentId) fault('segmentId', 'Goes with audienceType SEGMENT only.')

  if (audienceType === 'FILTERED') {
    const { audienceCondition: condition } = said
    result.audienceCondition = condition === undefined ? audienceCondition : conditionText(condition)
    if (result.audienceCondition === null) {
      fault('audienceCondition', 'Is required where audienceType is FILTERED.')
    }
  } else if (said.audienceCondition) fault('audienceCondition', 'Goes with audienceType FILTERED only.')

  if (faults.length === 0) return result
  throw new ServiceFailure('VALIDATION_ERROR', 'The campaign has fields that do not fit.', {
    errors: faults,
    suggestion: 'Correct the fields listed in errors.',
  })
}

function conditionText(condition: NonNullable<SaidAudience['audienceCondition']> | null): string | null {
  return condition && JSON.stringify(condition)
}
