import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { procedure } from './base'
import { contactSelectionSchema } from './contacts'
import { jobResult, jobSchema } from './jobs'

const keySchema = z.string().trim().min(1).max(200)

/** What is done to every contact of a selection (interface.md section 4). */
export const bulkActionSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** `again`: those who are unsubscribed are subscribed again; without it nobody is, and they count as protected. */
    z.object({ kind: z.literal('subscribe'), again: z.boolean() }),
    z.object({ kind: z.literal('unsubscribe') }),
    z.object({ kind: z.literal('delete') }),
    /** Any JSON but null and empty text, which the service does not keep. */
    z.object({ kind: z.literal('set'), key: keySchema, value: z.unknown() }),
    z.object({ kind: z.literal('remove'), key: keySchema }),
    /** A list gets the values that it lacks, or loses them; what else is in it stays. What is no list is left as it is. */
    z.object({
      kind: z.literal('list'),
      how: z.enum(['add', 'take']),
      key: keySchema,
      values: z.array(z.unknown()).min(1).max(100),
    }),
    z.object({
      kind: z.literal('addTo'),
      segment: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('known'), id: z.string().min(1), name: z.string() }),
        z.object({ kind: z.literal('new'), name: z.string().trim().min(1).max(200) }),
      ]),
    }),
  ]),
)
export type BulkAction = z.infer<typeof bulkActionSchema>

/**
 * Which way a change goes to the service: one contact a request (`lacking`: because the service has no call for many), up to
 * `most` contacts a request, or nobody knows yet whether the service has such a call.
 */
const bulkMethodSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('single'), lacking: z.boolean() }),
    z.object({ kind: z.literal('many'), most: z.number().int() }),
    z.object({ kind: z.literal('unknown'), most: z.number().int() }),
  ]),
)
export type BulkMethod = z.infer<typeof bulkMethodSchema>

/** Somebody who does not change. */
const leftRowSchema = lazyObject(() => ({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  before: z.unknown(),
}))

/** What would be done. The counts add up to `selected`. */
const bulkPreviewSchema = lazyObject(() => ({
  selected: z.number().int(),
  willChange: z.number().int(),
  /** Of those who will change, how many lose a value that they have: it is replaced or removed. */
  replaced: z.number().int(),
  /** Are so already: they cost no request. */
  alreadySo: z.number().int(),
  /** Are left alone unless the action says otherwise by name. */
  protected: z.number().int(),
  /** Were selected, but are not in the copy any more. */
  gone: z.number().int(),
  /** The first who will change, with the name that their data have. null: there is no value. */
  rows: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  /** The first who are so already, and who are left alone. */
  already: z.array(leftRowSchema),
  left: z.array(leftRowSchema),
  /** Of those who will change, how many are not subscribed. */
  unsubscribed: z.number().int(),
  way: bulkMethodSchema,
  /** The request of the first who changes, or of the first batch; null: nobody changes. */
  sample: z.object({ method: z.string(), path: z.string(), body: z.unknown() }).nullable(),
  /**
   * As it goes one contact a request, writes and the reads before them that undo needs: an upper bound. As it goes in
   * batches, about so many: who was changed elsewhere meanwhile, or a batch that takes long, costs more. Where nobody knows
   * the way, as in batches.
   */
  requests: z.number().int(),
  /** One contact a request: an upper bound. */
  singleRequests: z.number().int(),
  /** At `perMinute`, the share of the budget that jobs have. */
  seconds: z.number(),
  perMinute: z.number(),
  canUndo: z.boolean(),
}))
export type BulkPreview = z.infer<typeof bulkPreviewSchema>

/** A bulk job with what came of it: how many were written, were so already when their turn came, failed. */
export const bulkResultSchema = lazyObject(() => ({
  ...jobResult,
  action: bulkActionSchema,
  /** How many were selected, and of them could not be changed at all. */
  selected: z.number().int(),
  left: z.number().int(),
  /** Which way it goes, as far as that is known now. */
  way: bulkMethodSchema,
  /** How many undo would look at now; 0: there is nothing to take back, or it is under way. */
  toUndo: z.number().int(),
}))
export type BulkResult = z.infer<typeof bulkResultSchema>

/** What else people are in: how many segments, and drafts with how many get them now, and once the people are gone. */
const bulkReachSchema = lazyObject(() => ({
  segments: z.number().int(),
  drafts: z.array(
    z.object({ id: z.string(), name: z.string(), people: z.number().int(), without: z.number().int() }),
  ),
}))
export type BulkReach = z.infer<typeof bulkReachSchema>

const jobId = z.object({ jobId: z.number().int() })
const wanted = z.object({ selection: contactSelectionSchema, action: bulkActionSchema })

/** One change of many contacts, as a durable job. A `query` selection is refused: freeze it first, so that nobody shifts. */
export const bulk = lazily(() => ({
  preview: procedure
    .input(wanted.extend({ most: z.number().int().min(1).max(1000).default(5) }))
    .output(bulkPreviewSchema),
  /**
   * `confirmed`: how many the person was shown that will change; where it is another number by now, `conflict`. `hold`: so
   * many seconds pass, in which the job can be cancelled, before anything is sent.
   */
  start: procedure
    .input(wanted.extend({ confirmed: z.number().int(), hold: z.number().int().min(0).max(60).default(0) }))
    .output(jobSchema),
  /** By the copy. A segment or a draft that it cannot tell exactly counts as far as it can. */
  reach: procedure.input(z.object({ selection: contactSelectionSchema })).output(bulkReachSchema),
  /** Takes a bulk job back where the contacts still hold what it wrote. */
  undo: procedure.input(jobId).output(jobSchema),
  /** Of the job of a change, or of its undo. */
  get: procedure.input(jobId).output(bulkResultSchema),
  /** The static segments of the service, by name. */
  segments: procedure.output(
    z.object({
      segments: z.array(z.object({ id: z.string(), name: z.string(), members: z.number().nullable() })),
    }),
  ),
}))
