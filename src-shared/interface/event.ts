import { z } from 'zod'
import { lazyLooseObject, lazyObject } from '../lazily'

/** An event as the service lists it (wire.md, "Records"). Unknown fields are kept. */
export const eventSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  name: z.string(),
  contactId: z.string().nullish(),
  emailId: z.string().nullish(),
  data: z.unknown().optional(),
  createdAt: z.string().optional(),
  contact: z.looseObject({ email: z.string().optional() }).nullish(),
}))
export type Event = z.infer<typeof eventSchema>

/** Body of POST /v1/track (interface.md section 4, with wire.md's `subscribed` and `data`). */
export const trackRequestSchema = lazyObject(() => ({
  email: z.email(),
  event: z.string().min(1),
  subscribed: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
}))
export type TrackRequest = z.infer<typeof trackRequestSchema>

/** `data` of the answer to POST /v1/track (interface.md section 2). */
export const trackedEventSchema = lazyLooseObject(() => ({
  contact: z.string(),
  event: z.string(),
  timestamp: z.string(),
}))
export type TrackedEvent = z.infer<typeof trackedEventSchema>

const reservedNames = [/^email\./, /^contact\.(subscribed|unsubscribed)$/, /^segment\..*\.(entry|exit)$/]

/** Whether only the service itself may emit this event name (wire.md: refused with 422). */
export function isReservedEventName(name: string): boolean {
  return reservedNames.some((pattern) => pattern.test(name))
}
