import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { catalogueLists } from '../interface/catalogue'
import { problemSchema } from '../problem'
import { instantSchema, procedure, sliceSchema } from './base'

/** What is copied from the service: the lists of the audience, and those of the catalogue. */
export const resourceSchema = z.enum(['contacts', 'events', 'eventNames', ...catalogueLists])
export type Resource = z.infer<typeof resourceSchema>

/** `full` reads everything and finds deletions; `quick` stops where everything is already known. */
const runModeSchema = z.enum(['full', 'quick'])
export type RunMode = z.infer<typeof runModeSchema>

/** `asking`: the list shrank implausibly; nothing is deleted until a person answers (docs/rules.md, rule 5). */
export const runStateSchema = z.enum([
  'queued',
  'running',
  'paused',
  'asking',
  'finished',
  'failed',
  'cancelled',
])
export type RunState = z.infer<typeof runStateSchema>

/** What every run is told by, over a resource or over the list of a connection. */
export const runFigures = {
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  pages: z.number().int(),
  received: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  /** What the service said the list holds; null where it did not say. */
  expected: z.number().int().nullable(),
  /** Records a second over the last half minute; null until 20 s of rate exist. */
  rate: z.number().nullable(),
  secondsLeft: z.number().nullable(),
}

/** One run over one resource: its row, as it stands. */
export const runSchema = lazyObject(() => ({
  id: z.number().int(),
  resource: resourceSchema,
  mode: runModeSchema,
  state: runStateSchema,
  /** Who asked: a person, the schedule, a new profile, or a restart that went on with it. */
  cause: z.enum(['person', 'schedule', 'first', 'resumed']),
  ...runFigures,
  /** A sentence about what the run can not know: "A quick refresh finds no deletions." */
  note: z.string().nullable(),
  problem: problemSchema.nullable(),
}))
export type Run = z.infer<typeof runSchema>

/** What the copy holds of a resource. */
const resourceStateSchema = lazyObject(() => ({
  resource: resourceSchema,
  rows: z.number().int(),
  /** When a run of any mode last finished: "as of". */
  asOf: instantSchema.nullable(),
  /** When a full run last finished. */
  fullAsOf: instantSchema.nullable(),
  /** Records of the list, and of the lists that belong to these, that came and cannot be read: they are set aside as they came. */
  unread: z.number().int(),
  /** The run under way, or waiting. */
  run: runSchema.nullable(),
  last: runSchema.nullable(),
}))
export type ResourceState = z.infer<typeof resourceStateSchema>

/** A record that came in a list and cannot be read. */
const unreadRecordSchema = lazyObject(() => ({
  /** Its id, or what stands for one where it has none. */
  key: z.string(),
  /** Whose list it came in: the id of the segment that it is a member of, or of its workflow; null: the resource's own. */
  owner: z.string().nullable(),
  /** In words: "has no usable email". */
  fault: z.string(),
  /** As it came: JSON, cut off after 200,000 characters. */
  raw: z.string(),
  /** When it last came. */
  at: instantSchema,
}))
export type UnreadRecord = z.infer<typeof unreadRecordSchema>

/** Whether the service answers, and how the budget stands (docs/rules.md, rule 2). */
const connectionStateSchema = lazyObject(() => ({
  online: z.boolean(),
  /** Since when it is as it is. */
  since: instantSchema,
  /** Of the last answer, milliseconds. */
  latencyMs: z.number().nullable(),
  /** Requests sent in the last 60 s, and the ceiling. */
  spent: z.number().int(),
  ceiling: z.number().int(),
  /** Requests a minute that are left to background work after a 429, until it has won back what it is set to; else null. */
  slowedTo: z.number().int().nullable(),
  /** Set while a 429 or an open breaker holds requests back. */
  heldUntil: instantSchema.nullable(),
  problem: problemSchema.nullable(),
}))
export type ConnectionState = z.infer<typeof connectionStateSchema>

export const syncStateSchema = z.object({
  resources: z.array(resourceStateSchema),
  connection: connectionStateSchema,
  /** When the schedule next acts. */
  nextQuickAt: instantSchema.nullable(),
  nextFullAt: instantSchema.nullable(),
})
export type SyncState = z.infer<typeof syncStateSchema>

const resourceInput = z.object({ resource: resourceSchema.optional() })

export const sync = lazily(() => ({
  /** Records of a list that came and cannot be read; with an `owner`, those of the list that belongs to it. */
  unread: procedure
    .input(z.object({ resource: resourceSchema, owner: z.string().optional(), slice: sliceSchema }))
    .output(z.object({ rows: z.array(unreadRecordSchema), count: z.number().int() })),
  state: procedure.output(syncStateSchema),
  /** Starts a run of the resource given, or of all. A run under way is left alone; a paused one goes on. */
  start: procedure.input(resourceInput.extend({ mode: runModeSchema })).output(syncStateSchema),
  pause: procedure.input(resourceInput).output(syncStateSchema),
  resume: procedure.input(resourceInput).output(syncStateSchema),
  /** Answers when nothing more is sent. What the run has copied stays; it deletes nothing. */
  cancel: procedure.input(resourceInput).output(syncStateSchema),
  /** The answer to a run that asks: delete what it did not see, or keep it. */
  answer: procedure.input(z.object({ runId: z.number().int(), remove: z.boolean() })).output(syncStateSchema),
  /** Asks the service now whether it answers, and sends what waits in the outbox. */
  reconnect: procedure.output(connectionStateSchema),
  runs: procedure.input(sliceSchema).output(z.object({ runs: z.array(runSchema), count: z.number().int() })),
}))
