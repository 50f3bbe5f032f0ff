import { z } from 'zod'
import { audienceTypes, campaignTypes } from '../../src-shared/interface/campaign'
import { emptied, filled } from '../http/deployed/changed'
import type { LooseBody } from '../http/deployed/loose-body'
import { missing, plain } from '../http/deployed/refusals'
import { requireOwnSender } from '../mail/deployed-sender'
import { requireLiquid } from '../mail/deployed-text'
import type { CampaignFields, CampaignRow } from '../store/campaigns'
import type { Domains } from '../store/domains'

const filledText = z.string().min(1)

/** Body of POST /campaigns at deployed services (deployed.md section 5): some fields refuse null. */
export const deployedCampaignSchema = z.object({
  name: filledText,
  subject: filledText,
  body: filledText,
  from: filledText,
  audienceType: z.enum(audienceTypes),
  type: z.enum(campaignTypes).optional(),
  description: z.string().optional(),
  fromName: z.string().nullish(),
  replyTo: z.string().nullish(),
  segmentId: z.uuid().optional(),
  audienceCondition: z.record(z.string(), z.unknown()).optional(),
})
type NewCampaign = z.infer<typeof deployedCampaignSchema>

/** What the words of a request are looked up with. */
export interface FieldParts {
  domains: Domains
  findSegment(id: string): number | null
  /** A condition as it is kept. @throws ServiceFailure plain 400 */
  readCondition(said: unknown): string
}

/**
 * The fields of a new campaign.
 * @throws ServiceFailure plain 400 without who gets it, plain 404 for an unknown segment, and for its texts and sender
 */
export function newDeployedFields(said: NewCampaign, parts: FieldParts): CampaignFields {
  const { name, subject, body, from, audienceType, segmentId, audienceCondition } = said
  if (audienceType === 'SEGMENT' && !segmentId) throw noSegment()
  if (audienceType === 'FILTERED' && !audienceCondition) throw noCondition()
  requireLiquid({ subject, body })
  requireOwnSender(parts.domains, from)
  return {
    ...{ name, subject, body, from, audienceType },
    type: said.type ?? 'MARKETING',
    description: said.description ?? null,
    fromName: said.fromName ?? null,
    replyTo: said.replyTo ?? null,
    segment: segmentId === undefined ? null : segmentNamed(segmentId, parts),
    audienceCondition: audienceCondition ? parts.readCondition(audienceCondition) : null,
  }
}

/**
 * The fields of a campaign after PUT, whose body no schema checks.
 * @throws ServiceFailure plain 400 by its state and for what goes with its audience, plain 404 for an unknown segment
 */
export function changedDeployedFields(
  before: CampaignRow,
  body: LooseBody,
  parts: FieldParts,
): CampaignFields {
  const audienceType = body.oneOf('audienceType', audienceTypes)
  if (audienceType === 'SEGMENT' && !body.has('segmentId')) throw noSegment()
  if (audienceType === 'FILTERED' && !body.has('audienceCondition')) throw noCondition()
  const from = body.text('from')
  const segmentId = body.text('segmentId')
  requireLiquid({ subject: body.text('subject'), body: body.text('body') })
  if (from) requireOwnSender(parts.domains, from)
  if (before.status !== 'DRAFT' && before.status !== 'SCHEDULED') {
    throw plain(400, 'Can only update draft or scheduled campaigns')
  }
  if (segmentId !== undefined && before.status !== 'DRAFT') {
    throw plain(400, 'Can only change the segment of draft campaigns')
  }
  const unlinks = segmentId === null || segmentId === ''
  const segment = segmentId ? segmentNamed(segmentId, parts) : unlinks ? null : undefined
  const said = body.any('audienceCondition')
  const condition = said === undefined || said === null ? said : parts.readCondition(said)
  return {
    name: filled(body.text('name'), before.name),
    description: emptied(body.text('description'), before.description),
    subject: filled(body.text('subject'), before.subject),
    body: filled(body.text('body'), before.body),
    from: filled(from, before.from),
    fromName: emptied(body.text('fromName'), before.fromName),
    replyTo: emptied(body.text('replyTo'), before.replyTo),
    type: filled(body.oneOf('type', campaignTypes), before.type),
    audienceType: filled(audienceType, before.audienceType),
    audienceCondition: emptied(condition, before.audienceCondition),
    segment: emptied(segment, before.segment),
  }
}

const noSegment = () => plain(400, 'Segment ID is required for SEGMENT audience type')
const noCondition = () => plain(400, 'Audience condition is required for FILTERED audience type')

function segmentNamed(id: string, { findSegment }: FieldParts): number {
  const segment = findSegment(id)
  if (segment === null) throw missing('Segment')
  return segment
}
