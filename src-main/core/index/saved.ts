import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../src-shared/lazily'

/** Grows when what is saved changes its meaning, or how it is stored: an index of another format is made anew. */
export const savedFormat = 5

const length = z.number().int().nonnegative()

const savedCodesSchema = z.object({
  /** Bytes for each code; 0 for a map, saved as pairs of row and code. */
  width: z.number().int().min(0).max(4),
  rows: length,
  present: length,
})

/** The lengths of the codes of rows. */
export type SavedCodes = z.infer<typeof savedCodesSchema>

const savedColumnSchema = lazySchema(() =>
  savedCodesSchema.extend({
    values: length,
    textBytes: length,
    signature: length,
    numbers: length,
    spellings: length,
    spellingBytes: length,
  }),
)

/** The lengths of a column's arrays. */
export type SavedColumn = z.infer<typeof savedColumnSchema>

/** The header of a saved index. */
export const savedIndexSchema = lazyObject(() => ({
  format: z.literal(savedFormat),
  words: length,
  created: length,
  updated: length,
  email: savedColumnSchema,
  domain: savedColumnSchema,
  subscribed: savedColumnSchema,
  verdict: savedColumnSchema,
  checked: length,
  grounds: savedCodesSchema,
  data: z.array(z.object({ key: z.string(), column: savedColumnSchema })),
  /** What all other keys hold, and their names; null where they are too many to be remembered. */
  rest: savedColumnSchema,
  others: z.array(z.string()).nullable(),
}))
export type SavedIndex = z.infer<typeof savedIndexSchema>
