import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { doneSchema, procedure } from './base'
import { readingSchema, readNoteSchema, workbookFoundSchema } from './import-file'
import { givenSchema } from './imports'

/** A file of which one or a few columns are used: a list of addresses to verify, or verdicts that were bought. */
const listFileSchema = lazyObject(() => ({
  /** Valid while the program runs, until it is let go. */
  fileId: z.string(),
  name: z.string(),
  /** Its text was pasted: it is no file of a person's. */
  pasted: z.boolean(),
  bytes: z.number().int(),
  reading: readingSchema,
  /** What was found out by itself, to go back to. */
  detected: readingSchema,
  encodings: z.array(z.string()),
  /** Of which one sheet is read; null: a text. */
  workbook: workbookFoundSchema.nullable(),
  notes: z.array(readNoteSchema),
  columns: z.array(
    z.object({
      /** From 0. */
      index: z.number().int(),
      name: z.string(),
      samples: z.array(z.string()),
      /** Of the cells that were looked at, how many are addresses, 0 to 1. */
      addresses: z.number(),
    }),
  ),
  /** The column that most likely holds the addresses. */
  likely: z.number().int().nullable(),
}))
export type ListFile = z.infer<typeof listFileSchema>

export const listFiles = lazily(() => ({
  /** Asks for a file with the host's dialog; null where it was closed. Browser host: null, the page uploads instead. */
  choose: procedure.output(z.object({ file: listFileSchema.nullable() })),
  open: procedure.input(givenSchema).output(listFileSchema),
  /** Says how it is to be read. */
  read: procedure.input(z.object({ fileId: z.string(), reading: readingSchema })).output(listFileSchema),
  letGo: procedure.input(z.object({ fileId: z.string() })).output(doneSchema),
}))
