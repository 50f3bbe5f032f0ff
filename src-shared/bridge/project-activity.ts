import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { instantSchema, procedure, sliceSchema } from './base'

/** The kinds that what goes on at the service is narrowed to. */
const projectActivityKinds = ['mail', 'event', 'workflow'] as const
export type ProjectActivityKind = (typeof projectActivityKinds)[number]

/** Something that went on in the project, or will. */
export const projectActivityRowSchema = lazyObject(() => ({
  id: z.string(),
  /** A word of the service: `email.opened`. */
  type: z.string(),
  at: instantSchema,
  /** null: of nobody, or of somebody who is no more. */
  contactId: z.string().nullable(),
  email: z.string().nullable(),
  /** Subject, name of the event, of the workflow; '' where the service says none. */
  what: z.string(),
  /** Campaign, workflow and step, audience, or why it failed; '' for nothing. */
  about: z.string(),
  /** People a campaign goes to; null where that is not said. */
  amount: z.number().int().nullable(),
}))
export type ProjectActivityRow = z.infer<typeof projectActivityRowSchema>

const projectActivityFilterSchema = lazyObject(() => ({
  kind: z.enum(projectActivityKinds).nullable().default(null),
  search: z.string().max(200).default(''),
}))
export type ProjectActivityFilter = z.infer<typeof projectActivityFilterSchema>

export const projectActivity = lazily(() => ({
  /** Of what was read. `whole`: nothing is older at the service; `asOf` null: it was never read. */
  page: procedure.input(z.object({ filter: projectActivityFilterSchema, slice: sliceSchema })).output(
    z.object({
      rows: z.array(projectActivityRowSchema),
      count: z.number().int(),
      total: z.number().int(),
      asOf: instantSchema.nullable(),
      whole: z.boolean(),
    }),
  ),
  /** What will be sent, as it was read, the next first. */
  upcoming: procedure.output(z.object({ rows: z.array(projectActivityRowSchema) })),
  /** Reads the newest and what will be sent. `not_found` where the service tells nothing of it. */
  read: procedure.output(z.object({ added: z.number().int() })),
  /** Reads on behind the oldest that is here. */
  readOlder: procedure.output(z.object({ added: z.number().int() })),
}))
