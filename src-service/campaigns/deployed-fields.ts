import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { audienceTypes, campaignTypes } from '../../src-shared/interface/campaign'
import { emptied, filled } from '../http/deployed/changed'
import type { LooseBody } from '../http/deployed/loose-body'
import { missing, plain } from '../http/deployed/refusals'
import { requireOwnSender } from '../mail/deployed-sender'
import { requireLiquid } from '../mail/deployed-text'
import type { CampaignFields, CampaignRow } from '../store/campaigns'
import type { Domains } from '../store/domains'
import type { CampaignAudience } from './audience'

const filledText = z.string().min(1)

/** Body of POST /campaigns at deployed services (deployed.md section 5): some fields refuse null. */
export const deployedCampaignSchema = lazyObject(() => ({
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
}))
type NewCampaign = z.infer<typeof deployedCampaignSchema>

/** What the words of a request are looked up with. */
export interface FieldParts {
  domains: Domains
  findSegment(id: string): Promise<number | null>
  /** A condition as it is kept. @throws ServiceFailure plain 400 */
  readCondition(said: unknown): Promise<string>
}

/**
 * The fields of a new campaign.
 * @throws ServiceFailure plain 400 without who gets it, plain 404 for an unknown segment, and for its texts and sender
 */
export async function newDeployedFields(said: NewCampaign, parts: FieldParts): Promise<CampaignFields> {
  const { name, subject, body, from, audienceType, segmentId, audienceCondition } = said
  if (audienceType === 'SEGMENT' && !segmentId) throw noSegment()
  if (audienceType === 'FILTERED' && !audienceCondition) throw noCondition()
  requireLiquid({ subject, body })
  await requireOwnSender(parts.domains, from)
  return {
    ...{ name, subject, body, from, audienceType },
    type: said.type ?? 'MARKETING',
    description: said.description ?? null,
    fromName: said.fromName ?? null,
    replyTo: said.replyTo ?? null,
    segment: segmentId === undefined ? null : await segmentNamed(segmentId, parts),
    audienceCondition: audienceCondition ? await parts.readCondition(audienceCondition) : null,
  }
}

/**
 * The fields of a campaign after PUT (deployed.md section 5): any of them, read without a schema. What is not said stays, and
 * null empties what can be empty.
 * @throws ServiceFailure plain 400 by its state, for an audience that lacks its segment or condition, and for its texts; plain
 * 403 for a sender; plain 404 for an unknown segment; plain 500 for a value of another type
 */
export async function changedDeployedFields(
  before: CampaignRow,
  body: LooseBody,
  parts: FieldParts,
): Promise<CampaignFields> {
  const { status } = before
  if (status !== 'DRAFT' && status !== 'SCHEDULED') {
    throw plain(400, 'Only draft and scheduled campaigns can be updated')
  }
  const fields = {
    name: filled(body.text('name'), before.name),
    description: emptied(body.text('description'), before.description),
    subject: filled(body.text('subject'), before.subject),
    body: filled(body.text('body'), before.body),
    from: filled(body.text('from'), before.from),
    fromName: emptied(body.text('fromName'), before.fromName),
    replyTo: emptied(body.text('replyTo'), before.replyTo),
    type: filled(body.oneOf('type', campaignTypes), before.type),
    ...(await changedAudience(before, body, parts)),
  }
  requireLiquid({ subject: fields.subject, body: fields.body })
  if (body.has('from')) await requireOwnSender(parts.domains, fields.from)
  return fields
}

async function changedAudience(
  before: CampaignRow,
  body: LooseBody,
  parts: FieldParts,
): Promise<Omit<CampaignAudience, 'type'>> {
  const audienceType = body.oneOf('audienceType', audienceTypes)
  const segmentId = body.text('segmentId')
  const condition = body.any('audienceCondition')
  if (audienceType === 'SEGMENT' && !segmentId) throw noSegment()
  if (audienceType === 'FILTERED' && !condition) throw noCondition()
  if (segmentId !== undefined && before.status !== 'DRAFT') {
    throw plain(400, 'The segment can only be changed while the campaign is a draft')
  }
  const segment = typeof segmentId === 'string' ? await segmentNamed(segmentId, parts) : segmentId
  const parsed =
    condition === undefined || condition === null ? condition : await parts.readCondition(condition)
  return {
    audienceType: filled(audienceType, before.audienceType),
    segment: emptied(segment, before.segment),
    audienceCondition: emptied(parsed, before.audienceCondition),
  }
}

async function segmentNamed(id: string, { findSegment }: FieldParts): Promise<number> {
  const segment = await findSegment(id)
  if (segment === null) throw missing('Segment')
  return segment
}

const noSegment = () => plain(400, 'segmentId is required for audienceType SEGMENT')
const noCondition = () => plain(400, 'audienceCondition is required for audienceType FILTERED')
