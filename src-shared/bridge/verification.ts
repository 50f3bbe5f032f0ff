import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import { contactSelectionSchema } from './contacts'
import { exportProgressSchema } from './grid'
import { verifyEstimateSchema } from './imports'
import { jobSchema } from './jobs'
import { contactStandingSchema, verdictClassSchema, verdictSchema, verdictSourceSchema } from './verdicts'

/** Where the addresses of a batch come from. */
export const batchSourceSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** A file or pasted text (list-files.ts) and its column. */
    z.object({
      kind: z.literal('file'),
      fileId: z.string(),
      column: z.number().int().min(0),
      pasted: z.boolean().optional(),
    }),
    /** Contacts: chosen ones, or a saved view (`view`). A `query` is frozen when the batch is made. `name`: that of the view. */
    z.object({
      kind: z.literal('contacts'),
      selection: contactSelectionSchema,
      name: z.string().trim().min(1).max(200),
      view: z.boolean().optional(),
    }),
    /** The members of a segment, as the service lists them. */
    z.object({ kind: z.literal('segment'), id: z.string().min(1), name: z.string() }),
    /** Contacts whose newest verdict is older than that, or that have none. */
    z.object({ kind: z.literal('notChecked'), days: z.number().int().min(0).max(3650) }),
    /** Contacts of a standing in list health. */
    z.object({ kind: z.literal('standing'), standing: contactStandingSchema }),
    /** What another batch was made of, read anew. */
    z.object({ kind: z.literal('repeat'), id: z.number().int() }),
  ]),
)
export type BatchSource = z.infer<typeof batchSourceSchema>

/** Counts of one kind each, by class; `waiting`: not settled yet. They add up to `addresses`. */
const byClassSchema = z.record(verdictClassSchema, z.number().int())

/** What a batch was made of, in the list of batches. */
const batchFromSchema = z.enum(['file', 'pasted', 'contacts', 'view', 'segment', 'retry'])
export type BatchFrom = z.infer<typeof batchFromSchema>

