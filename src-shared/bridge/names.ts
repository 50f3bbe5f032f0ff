import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { procedure } from './base'
import { usedBySchema } from './catalogue'

/** A field of contacts, or the name of events: how many of the copy have it, and what of the copy asks for it. */
const namedThingSchema = lazyObject(() => ({
  name: z.string(),
  count: z.number().int(),
  usedBy: z.array(usedBySchema),
}))
export type NamedThing = z.infer<typeof namedThingSchema>

const listSchema = lazyObject(() => ({ names: z.array(namedThingSchema), total: z.number().int() }))
const removalSchema = lazyObject(() => ({ name: z.string().min(1).max(1000), typed: z.string().max(1000) }))
const removedSchema = z.object({ count: z.number().int() })

export const names = lazily(() => ({
  /** The keys of contacts' data, the most frequent first; `total`: contacts of the copy. */
  fields: procedure.output(listSchema),
  /** The names of events, the most frequent first; `total`: events of the copy. */
  events: procedure.output(listSchema),
  /**
   * Takes a field from every contact, where the service does that and the key was typed. From how many. `conflict` where
   * something of the copy uses it; the contacts are read anew.
   */
  removeField: procedure.input(removalSchema).output(removedSchema),
  /** Deletes all events of a name, likewise. How many. */
  removeEvents: procedure.input(removalSchema).output(removedSchema),
}))
