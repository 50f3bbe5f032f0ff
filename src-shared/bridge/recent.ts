import { z } from 'zod'
import { doneSchema, instantSchema, procedure } from './base'

/** What is opened in a screen of its own or in a panel. */
export const recentKeySchema = z.object({
  kind: z.enum(['contact', 'segment', 'campaign', 'template', 'workflow', 'domain']),
  id: z.string().min(1).max(200),
})
export type RecentKey = z.infer<typeof recentKeySchema>

/** Something that was opened, as the copy has it now. */
const recentThingSchema = recentKeySchema.extend({
  /** A contact's address; of anything else its name. */
  name: z.string(),
  /** Of a contact, its data; else nothing. */
  data: z.record(z.string(), z.unknown()),
  openedAt: instantSchema,
})
export type RecentThing = z.infer<typeof recentThingSchema>

/** What was opened last in the profile that is open: kept in its copy, over a restart. */
export const recent = {
  /** The newest first; what is not in the copy any more is left out. */
  list: procedure.output(z.object({ things: z.array(recentThingSchema) })),
  opened: procedure.input(recentKeySchema).output(doneSchema),
  forget: procedure.input(recentKeySchema).output(doneSchema),
}
