import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { toldSentenceSchema } from '../messages/told'
import { exportProgressSchema } from './grid'
import { instantSchema, procedure, sliceSchema } from './base'

/** Who caused something: a person, by an act or a job; a schedule; that a profile or a connection was new; a restart; Postroom. */
const causeSchema = z.enum(['person', 'outbox', 'schedule', 'first', 'resumed', 'postroom'])
export type Cause = z.infer<typeof causeSchema>

/** What is kept of an entry's outcome: of a job that is paused `running`. */
const keptOutcomeSchema = z.enum(['done', 'failed', 'unknown', 'cancelled', 'running'])

/** One write to the service, or one run (docs/rules.md, rule 7). */
export const activityEntrySchema = lazyObject(() => ({
  id: z.number().int(),
  at: instantSchema,
  kind: z.enum(['write', 'run']),
  cause: causeSchema,
  /** In words: "Update anna@example.com", "Quick refresh of contacts". */
  title: z.string(),
  /** The sign of the title, with its values; not there where an older Postroom kept words. */
  told: toldSentenceSchema.optional(),
  /** `paused` is said of a job whose entry is kept as running. */
  outcome: z.enum([...keptOutcomeSchema.options, 'paused']),
  /** For writes: what was sent, secrets out. */
  method: z.string().nullable(),
  path: z.string().nullable(),
  status: z.number().int().nullable(),
  requestId: z.string().nullable(),
  durationMs: z.number().nullable(),
}))
export type ActivityEntry = z.infer<typeof activityEntrySchema>

export const activityDetailSchema = lazySchema(() =>
  activityEntrySchema.unwrap().extend({
    /** The body that was sent, secrets out; for runs, the counts. */
    sent: z.unknown(),
    /** The code and sentence of the problem, where it failed. */
    problem: z.string().nullable(),
    /** For a change of a contact: what the copy held in its fields before. */
    before: z.unknown().optional(),
    /** What came back, as JSON, cut off after 64 KB. */
    answer: z.string().nullish(),
    /** The job that it is a write of, or whose entry it is. */
    job: z.number().int().nullish(),
  }),
)
export type ActivityDetail = z.infer<typeof activityDetailSchema>

const activityFilterSchema = lazyObject(() => ({
  kind: z.enum(['write', 'run']).nullable().default(null),
  outcome: keptOutcomeSchema.nullable().default(null),
  search: z.string().max(200).default(''),
}))
export type ActivityFilter = z.infer<typeof activityFilterSchema>

/** An entry with what it stands for: a job with its writes, or runs in the background of one kind that follow each other. */
export const activityHeadSchema = lazySchema(() =>
  activityEntrySchema.unwrap().extend({
    /** When the first of them began, where it stands for several; else null. */
    since: instantSchema.nullable(),
    /** Beside it: the writes of a job, or further runs. */
    parts: z.number().int(),
    /** Of these, those that failed or got no answer. */
    failedParts: z.number().int(),
    runningParts: z.number().int(),
    /** Requests of it and its parts. */
    requests: z.number().int(),
    /** What runs brought, all together; null of anything else. */
    brought: z
      .object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() })
      .nullable(),
    /** What a write wrote, and what was there before. */
    sent: z.unknown().optional(),
    before: z.unknown().optional(),
    /** How far a job came, and which it is; null of anything else. */
    work: z
      .object({
        job: z.number().int(),
        total: z.number().int(),
        done: z.number().int(),
        failed: z.number().int(),
      })
      .nullable(),
  }),
)
export type ActivityHead = z.infer<typeof activityHeadSchema>

/** A part, with what it changed. */
export const activityPartSchema = lazySchema(() =>
  activityEntrySchema.unwrap().extend({
    sent: z.unknown().optional(),
    before: z.unknown().optional(),
  }),
)
export type ActivityPart = z.infer<typeof activityPartSchema>

const headFilterSchema = lazyObject(() => ({
  /** What a person did, or what Postroom did by itself; null: either. */
  who: z.enum(['mine', 'background']).nullable().default(null),
  /** Only what failed or got no answer, in whole or in part. */
  failures: z.boolean().default(false),
  /** Only what came out so; null: however it did. */
  outcome: keptOutcomeSchema.nullable().default(null),
  /** From this instant on; null: from the first. */
  from: instantSchema.nullable().default(null),
  /** Words; with some, parts are found too and stand for themselves. */
  search: z.string().max(200).default(''),
}))
export type HeadFilter = z.infer<typeof headFilterSchema>

export const activity = lazily(() => ({
  /** What was done, the newest first, each job and each sequence of runs as one. */
  heads: procedure.input(z.object({ filter: headFilterSchema, slice: sliceSchema })).output(
    z.object({
      heads: z.array(activityHeadSchema),
      count: z.number().int(),
      total: z.number().int(),
      /** Writes of all entries there are. */
      writes: z.number().int(),
      /** How many of all have failures. */
      failures: z.number().int(),
    }),
  ),
  /** The parts of an entry, failed ones first, then the newest first. */
  parts: procedure
    .input(z.object({ id: z.number().int(), slice: sliceSchema }))
    .output(z.object({ parts: z.array(activityPartSchema), count: z.number().int() })),
  page: procedure
    .input(z.object({ filter: activityFilterSchema, slice: sliceSchema }))
    .output(
      z.object({ entries: z.array(activityEntrySchema), count: z.number().int(), total: z.number().int() }),
    ),
  get: procedure.input(z.object({ id: z.number().int() })).output(activityDetailSchema),
  export: procedure
    .input(z.object({ filter: activityFilterSchema, format: z.enum(['csv', 'json']) }))
    .output(eventIterator(exportProgressSchema)),
}))
