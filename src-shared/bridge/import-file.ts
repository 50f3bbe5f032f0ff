import { z } from 'zod'
import { lazyObject, lazySchema } from '../lazily'
import { instantSchema } from './base'

/** How a file is read: as was found out, or as a person says. */
export const readingSchema = lazyObject(() => ({
  /** As the WHATWG names it: "utf-8", "utf-16le", "windows-1252". */
  encoding: z.string().max(40),
  /** One character. */
  delimiter: z.string().length(1),
  /** Empty: quotes mean nothing. */
  quote: z.enum(['"', "'", '']),
  /** Whether the first row holds names. */
  header: z.boolean(),
  /** How a quote inside a cell is told from one around it, where it is not doubled: `\\"`, as MySQL writes. */
  escape: z.literal('\\').optional(),
  /** Rows above the first one that are left out, such as a report's title; none where it is absent. Empty rows do not count. */
  skip: z.number().int().min(1).max(100).optional(),
  /** Of a workbook, which sheet is read; what concerns text files then means nothing. */
  sheet: z.string().max(255).optional(),
  /** Of a sheet, the last row that is read, by its number; all where it is absent. */
  until: z.number().int().min(1).max(1_048_576).optional(),
  /** Of a sheet, which columns are read that are hidden in it: all, or those of these letters; absent: none. */
  hidden: z.union([z.literal('taken'), z.array(z.string().regex(/^[A-Z]{1,3}$/)).max(16_384)]).optional(),
  /** Of a sheet, what comes first in dates that are text ("3/4/2026"); absent: nobody said, and they stay as they are. */
  dates: z.enum(['dayFirst', 'monthFirst']).optional(),
  /** Of a sheet, what comes in of cells with a formula; absent: their values as they were last saved. */
  formulas: z.literal('empty').optional(),
}))
export type Reading = z.infer<typeof readingSchema>

/** Something about a file that a person should know, in words; of the core, as they are kept to be said. */
export const readNoteSchema = lazyObject(() => ({
  code: z.enum([
    'ragged_rows',
    'nul_bytes',
    'unclosed_quote',
    'undecodable_bytes',
    'mojibake',
    'doubtful_reading',
    'title_rows',
    'empty_rows',
    'long_cells',
    'many_columns',
    'same_names',
    'no_rows',
    'formulas',
    'unsaved_formulas',
    'failed_formulas',
    'stored_dates',
    'text_dates',
    'impossible_dates',
    'hidden_columns',
    'hidden_rows',
    'rows_after',
  ]),
  /** What is counted, in a heading: "Cells with a formula". Where there is one, `sentence` says what becomes of them, or is ''. */
  title: z.string().optional(),
  sentence: z.string(),
  count: z.number().int(),
  /** The first line it concerns, from 1; null where it concerns the whole file. */
  line: z.number().int().nullable(),
}))
export type ReadNote = z.infer<typeof readNoteSchema>

/** A sheet of a workbook. */
const sheetFoundSchema = lazyObject(() => ({
  name: z.string(),
  hidden: z.boolean(),
  /** Without its header; null where they are too many to have been counted. */
  rows: z.number().int().nullable(),
  columns: z.number().int(),
  /** The letters of the column that holds the most addresses; null where none does. */
  addresses: z.string().nullable(),
  /** How it is read as is found out. */
  reading: readingSchema,
}))
export type SheetFound = z.infer<typeof sheetFoundSchema>

/** What a workbook is, and what is read of it. */
export const workbookFoundSchema = lazyObject(() => ({
  kind: z.enum(['xlsx', 'ods']),
  savedAt: instantSchema.nullable(),
  savedBy: z.string().nullable(),
  sheets: z.array(sheetFoundSchema),
  /** Of each column that is read, its letters in the sheet. */
  letters: z.array(z.string()),
  /** The letters of columns that are hidden in the sheet. */
  hidden: z.array(z.string()),
  /** The rows of the header and of the last row that is read, by their numbers. */
  headerRow: z.number().int().nullable(),
  lastRow: z.number().int(),
  /** The first rows of the sheet that hold anything, a title among them; any of them can be the header. */
  firstRows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })).default([]),
  /** Of the first rows, cells with a formula, an error in place of a value, or a date that is text; `at`: the column, from 0. */
  cells: z.array(
    z.object({
      line: z.number().int(),
      at: z.number().int(),
      formula: z.string().nullable(),
      error: z.string().nullable(),
      /** The date as the sheet has it. */
      textDate: z.string().nullable().default(null),
    }),
  ),
}))
export type WorkbookFound = z.infer<typeof workbookFoundSchema>

/** Where a column goes. */
const columnTargetSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('email') }),
    /** `turned`: its cells tell the opposite, who is not subscribed. */
    z.object({ kind: z.literal('subscribed'), turned: z.literal(true).optional() }),
    /** A key of `data`; dots in it are part of it. */
    z.object({ kind: z.literal('data'), key: z.string().min(1).max(256) }),
    z.object({ kind: z.literal('leaveOut') }),
  ]),
)
export type ColumnTarget = z.infer<typeof columnTargetSchema>

/** How cells are read. A date's `format` is written like "YYYY-MM-DD", "DD.MM.YYYY HH:mm" or "MM/DD/YYYY". */
const columnTypeSchema = lazySchema(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('number'), decimal: z.enum(['.', ',']) }),
    z.object({ type: z.literal('boolean') }),
    z.object({ type: z.literal('date'), format: z.string().max(40) }),
  ]),
)
export type ColumnType = z.infer<typeof columnTypeSchema>

/** What becomes of a value that a contact has: written over, kept where there is one, or never touched. */
const columnRuleSchema = z.enum(['overwrite', 'fillBlanks', 'never'])
export type ColumnRule = z.infer<typeof columnRuleSchema>

/** What a person decides about a column. */
export const columnChoiceSchema = z.object({
  target: columnTargetSchema,
  as: columnTypeSchema,
  rule: columnRuleSchema,
})
export type ColumnChoice = z.infer<typeof columnChoiceSchema>

/** One column of a file and what becomes of it. */
export const importColumnSchema = lazySchema(() =>
  columnChoiceSchema.extend({
    /** From 0, in the order of the file. */
    index: z.number().int(),
    /** As the header has it; "Column 3" where it has none. */
    name: z.string(),
    /** Up to five different cells that are not empty. */
    samples: z.array(z.string()),
    /** How many cells were looked at, and how many of them are not empty. */
    looked: z.number().int(),
    filled: z.number().int(),
    /** Why it goes where it goes, or what the service would do with it; as a note is kept. */
    note: z.string().nullable(),
    /** What a yes in it says, where it looks like consent: such a column goes nowhere else without being asked. */
    consent: z.enum(['subscribed', 'unsubscribed']).optional(),
    /** Formats of dates of which none tells whether the day or the month comes first: a person chooses. */
    orders: z.object({ dayFirst: z.string().max(40), monthFirst: z.string().max(40) }).optional(),
  }),
)
export type ImportColumn = z.infer<typeof importColumnSchema>
