import { t } from '../messages/message'
import { z } from 'zod'
import { lazily, lazyLooseObject, lazySchema } from '../lazily'
import { headerLineSchema } from './address'
import { filterConditionSchema } from './filter'

/** What a campaign is (wire.md, "Records"). */
export const campaignTypes = ['MARKETING', 'TRANSACTIONAL', 'HEADLESS'] as const
/** Whether a campaign of this type goes to people who are not subscribed, too. */
export function reachesUnsubscribed(type: string): boolean {
  return type === 'TRANSACTIONAL'
}
/** The states of a campaign. */
export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const
/** A state of a campaign. */
export type CampaignStatus = (typeof campaignStatuses)[number]
/** Who gets a campaign. */
export const audienceTypes = ['ALL', 'SEGMENT', 'FILTERED'] as const

/** The counts of a campaign, by the name of their field. */
export const campaignCountFields = [
  'totalRecipients',
  'sentCount',
  'deliveredCount',
  'openedCount',
  'clickedCount',
  'bouncedCount',
  'complainedCount',
  'unsubscribedCount',
] as const
/** The name of a count of a campaign. */
export type CampaignCountField = (typeof campaignCountFields)[number]

const count = z.number().int().nonnegative().default(0)
const countsSchema = {
  totalRecipients: count,
  sentCount: count,
  deliveredCount: count,
  openedCount: count,
  clickedCount: count,
  bouncedCount: count,
  complainedCount: count,
  unsubscribedCount: count,
} satisfies Record<CampaignCountField, unknown>

/** A campaign as the service sends it (wire.md, "Records"). Unknown fields are kept. */
export const campaignSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().nullish(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string().nullish(),
  replyTo: z.string().nullish(),
  type: z.string(),
  status: z.string(),
  audienceType: z.string(),
  audienceCondition: z.unknown().optional(),
  segmentId: z.string().nullish(),
  scheduledFor: z.string().nullish(),
  /** Why the service cancelled it by itself; absent where a person did. */
  cancelReason: z.string().nullish(),
  ...countsSchema,
  sentAt: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
}))
export type Campaign = z.infer<typeof campaignSchema>

const fields = lazily(() => ({
  name: z.string().min(1),
  description: z.string().nullable().optional(),
  subject: headerLineSchema.min(1),
  body: z.string().min(1),
  from: z.email(),
  fromName: headerLineSchema.nullable().optional(),
  replyTo: z.email().nullable().optional(),
  type: z.enum(campaignTypes),
  audienceType: z.enum(audienceTypes),
  audienceCondition: filterConditionSchema.nullable().optional(),
  segmentId: z.string().min(1).nullable().optional(),
}))

/**
 * Body of POST /campaigns (wire.md: `name`, `subject`, `body`, `from`, `audienceType` and what that calls for).
 * MARKETING unless said: only subscribed contacts get it.
 */
export const createCampaignRequestSchema = lazySchema(() =>
  z
    .object({ ...fields(), type: fields().type.default('MARKETING') })
    .superRefine(({ audienceType, audienceCondition, segmentId }, context) => {
      const missing = (path: string): void =>
        context.addIssue({
          code: 'custom',
          path: [path],
          message: t('service.campaign.isRequiredWhereAudiencetype', { audienceType }),
        })
      if (audienceType === 'SEGMENT' && !segmentId) missing('segmentId')
      if (audienceType === 'FILTERED' && !audienceCondition) missing('audienceCondition')
    }),
)
export type CreateCampaignRequest = z.infer<typeof createCampaignRequestSchema>

/** An instant: ISO 8601 with its offset from UTC. */
const instant = z.iso.datetime({ offset: true })

/**
 * Body of PATCH /campaigns/:id: the same fields, each optional, and `scheduledFor`, which moves the start of a SCHEDULED
 * campaign. The result must still fit, which the service checks.
 */
export const updateCampaignRequestSchema = lazySchema(() =>
  z.object({ ...fields(), scheduledFor: instant.nullable() }).partial(),
)
export type UpdateCampaignRequest = z.infer<typeof updateCampaignRequestSchema>

/**
 * Body of POST /campaigns/:id/send. Without `scheduledFor` (or with null) it is sent now. A field it does not know is
 * refused: a misspelt `scheduledFor` must not send at once.
 */
export const sendCampaignRequestSchema = z.strictObject({ scheduledFor: instant.nullish() })
export type SendCampaignRequest = z.infer<typeof sendCampaignRequestSchema>

/** Body of POST /campaigns/:id/test. */
export const testCampaignRequestSchema = z.object({ email: z.email() })

/** The answer to POST /campaigns/:id/test: the id of the message and the address it goes to. */
export const campaignTestSchema = lazyLooseObject(() => ({
  email: z.string().optional(),
  to: z.string().optional(),
}))

/** The answer to GET /campaigns/:id/stats: the counts, and shares of what was delivered (0 to 1). */
export const campaignStatsSchema = lazyLooseObject(() => ({
  ...countsSchema,
  openRate: z.number().optional(),
  clickRate: z.number().optional(),
  bounceRate: z.number().optional(),
}))
export type CampaignStats = z.infer<typeof campaignStatsSchema>
