import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { doneSchema, instantSchema, procedure } from './base'

/** What is being written: a record's id, or "new". */
export const draftKeySchema = lazyObject(() => ({
  kind: z.enum(['template', 'campaign', 'segment', 'send', 'workflow']),
  of: z.string().min(1).max(200),
}))

/** Text that is being written and not saved at the service yet: it outlives a crash and a restart. */
export const drafts = lazily(() => ({
  /** null where there is none. */
  get: procedure
    .input(draftKeySchema)
    .output(z.object({ draft: z.object({ content: z.unknown(), at: instantSchema }).nullable() })),
  /** JSON of the editor's own, 12 MB at most. */
  put: procedure.input(draftKeySchema.unwrap().extend({ content: z.unknown() })).output(doneSchema),
  remove: procedure.input(draftKeySchema).output(doneSchema),
}))
