import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazyObject } from '../lazily'
import { procedure, sliceSchema } from './base'

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
    /** Inclusive from, exclusive to, unless it is `closed`; either end may be open. */
    z.object({
      field,
      operator: z.literal('between'),
      from: z.union([z.number(), z.string()]).nullable(),
      to: z.union([z.number(), z.string()]).nullable(),
      /** Whether the upper end belongs to the range. */
      closed: z.boolean().optional(),
      /** Whether rows without a value pass too. */
      orMissing: z.boolean().optional(),
    }),
    z.object({ field, operator: z.enum(['exists', 'notExists']) }),
    /** Any of the values, or none of them: what clicking several values of a facet makes. null is "no value". */
    z.object({
      field,
      operator: z.enum(['anyOf', 'noneOf']),
      values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).max(100),
    }),
    /** Relative to now, for dates. `notWithin`: what `within` leaves out, rows without a date too. */
    z.object({
      field,
      operator: z.enum(['within', 'notWithin', 'olderThan']),
      value: z.number().positive(),
      unit: z.enum(['days', 'hours', 'minutes']),
    }),
  ])
}

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
    /** How many have no value. */
    without: z.number().int(),
    /** Its numbers, counted in spans of equal width between the least and the greatest; absent where it has none. */
    spread: z.object({ from: z.number(), to: z.number(), counts: z.array(z.number().int()) }).optional(),
  })
}

/** Progress of an export; the last one has `file`. */
export const exportProgressSchema = lazyObject(() => ({
  written: z.number().int(),
  total: z.number().int(),
  /** Set at the end. `url`: browser host, to be fetched once; `path`: desktop, where it was saved. null: the dialog was closed. */
  file: z
    .union([z.object({ path: z.string() }), z.object({ url: z.string(), name: z.string() }), z.null()])
    .optional(),
  /** Cells that were guarded against being read as formulas. */
  guarded: z.number().int(),
}))
export type ExportProgress = z.infer<typeof exportProgressSchema>

/** Rows of a grid. */
export function gridPageOver<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** How many match. */
    count: z.number().int(),
    /** How many there are in all. */
    total: z.number().int(),
    /** Grows with every change of the copy: rows of different revisions are not to be mixed. */
    revision: z.number().int(),
    tookMs: z.number(),
    /** Those of `rows` that the selection which was asked about does not hold, by id; absent where it is not kept any more. */
    outside: z.array(z.string()).optional(),
  })
}

const namedRows = lazyObject(() => ({ kind: z.literal('ids'), ids: z.array(z.string()).max(10_000) }))
const frozenRows = lazyObject(() => ({
  kind: z.literal('frozen'),
  selectionId: z.string(),
  except: z.array(z.string()).max(10_000),
}))

/** Rows that are picked: named ones, or everything a query matched when it was frozen, minus exceptions. */
export const pickedRowsSchema = z.discriminatedUnion('kind', [namedRows, frozenRows])
export type PickedRows = z.infer<typeof pickedRowsSchema>

/** Rows that are meant: those that are picked, or everything that a query matches. */
export function selectionOver<Query extends z.ZodType>(query: Query) {
  return z.discriminatedUnion('kind', [namedRows, frozenRows, z.object({ kind: z.literal('query'), query })])
}

/** What a grid over all rows of a list asks. `within`: whose list it is. */
export function gridOver<
  Within extends z.ZodRawShape,
  Query extends z.ZodType,
  Field extends z.ZodType<string>,
  Page extends z.ZodType,
  Selection extends z.ZodType,
>(list: { within: Within; query: Query; field: Field; page: Page; selection: Selection }) {
  const { within, query, field, page, selection } = list
  const asked = { ...within, query }
  return {
    /** Rows [offset, offset + limit) of a query, by position. `selectionId`: a frozen selection; the answer says which of them it lacks. */
    page: procedure
      .input(z.object({ ...asked, slice: sliceSchema, selectionId: z.string().optional() }))
      .output(page),
    /** The position of a row in a query's order; null where it is not among the matches. */
    locate: procedure
      .input(z.object({ ...asked, id: z.string() }))
      .output(z.object({ position: z.number().int().nullable() })),
    /** Counts per value of each field, `limit` values each; `containing`: only of values in which it occurs. */
    facets: procedure
      .input(
        z.object({
          ...asked,
          fields: z.array(field).max(12),
          limit: z.number().int().min(1).max(100).default(8),
          containing: z.string().max(200).optional(),
        }),
      )
      .output(z.object({ facets: z.array(facetOver(field)), revision: z.number().int() })),
    /** Keeps what a query matches now, so that what is seen is what is acted on. `also`: what was picked before is kept with it. */
    freeze: procedure
      .input(z.object({ ...asked, also: pickedRowsSchema.optional() }))
      .output(z.object({ selectionId: z.string(), count: z.number().int() })),
    /** How much of what is picked a query shows. Rejects with `input_invalid` where a selection is not kept any more. */
    shown: procedure
      .input(z.object({ ...asked, picked: pickedRowsSchema }))
      .output(z.object({ count: z.number().int() })),
    /** Writes the selection to a file chosen by the host. Cancelling the iterator removes the file. */
    export: procedure
      .input(
        z.object({
          ...within,
          selection,
          columns: z.array(field).min(1).max(1000),
          format: z.enum(['csv', 'json']),
          /** Put an apostrophe before cells that a spreadsheet would run as a formula (docs/security.md, C33). */
          guardFormulas: z.boolean(),
        }),
      )
      .output(eventIterator(exportProgressSchema)),
  }
}
