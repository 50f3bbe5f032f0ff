import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { exportProgressSchema } from './grid'
import { instantSchema, procedure, sliceSchema } from './base'

/** One write to the service, or one run (docs/rules.md, rule 7). */
export const activityEntrySchema = z.object({
  id: z.number().int(),
  at: instantSchema,
  kind: z.enum(['write', 'run']),
  /** Who caused it: "You", "Schedule", "Outbox". */
  cause: z.string(),
  /** In words: "Update anna@example.com", "Quick refresh of contacts". */
  title: z.string(),
  outcome: z.enum(['done', 'failed', 'unknown', 'cancelled', 'running']),
  /** For writes: what was sent, secrets out. */
  method: z.string().nullable(),
  path: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  durationMs: z.number().nullable(),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

export const activityDetailSchema = activityEntrySchema.extend({
  /** The body that was sent, secrets out; for runs, the counts. */
  sent: z.unknown(),
  /** The code and sentence of the problem, where it failed. */
  problem: z.string().nullable(),
})
export type ActivityDetail = z.infer<typeof activityDetailSchema>

const activityFilterSchema = z.object({
  kind: z.enum(['write', 'run']).nullable().default(null),
  outcome: activityEntrySchema.shape.outcome.nullable().default(null),
  search: z.string().max(200).default(''),
})
export type ActivityFilter = z.infer<typeof activityFilterSchema>

export const activity = {
  page: procedure
    .input(z.object({ filter: activityFilterSchema, slice: sliceSchema }))
    .output(
      z.object({ entries: z.array(activityEntrySchema), count: z.number().int(), total: z.number().int() }),
    ),
  get: procedure.input(z.object({ id: z.number().int() })).output(activityDetailSchema),
  export: procedure
    .input(z.object({ filter: activityFilterSchema, format: z.enum(['csv', 'json']) }))
    .output(eventIterator(exportProgressSchema)),
}
