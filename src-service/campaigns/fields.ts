import type { CreateCampaignRequest, UpdateCampaignRequest } from '../../src-shared/interface/campaign'
import type { Audience } from '../audience/audience'
import type { CampaignFields } from '../store/campaigns'
import { refusal } from './refusal'

/** Finds the number of the segment that an id stands for; null where there is none. */
type FindSegment = Audience['findSegment']

type SaidAudience = Pick<UpdateCampaignRequest, 'audienceCondition' | 'segmentId'>
type NamedAudience = Pick<CampaignFields, 'audienceType' | 'audienceCondition' | 'segment'>

/**
 * The fields of a new campaign.
 * @throws ServiceFailure VALIDATION_ERROR when its audience is not one.
 */
export async function newFields(
  said: CreateCampaignRequest,
  findSegment: FindSegment,
): Promise<CampaignFields> {
  const { name, subject, body, from, type } = said
  const audience = { audienceType: said.audienceType, audienceCondition: null, segment: null }
  return {
    ...{ name, subject, body, from, type },
    description: said.description ?? null,
    fromName: said.fromName ?? null,
    replyTo: said.replyTo ?? null,
    ...(await audienceOf(audience, said, findSegment)),
  }
}

/**
 * The fields of a campaign after a change: what is not said stays, null clears. What belonged to another kind of
 * audience is dropped with it.
 * @throws ServiceFailure VALIDATION_ERROR when the result is not a campaign.
 */
export async function changedFields(
  before: CampaignFields,
  said: UpdateCampaignRequest,
  findSegment: FindSegment,
): Promise<CampaignFields> {
  const saidOrStored = <T>(value: T | undefined, stored: T): T => (value === undefined ? stored : value)
  return {
    name: said.name ?? before.name,
    description: saidOrStored(said.description, before.description),
    subject: said.subject ?? before.subject,
    body: said.body ?? before.body,
    from: said.from ?? before.from,
    fromName: saidOrStored(said.fromName, before.fromName),
    replyTo: saidOrStored(said.replyTo, before.replyTo),
    type: said.type ?? before.type,
    ...(await audienceOf(
      { ...before, audienceType: said.audienceType ?? before.audienceType },
      said,
      findSegment,
    )),
  }
}

// A segment beside audienceType ALL is refused, not ignored: ignored, everyone would get what was meant for a few.
async function audienceOf(
  before: NamedAudience,
  { segmentId, audienceCondition }: SaidAudience,
  findSegment: FindSegment,
): Promise<NamedAudience> {
  const { audienceType } = before
  const inSegment = audienceType === 'SEGMENT'
  const filtered = audienceType === 'FILTERED'
  if (segmentId && !inSegment) throw refusal('segmentId', 'Goes with audienceType SEGMENT only.')
  if (audienceCondition && !filtered) {
    throw refusal('audienceCondition', 'Goes with audienceType FILTERED only.')
  }

  const segment = segmentId === undefined ? before.segment : await numberOf(segmentId, findSegment)
  if (inSegment && segment === null) {
    throw refusal('segmentId', 'Is required where audienceType is SEGMENT.')
  }
  const condition =
    audienceCondition === undefined
      ? before.audienceCondition
      : audienceCondition && JSON.stringify(audienceCondition)
  if (filtered && condition === null) {
    throw refusal('audienceCondition', 'Is required where audienceType is FILTERED.')
  }
  return {
    audienceType,
    segment: inSegment ? segment : null,
    audienceCondition: filtered ? condition : null,
  }
}

async function numberOf(segmentId: string | null, findSegment: FindSegment): Promise<number | null> {
  if (segmentId === null) return null
  const segment = await findSegment(segmentId)
  if (segment === null) throw refusal('segmentId', 'There is no segment with this id.')
  return segment
}
