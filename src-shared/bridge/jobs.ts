import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { toldSentenceSchema } from '../messages/told'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'

/** The states of a job (docs/rules.md, rule 6). A job that ran when the console ended is queued at the next start. */
const jobStateSchema = z.enum(['queued', 'running', 'paused', 'finished', 'failed', 'cancelled'])
export type JobState = z.infer<typeof jobStateSchema>

/** What a job does: writes an import, takes one back, or changes, takes back, many contacts at once. */
const jobKindSchema = z.enum([
  'import',
  'import.undo',
  'verification',
  'bulk',
  'bulk.undo',
  'correction',
  'correction.undo',
])
export type JobKind = z.infer<typeof jobKindSchema>

const integer = z.number().int()

/** A durable job, as its row has it. */
export const jobSchema = lazyObject(() => ({
  id: integer,
  kind: jobKindSchema,
  state: jobStateSchema,
  /** "Import spring-fair.csv", "Unsubscribe 1,204 contacts". */
  title: z.string(),
  /** The sign of the title, with its values; not there where an older Postroom kept words. */
  told: toldSentenceSchema.optional(),
  /** What it belongs to: the id of its import; null for a job that stands by itself. */
  importId: integer.nullable(),
  /** Items it has to do, has done (whatever came of them), and of these has failed. */
  total: integer,
  done: integer,
  failed: integer,
  /** Requests it made that are no writes; absent: none. */
  requests: integer.optional(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  /** Until then nothing is sent, and cancelling undoes it whole; absent once that is over. */
  heldUntil: instantSchema.optional(),
  endedAt: instantSchema.nullable(),
  /** Items a minute over the last minute, and seconds until the end at that rate; null while nothing is known. */
  rate: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** Why it is paused by itself, or failed; null where a person paused it. */
  problem: problemSchema.nullable(),
}))
export type Job = z.infer<typeof jobSchema>

/** What became of what a job changed, and of taking that back. */
export const jobResult = {
  job: jobSchema,
  undo: jobSchema.nullable(),
  total: integer,
  changed: integer,
  skipped: integer,
  failed: integer,
  /** Of the changed ones: taken back, kept because they changed since, could not be taken back. */
  reversed: integer,
  kept: integer,
  unreversed: integer,
}

/** An item that failed, with the row or address it is about. */
const jobFailureSchema = lazyObject(() => ({
  /** Line of the file; null where there is none. */
  line: integer.nullable(),
  email: z.string(),
  /** The value at fault, where one is. */
  value: z.string().nullable(),
  code: z.string(),
  status: integer.nullable(),
  why: z.string(),
  /** How many items failed alike. */
  alike: integer,
}))
export type JobFailure = z.infer<typeof jobFailureSchema>

/** Requests a minute, as the chart of a running job shows them. */
const jobPaceSchema = lazyObject(() => ({
  at: instantSchema,
  /** In the minute before, everything of the profile. */
  requests: z.number(),
  /** What background work may send a minute, as 429s have left it. */
  share: z.number(),
  /** Answers of 429 since the point before. */
  refusedForRate: integer,
  /** Answers of 500 and above since the point before: what they were about was sent again. */
  serverErrors: integer,
  /** Half of the answers since the first point took no longer, in milliseconds; null before the first answer. */
  medianMs: z.number().nullable(),
}))
export type JobPace = z.infer<typeof jobPaceSchema>

const byId = z.object({ id: integer })

export const jobs = lazily(() => ({
  /** Jobs, the newest first. */
  page: procedure
    .input(z.object({ kind: jobKindSchema.nullable(), slice: sliceSchema }))
    .output(z.object({ jobs: z.array(jobSchema), count: integer })),
  get: procedure.input(byId).output(jobSchema),
  pause: procedure.input(byId).output(jobSchema),
  resume: procedure.input(byId).output(jobSchema),
  /** Once it has answered, nothing more of the job is sent (docs/rules.md, rule 6). */
  cancel: procedure.input(byId).output(jobSchema),
  /** What failed, one line for what failed alike. */
  failures: procedure
    .input(z.object({ id: integer, slice: sliceSchema }))
    .output(z.object({ failures: z.array(jobFailureSchema), count: integer })),
  pace: procedure.input(byId).output(z.object({ points: z.array(jobPaceSchema) })),
  /** Puts an ended job out of what is shown live. Its row is kept. */
  dismiss: procedure.input(byId).output(doneSchema),
}))
