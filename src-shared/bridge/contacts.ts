import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { doneSchema, instantSchema, procedure, sliceSchema } from './base'
import { verdictClassSchema } from './verdicts'

/**
 * A field of a contact: a column of ours, or a key of `data` written `data.<key>`. `verdict` is a verdict's class and
 * `checkedAt` its date, expired or not; both are absent where the address was never checked.
 */
export const contactFieldSchema = z.union([
  z.enum(['email', 'subscribed', 'domain', 'createdAt', 'updatedAt', 'verdict', 'checkedAt']),
  z.templateLiteral(['data.', z.string()]),
])
export type ContactField = z.infer<typeof contactFieldSchema>

/**
 * Type-aware conditions over a field. `equals` on `subscribed` takes "true"/"false"; numbers and dates are given
 * as numbers (dates: milliseconds). Text comparisons fold case. The renderer offers what suits the field's types.
 * `field`: of which list the fields are.
 */
export function filterOver<F extends z.ZodType<string>>(field: F) {
  return z.discriminatedUnion('operator', [
    z.object({
      field,
      operator: z.enum(['equals', 'notEquals', 'contains', 'notContains', 'startsWith']),
      value: z.union([z.string().max(1000), z.number(), z.boolean()]),
    }),
    z.object({
      field,
      operator: z.enum(['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual']),
      value: z.union([z.number(), z.string().max(1000)]),
    }),
    /** Inclusive from, exclusive to; either end may be open. */
    z.object({
      field,
      operator: z.literal('between'),
      from: z.union([z.number(), z.string()]).nullable(),
      to: z.union([z.number(), z.string()]).nullable(),
    }),
    z.object({ field, operator: z.enum(['exists', 'notExists']) }),
    /** Any of the values: what clicking several values of a facet makes. null is "no value". */
    z.object({
      field,
      operator: z.literal('anyOf'),
      values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).max(100),
    }),
    /** Relative to now, for dates. */
    z.object({
      field,
      operator: z.enum(['within', 'olderThan']),
      value: z.number().positive(),
      unit: z.enum(['days', 'hours', 'minutes']),
    }),
  ])
}

/** A condition over contacts. */
export const contactFilterSchema = filterOver(contactFieldSchema)
export type ContactFilter = z.infer<typeof contactFilterSchema>

const contactSortSchema = z.object({
  field: contactFieldSchema,
  direction: z.enum(['asc', 'desc']),
})
export type ContactSort = z.infer<typeof contactSortSchema>

/** What a list of contacts shows: filters are ANDed; `search` looks for each of its words in the address and in every value of `data`. */
export const contactQuerySchema = z.object({
  search: z.string().max(200).default(''),
  filters: z.array(contactFilterSchema).max(30).default([]),
  sort: contactSortSchema.default({ field: 'createdAt', direction: 'desc' }),
  /** Only people whom an import created or changed; `name` is that of its file, for who reads it. */
  of: z.object({ importId: z.number().int(), name: z.string().max(1000) }).optional(),
})
export type ContactQuery = z.infer<typeof contactQuerySchema>

/** The newest verdict over a contact's address. */
const contactVerdictSchema = z.object({
  /** What it amounts to now: with today's rules, and the override of its domain. */
  class: verdictClassSchema,
  at: instantSchema,
  /** It is no longer taken for what is so. */
  expired: z.boolean(),
  /** The weightiest reason, a sentence. */
  reason: z.string(),
})
export type ContactVerdict = z.infer<typeof contactVerdictSchema>

/** A row of the grid. `position` counts from 0 in the query's order. `pending`: an edit of it waits in the outbox. */
export const contactRowSchema = z.object({
  id: z.string(),
  email: z.string(),
  subscribed: z.boolean(),
  createdAt: instantSchema.nullable(),
  updatedAt: instantSchema.nullable(),
  data: z.record(z.string(), z.unknown()),
  /** null: the address was never checked. */
  verdict: contactVerdictSchema.nullable(),
})
export type ContactRow = z.infer<typeof contactRowSchema>

const contactPageSchema = z.object({
  rows: z.array(contactRowSchema),
  /** How many match. */
  count: z.number().int(),
  /** How many there are in all. */
  total: z.number().int(),
  /** Grows with every change of the copy: rows of different revisions are not to be mixed. */
  revision: z.number().int(),
  tookMs: z.number(),
})
export type ContactPage = z.infer<typeof contactPageSchema>

const fieldTypeSchema = z.enum(['text', 'number', 'boolean', 'date', 'object', 'list'])
export type FieldType = z.infer<typeof fieldTypeSchema>

/** A key found in `data`, with the types its values have, the most frequent first. */
export const dataFieldSchema = z.object({
  key: z.string(),
  types: z.array(fieldTypeSchema),
  /** In how many contacts it has a value. */
  count: z.number().int(),
  /** How many different values, where that is known. */
  distinct: z.number().int().nullable(),
})
export type DataField = z.infer<typeof dataFieldSchema>

/** A facet: the most frequent values of a field among what the *other* filters leave. */
export function facetOver<F extends z.ZodType<string>>(field: F) {
  return z.object({
    field,
    values: z.array(
      z.object({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]), count: z.number().int() }),
    ),
    /** Further values that are not listed, and their contacts. */
    moreValues: z.number().int(),
    moreCount: z.number().int(),
  })
}

