import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { instantSchema, procedure } from './base'
import { contactRowSchema } from './contacts'
import { funnelSchema } from './campaigns'
import { eventRowSchema } from './events'

const overviewSchema = lazyObject(() => ({
  contacts: z.number().int(),
  subscribed: z.number().int(),
  unsubscribed: z.number().int(),
  events: z.number().int(),
  /** Contacts created in the last 30 days; of these, subscribed now. */
  last30Days: z.object({ contacts: z.number().int(), subscribed: z.number().int() }),
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
  /** Whom those are of, as far as they are copied. */
  recentPeople: z.array(contactRowSchema),
}))
export type Overview = z.infer<typeof overviewSchema>

/** What the last 30 days brought, and how mail goes. Counted less often: it reads more. */
const monthSchema = lazyObject(() => ({
  /** Events of the last 30 days. */
  events: z.number().int(),
  /** People who unsubscribed in them, by their events; null where the service tells no such event. */
  unsubscribed: z.number().int().nullable(),
  /** The most frequent ones of those that are none of the service's own; and the rest. */
  topEvents: z.array(z.object({ name: z.string(), count: z.number().int() })),
  otherEvents: z.object({ kinds: z.number().int(), count: z.number().int() }),
  /** Campaigns sent this year, summed. `before`: those of them that were sent more than 30 days ago; null: there is none. */
  mails: z.object({ campaigns: z.number().int(), now: funnelSchema, before: funnelSchema.nullable() }),
  /** The newest campaigns that were sent, and how many there are of any kind. */
  campaigns: z.object({
    newest: z.array(
      z.object({ id: z.string(), name: z.string(), sentAt: instantSchema, funnel: funnelSchema }),
    ),
    count: z.number().int(),
  }),
  /** Those that are being sent (`at` null), or will be at an instant. */
  coming: z.array(
    z.object({ id: z.string(), name: z.string(), funnel: funnelSchema, at: instantSchema.nullable() }),
  ),
  workflows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      eventName: z.string().nullable(),
      onTheWay: z.number().int(),
      /** In the last 30 days. */
      completed: z.number().int(),
      failed: z.number().int(),
    }),
  ),
  domains: z.array(z.object({ id: z.string(), domain: z.string(), verified: z.boolean() })),
}))
export type OverviewMonth = z.infer<typeof monthSchema>

export const overview = lazily(() => ({
  get: procedure
    .input(z.object({ months: z.union([z.literal(6), z.literal(12), z.literal(24)]) }))
    .output(overviewSchema),
  month: procedure.output(monthSchema),
}))
