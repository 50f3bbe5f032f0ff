import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure } from './base'

/**
 * A write on its way to the service (docs/rules.md, rules 3 and 11). `conflict`: the record changed on the service
 * meanwhile, a person chooses. `unknown`: it left and no answer came.
 */
const outboxStateSchema = z.enum(['queued', 'in_flight', 'sent', 'refused', 'unknown', 'conflict', 'revoked'])
export type OutboxState = z.infer<typeof outboxStateSchema>

export const outboxEntrySchema = lazyObject(() => ({
  id: z.number().int(),
  kind: z.enum(['contact.update', 'contact.delete', 'track']),
  state: outboxStateSchema,
  /** In words: "Set plan to pro", "Track signup". */
  summary: z.string(),
  /** Whom it concerns. */
  email: z.string(),
  contactId: z.string().nullable(),
  /** What a change of a contact writes of its data; null removes a key. Not there where it writes none. */
  data: z.record(z.string(), z.unknown()).optional(),
  queuedAt: instantSchema,
  sentAt: instantSchema.nullable(),
  attempts: z.number().int(),
  /** For a conflict: per field, what the copy held when it was queued, what the service holds now, what is to be written. */
  conflict: z
    .array(z.object({ field: z.string(), before: z.unknown(), theirs: z.unknown(), mine: z.unknown() }))
    .nullable(),
  problem: problemSchema.nullable(),
}))
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

export const outbox = lazily(() => ({
  /** What waits or wants a person: queued, in flight, unknown, conflict and refused, the oldest first. */
  list: procedure.output(z.object({ entries: z.array(outboxEntrySchema) })),
  /** Takes back what has not left. `conflict` where it has. */
  revoke: procedure.input(z.object({ id: z.number().int() })).output(doneSchema),
  /** A person's answer: `mine` writes over, `theirs` drops it; `sent`/`notSent` settles an unknown; `again` sends it anew; `dismiss` puts a refusal away. */
  resolve: procedure
    .input(
      z.object({
        id: z.number().int(),
        choice: z.enum(['mine', 'theirs', 'sent', 'notSent', 'again', 'dismiss']),
      }),
    )
    .output(doneSchema),
}))
