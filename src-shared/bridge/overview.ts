import { z } from 'zod'
import { instantSchema, procedure } from './base'
import { eventRowSchema } from './events'

const overviewSchema = z.object({
  contacts: z.number().int(),
  subscribed: z.number().int(),
  unsubscribed: z.number().int(),
  events: z.number().int(),
  /** Contacts created in the last 30 days; of these, unsubscribed now; events in the last 30 days. */
  last30Days: z.object({
    contacts: z.number().int(),
    unsubscribed: z.number().int(),
    events: z.number().int(),
  }),
  /** By the end of each month, oldest first: how many contacts of today's copy existed, and how many of them are subscribed today. */
  growth: z.array(
    z.object({
      /** First instant of the month, local time. */
      month: instantSchema,
      contacts: z.number().int(),
      subscribed: z.number().int(),
      added: z.number().int(),
      /** The month is not over. */
      partial: z.boolean(),
    }),
  ),
  recentEvents: z.array(eventRowSchema),
  topEvents: z.array(z.object({ name: z.string(), count: z.number().int() })),
})
export type Overview = z.infer<typeof overviewSchema>

export const overview = {
  get: procedure
    .input(z.object({ months: z.union([z.literal(6), z.literal(12), z.literal(24)]) }))
    .output(overviewSchema),
}