/** A facet of contacts. */
const facetSchema = facetOver(contactFieldSchema)
export type Facet = z.infer<typeof facetSchema>

/** A change of a contact that the service has not yet taken (docs/rules.md, rule 11). */
const pendingChangeSchema = z.object({
  outboxId: z.number().int(),
  kind: z.enum(['update', 'delete']),
  queuedAt: instantSchema,
})

const contactDetailSchema = contactRowSchema.extend({
  /** The whole record as the service sent it, unknown fields included. */
  raw: z.record(z.string(), z.unknown()),
  eventCount: z.number().int(),
  /** When this copy of the record was read. */
  syncedAt: instantSchema.nullable(),
  pending: z.array(pendingChangeSchema),
})
export type ContactDetail = z.infer<typeof contactDetailSchema>

/** What became of a write: taken by the service, or waiting in the outbox because the service does not answer. */
const writeOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done'), contact: contactDetailSchema.nullable() }),
  z.object({ outcome: z.literal('queued'), outboxId: z.number().int() }),
])
export type WriteOutcome = z.infer<typeof writeOutcomeSchema>

/** Who is meant: named contacts, or everything a query matched when it was frozen, minus exceptions. */
export const contactSelectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), ids: z.array(z.string()).max(10_000) }),
  z.object({ kind: z.literal('frozen'), selectionId: z.string(), except: z.array(z.string()).max(10_000) }),
  z.object({ kind: z.literal('query'), query: contactQuerySchema }),
])
export type ContactSelection = z.infer<typeof contactSelectionSchema>

/** Progress of an export; the last one has `file`. */
export const exportProgressSchema = z.object({
  written: z.number().int(),
  total: z.number().int(),
  /** Set at the end. `url`: browser host, to be fetched once; `path`: desktop, where it was saved. null: the dialog was closed. */
  file: z
    .union([z.object({ path: z.string() }), z.object({ url: z.string(), name: z.string() }), z.null()])
    .optional(),
  /** Cells that were guarded against being read as formulas. */
  guarded: z.number().int(),
})
export type ExportProgress = z.infer<typeof exportProgressSchema>

export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  query: contactQuerySchema,
  columns: z.array(contactFieldSchema),
})
export type SavedView = z.infer<typeof savedViewSchema>

export const contacts = {
  /** Rows [offset, offset + limit) of a query, by position. */
  page: procedure
    .input(z.object({ query: contactQuerySchema, slice: sliceSchema }))
    .output(contactPageSchema),
  /** The position of a contact in a query's order; null where it is not among the matches. */
  locate: procedure
    .input(z.object({ query: contactQuerySchema, id: z.string() }))
    .output(z.object({ position: z.number().int().nullable() })),
  /** Counts per value of each field, `limit` values each. */
  facets: procedure
    .input(
      z.object({
        query: contactQuerySchema,
        fields: z.array(contactFieldSchema).max(12),
        limit: z.number().int().min(1).max(100).default(8),
      }),
    )
    .output(z.object({ facets: z.array(facetSchema), revision: z.number().int() })),
  /** Every key that occurs in `data`, the most frequent first. */
  fields: procedure.output(z.object({ fields: z.array(dataFieldSchema) })),
  get: procedure.input(z.object({ id: z.string() })).output(contactDetailSchema),
  /** POST /contacts. Offline it is refused in words: an upsert of an unknown address cannot be shown in the copy. */
  create: procedure
    .input(
      z.object({
        email: z.string().trim().min(3).max(320),
        subscribed: z.boolean(),
        data: z.record(z.string(), z.unknown()),
      }),
    )
    .output(z.object({ contact: contactDetailSchema, isNew: z.boolean() })),
  /** PATCH /contacts/:id. `data` holds only what changes; null removes a key. */
  update: procedure
    .input(
      z.object({
        id: z.string(),
        changes: z.object({
          subscribed: z.boolean().optional(),
          data: z.record(z.string(), z.unknown()).optional(),
        }),
      }),
    )
    .output(writeOutcomeSchema),
  /** DELETE /contacts/:id. `email` must be the contact's address, typed or confirmed. */
  remove: procedure.input(z.object({ id: z.string(), email: z.string() })).output(writeOutcomeSchema),
  /** Keeps the set of people a query matches now, so that the people seen are the people acted on. */
  freeze: procedure
    .input(z.object({ query: contactQuerySchema }))
    .output(z.object({ selectionId: z.string(), count: z.number().int() })),
  /** The addresses of a selection, in its order: what is copied to the clipboard. Beyond 100,000 it is refused with `input_invalid`. */
  addresses: procedure
    .input(z.object({ selection: contactSelectionSchema }))
    .output(z.object({ emails: z.array(z.string()) })),
  /** Writes the selection to a file chosen by the host. Cancelling the iterator removes the file. */
  export: procedure
    .input(
      z.object({
        selection: contactSelectionSchema,
        columns: z.array(contactFieldSchema).min(1).max(1000),
        format: z.enum(['csv', 'json']),
        /** Put an apostrophe before cells that a spreadsheet would run as a formula (docs/security.md, C33). */
        guardFormulas: z.boolean(),
      }),
    )
    .output(eventIterator(exportProgressSchema)),
  views: procedure.output(z.object({ views: z.array(savedViewSchema) })),
  saveView: procedure.input(savedViewSchema.partial({ id: true })).output(savedViewSchema),
  removeView: procedure.input(z.object({ id: z.string() })).output(doneSchema),
}
