import { z } from 'zod'
import { lazyObject } from '../lazily'
import { instantSchema, sliceSchema } from './base'

/** Which records of a list are shown, and in which order. `search` looks in names, folding case. */
export const catalogueQuerySchema = lazyObject(() => ({
  search: z.string().max(200).default(''),
  /** Types or statuses; null: any. */
  kinds: z.array(z.string().max(40)).max(20).nullable().default(null),
  sort: z
    .object({ by: z.enum(['name', 'created', 'updated']), direction: z.enum(['asc', 'desc']) })
    .default({ by: 'updated', direction: 'desc' }),
}))
export type CatalogueQuery = z.infer<typeof catalogueQuerySchema>

/** What asks for a slice of a list. */
export const cataloguePageInputSchema = z.object({ query: catalogueQuerySchema, slice: sliceSchema })

/** What is told of every record of the catalogue in a list. */
export const catalogueRowSchema = z.object({
  id: z.string(),
  createdAt: instantSchema.nullable(),
  updatedAt: instantSchema.nullable(),
})

/** A slice of a list. `asOf`: when the list was last read from the service; null: never. */
export function cataloguePageSchema<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** How many match. */
    count: z.number().int(),
    /** How many there are. */
    total: z.number().int(),
    asOf: instantSchema.nullable(),
  })
}

/** A record that another one uses, as it is named and linked. `state`: its status, or "enabled". */
export const usedBySchema = lazyObject(() => ({
  kind: z.enum(['campaign', 'workflow', 'segment', 'template']),
  id: z.string(),
  name: z.string(),
  state: z.string(),
}))
export type UsedBy = z.infer<typeof usedBySchema>

/**
 * What a change starts from: `updatedAt` of the record as it was read. Where the service holds another one by now, the
 * change is refused with `conflict`; null writes over whatever is there.
 */
export const basisSchema = z.string().nullable()