/** A verification batch, as the list of batches and its head show it. */
export const batchSchema = lazyObject(() => ({
  id: z.number().int(),
  /** "Everyone not checked in 90 days", "Founders", "Pasted rows, column email". */
  name: z.string(),
  from: batchFromSchema,
  /** Whether another batch can be made of the same. */
  repeatable: z.boolean(),
  createdAt: instantSchema,
  /** Set while the addresses are being collected, or known verdicts looked up. */
  work: z
    .object({
      what: z.enum(['collecting', 'lookingUp']),
      done: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  /** Why it cannot go on: the file is gone, the segment cannot be read. */
  problem: problemSchema.nullable(),
  /** Different addresses. */
  addresses: z.number().int(),
  byClass: byClassSchema,
  waiting: z.number().int(),
  /** Its newest job; null before it was started. */
  job: jobSchema.nullable(),
  /** Seconds that its jobs ran, over pauses and restarts; null before it was started. */
  ranSeconds: z.number().nullable(),
  /** Calls that were made, and addresses whose class is another than before. */
  calls: z.number().int(),
  flipped: z.number().int(),
}))
export type Batch = z.infer<typeof batchSchema>

/** A batch with all that its screen shows. */
export const batchDetailSchema = lazySchema(() =>
  batchSchema.unwrap().extend({
    /** Lines or people there were, of these without an address, and further mentions of an address that is there already. */
    given: z.number().int(),
    blank: z.number().int(),
    duplicates: z.number().int(),
    /** How many addresses are those of contacts in the copy. */
    contacts: z.number().int(),
    /** What a run would cost as things stand; null once nothing waits. */
    estimate: verifyEstimateSchema.nullable(),
    /** Requests a minute that checks may take, and of how many. */
    share: z.number(),
    ceiling: z.number(),
    /** How the addresses were settled: by verdicts known before, without asking, by calls of this batch. */
    fromLedger: z.number().int(),
    settledLocally: z.number().int(),
    /** Addresses with a likely correct spelling. */
    suggestions: z.number().int(),
    /** Weightiest sign of each address, the most frequent first. */
    byReason: z.array(
      z.object({ sign: z.string(), title: z.string(), class: verdictClassSchema, count: z.number().int() }),
    ),
    /** The twenty most frequent domains, and how many addresses lie in all others. */
    byDomain: z.array(z.object({ domain: z.string(), count: z.number().int(), byClass: byClassSchema })),
    otherDomains: z.object({ domains: z.number().int(), count: z.number().int() }),
    bySource: z.array(
      z.object({ source: verdictSourceSchema, count: z.number().int(), byClass: byClassSchema }),
    ),
  }),
)
export type BatchDetail = z.infer<typeof batchDetailSchema>

/** Which addresses a list shows: all conditions hold; one that is left out does not count. */
const batchFilterSchema = lazyObject(() => ({
  search: z.string().max(200).default(''),
  classes: z.array(verdictClassSchema).max(4).optional(),
  signs: z.array(z.string().max(40)).max(40).optional(),
  domains: z.array(z.string().max(255)).max(100).optional(),
  sources: z.array(verdictSourceSchema).max(3).optional(),
  /** Only those with a suggestion; only those whose class changed; only those that wait; only contacts. */
  only: z
    .array(z.enum(['suggestion', 'flipped', 'waiting', 'contact']))
    .max(4)
    .optional(),
}))
export type BatchFilter = z.infer<typeof batchFilterSchema>

const batchSortSchema = lazyObject(() => ({
  by: z.enum(['given', 'email', 'class', 'checked']),
  direction: z.enum(['asc', 'desc']),
}))
export type BatchSort = z.infer<typeof batchSortSchema>

/** An address of a batch. */
const batchRowSchema = lazyObject(() => ({
  /** From 1, in the order in which it was given. */
  position: z.number().int(),
  /** As it was given. */
  email: z.string(),
  /** null while it waits. */
  verdict: verdictSchema
    .unwrap()
    .pick({ class: true, suggestion: true, source: true, at: true })
    /** The title of its weightiest sign. */
    .extend({ reason: z.string() })
    .nullable(),
  /** The class of the verdict before; null where there was none. */
  was: verdictClassSchema.nullable(),
  /** Whether something was known of it when the batch was made, that counts no longer or is asked about again. */
  known: z.boolean(),
  contactId: z.string().nullable(),
}))
export type BatchRow = z.infer<typeof batchRowSchema>

const byId = z.object({ id: z.number().int() })

/** A batch's state, to narrow their list by. `open`: nobody was asked yet. */
const batchStateSchema = z.enum(['running', 'paused', 'open', 'finished', 'stopped'])
export type BatchState = z.infer<typeof batchStateSchema>

/** The addresses of a batch that a filter leaves. */
export const filteredBatchSchema = lazySchema(() => byId.extend({ filter: batchFilterSchema }))
const answered = procedure.input(byId).output(batchDetailSchema)

export const verification = lazily(() => ({
  /** Batches, the newest first: those whose names hold `search`, in a state. */
  page: procedure
    .input(
      z.object({
        slice: sliceSchema,
        search: z.string().max(200).default(''),
        state: batchStateSchema.nullable().default(null),
      }),
    )
    .output(z.object({ batches: z.array(batchSchema), count: z.number().int() })),
  get: answered,
  /** The segments of the service that a batch can be made of, static and dynamic, by name. */
  segments: procedure.output(
    z.object({
      segments: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.enum(['static', 'dynamic']),
          members: z.number().nullable(),
        }),
      ),
    }),
  ),
  /**
   * Makes a batch and begins to collect its addresses; it asks nobody about them. `older`: what is known for so many days is
   * asked about again, 0: all of it; null: only what counts no longer. A `draft` is in no list until it is kept.
   */
  create: procedure
    .input(
      z.object({
        source: batchSourceSchema,
        older: z.number().int().min(0).max(3650).nullable().default(null),
        draft: z.boolean().default(false),
      }),
    )
    .output(batchDetailSchema),
  /** A draft becomes a batch like others, under a name. */
  keep: procedure.input(byId.extend({ name: z.string().trim().min(1).max(200) })).output(batchDetailSchema),
  /** Starts, or goes on with, the job that asks. */
  start: answered,
  /** Asks again about every address that is unknown. */
  retryUnknown: answered,
  rows: procedure
    .input(filteredBatchSchema.unwrap().extend({ sort: batchSortSchema, slice: sliceSchema }))
    .output(z.object({ rows: z.array(batchRowSchema), count: z.number().int(), revision: z.number().int() })),
  /** The contacts among the filtered addresses, as a frozen selection for a bulk action. */
  freeze: procedure
    .input(filteredBatchSchema)
    .output(z.object({ selectionId: z.string(), count: z.number().int(), notContacts: z.number().int() })),
  /** Address, class, reasons, suggestion, source, date of the filtered addresses, as CSV. */
  export: procedure
    .input(filteredBatchSchema.unwrap().extend({ guardFormulas: z.boolean() }))
    .output(eventIterator(exportProgressSchema)),
  /** Deletes a batch that is not running; its verdicts stay in the ledger. */
  discard: procedure.input(byId).output(doneSchema),
}))
