import { z } from 'zod'
import { lazyLooseObject, lazySchema } from '../lazily'

/** Answers of calls that deployed services have beside the specified ones. Unknown fields are kept. */

/** What a segment has after it was counted: on its own, or with those who came and went. */
export const recountedSchema = lazySchema(() =>
  z.union([
    z
      .looseObject({ memberCount: z.number().int().nonnegative() })
      .transform(({ memberCount }) => memberCount),
    z.looseObject({ total: z.number().int().nonnegative() }).transform(({ total }) => total),
  ]),
)

/** What became of a template. */
export const templateUsageSchema = lazyLooseObject(() => ({
  workflowSteps: z.number().int().nonnegative(),
  emailsSent: z.number().int().nonnegative(),
}))
export type TemplateUsage = z.infer<typeof templateUsageSchema>

/** Somebody whom a campaign's mail did not reach, or who called it spam. */
export const campaignRecipientSchema = lazyLooseObject(() => ({
  emailId: z.string(),
  contactId: z.string().nullish(),
  email: z.string(),
  occurredAt: z.string(),
}))
export type CampaignRecipient = z.infer<typeof campaignRecipientSchema>

/** How many contacts a field was taken from, or how many events went with their name. */
export const forgottenSchema = lazySchema(() =>
  z.union([
    z
      .looseObject({ deletedFrom: z.number().int().nonnegative() })
      .transform(({ deletedFrom }) => deletedFrom),
    z
      .looseObject({ deletedCount: z.number().int().nonnegative() })
      .transform(({ deletedCount }) => deletedCount),
  ]),
)

/** How many executions were cancelled. */
export const cancelledSchema = z.looseObject({ cancelled: z.number().int().nonnegative() })
