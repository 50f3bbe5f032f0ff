import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'
import { savedViewSchema } from './contacts'
import { draftKeySchema } from './drafts'
import { importSchema } from './imports'

/** What is opened in a screen of its own or in a panel. `view`: a saved view of contacts. */
export const recentKeySchema = lazyObject(() => ({
  kind: z.enum(['contact', 'segment', 'campaign', 'template', 'workflow', 'domain', 'view', 'batch']),
  id: z.string().min(1).max(200),
}))
export type RecentKey = z.infer<typeof recentKeySchema>

/** Something that was opened, as the copy has it now. */
const recentThingSchema = lazySchema(() =>
  recentKeySchema.unwrap().extend({
    /** A contact's address; of anything else its name. */
    name: z.string(),
    /** Of a contact, its data; else nothing. */
    data: z.record(z.string(), z.unknown()),
    /** How many people a segment has, as the service said. */
    people: z.number().int().nullable(),
    /** Whom a view shows. */
    query: savedViewSchema.unwrap().shape.query.nullable(),
    /** Addresses of a batch that wait for a verdict. */
    waiting: z.number().int().nullable(),
    openedAt: instantSchema,
  }),
)
export type RecentThing = z.infer<typeof recentThingSchema>

/** Work that was begun and not ended. `at`: when something of it last changed. */
const unfinishedSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** An import that has not run. `faults`: rows to mend, once it was checked. */
    z.object({
      kind: z.literal('import'),
      id: z.number().int(),
      name: z.string(),
      step: importSchema.unwrap().shape.step,
      rows: z.number().int().nullable(),
      faults: z.number().int().nullable(),
      at: instantSchema,
    }),
    /** What is written and not saved. `name`: null where it is new. */
    z.object({
      kind: z.literal('draft'),
      of: draftKeySchema.unwrap().shape.kind,
      id: z.string(),
      name: z.string().nullable(),
      at: instantSchema,
    }),
    /** A campaign that was reviewed and is not signed off. */
    z.object({
      kind: z.literal('review'),
      id: z.string(),
      name: z.string(),
      errors: z.number().int(),
      at: instantSchema,
    }),
    /** A batch that is not verified to its end and does not run. */
    z.object({
      kind: z.literal('batch'),
      id: z.number().int(),
      name: z.string(),
      waiting: z.number().int(),
      at: instantSchema,
    }),
  ]),
)
export type Unfinished = z.infer<typeof unfinishedSchema>

/** What was opened last in the profile that is open: kept in its copy, over a restart. */
export const recent = lazily(() => ({
  /** The newest first; what is not in the copy any more is left out. */
  list: procedure.output(z.object({ things: z.array(recentThingSchema) })),
  /** What can be gone on with, that which changed last first. */
  unfinished: procedure.output(z.object({ things: z.array(unfinishedSchema) })),
  opened: procedure.input(recentKeySchema).output(doneSchema),
  forget: procedure.input(recentKeySchema).output(doneSchema),
}))
