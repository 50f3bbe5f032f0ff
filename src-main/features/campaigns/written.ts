import { tell } from '../../../src-shared/messages/told'
import type { CampaignDetail, WrittenCampaign } from '../../../src-shared/bridge/campaigns'
import type { Audience, Mail } from '../../../src-shared/bridge/review'
import {
  createCampaignRequestSchema,
  updateCampaignRequestSchema,
  type CreateCampaignRequest,
  type UpdateCampaignRequest,
} from '../../../src-shared/interface/campaign'
import { sameValue } from '../../../src-shared/same-value'
import type { z } from 'zod'
import { problem } from '../../core/problems'

/** The request that makes a campaign. Throws `input_invalid` with the fields that the service would refuse. */
export function creation({ name, description, mail, audience }: WrittenCampaign): CreateCampaignRequest {
  const { subject, body, from, fromName, replyTo, type } = mail
  return checked(createCampaignRequestSchema, {
    name,
    subject,
    body,
    from,
    type,
    ...(description === '' ? {} : { description }),
    ...(fromName === '' ? {} : { fromName }),
    ...(replyTo === '' ? {} : { replyTo }),
    ...audienceFields(audience, {}),
  })
}

/** The request that changes a campaign: of what is written only what differs from what it is. */
export function changesOf(
  now: CampaignDetail,
  { name, description, mail, audience }: Partial<WrittenCampaign>,
): UpdateCampaignRequest {
  const changes: Record<string, unknown> = {}
  if (name !== undefined && name !== now.name) changes.name = name
  if (description !== undefined && description !== now.description) changes.description = description || null
  if (mail) Object.assign(changes, mailChanges(now.mail, mail))
  if (audience && !sameValue(audience, now.audience)) {
    // What belonged to the audience before must not stand beside the new one.
    Object.assign(changes, audienceFields(audience, { segmentId: null, audienceCondition: null }))
  }
  return checked(updateCampaignRequestSchema, changes)
}

function mailChanges(now: Mail, mail: Mail): Record<string, unknown> {
  const names = ['subject', 'body', 'from', 'fromName', 'replyTo', 'type'] as const
  return Object.fromEntries(
    names
      .filter((name) => mail[name] !== now[name])
      .map((name) => [
        name,
        (name === 'fromName' || name === 'replyTo') && mail[name] === '' ? null : mail[name],
      ]),
  )
}

function audienceFields(audience: Audience, rest: Record<string, null>): Record<string, unknown> {
  switch (audience.kind) {
    case 'all':
      return { audienceType: 'ALL', ...rest }
    case 'segment':
      return { audienceType: 'SEGMENT', ...rest, segmentId: audience.id }
    case 'condition':
      return { audienceType: 'FILTERED', ...rest, audienceCondition: audience.condition }
  }
}

function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw problem('input_invalid', {
    why: tell('campaigns.written.theServiceWouldNot'),
    fields: read.error.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ field: path.map(String).join('.'), message })),
  })
}
