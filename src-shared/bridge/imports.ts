import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { lazily, lazyObject, lazySchema } from '../lazily'
import { problemSchema } from '../problem'
import { doneSchema, instantSchema, procedure, sliceSchema, sliced } from './base'
import { exportProgressSchema } from './grid'
import {
  columnChoiceSchema,
  importColumnSchema,
  readNoteSchema,
  readingSchema,
  workbookFoundSchema,
} from './import-file'
import { jobSchema } from './jobs'
import { verdictClassSchema, verdictSchema } from './verdicts'

/** The steps of an import, in their order (look/import-check.png). */
const importStepSchema = z.enum(['read', 'map', 'check', 'verify', 'run', 'after'])
export type ImportStep = z.infer<typeof importStepSchema>

/** What a row is. */
export const rowClasses = ['new', 'changed', 'unchanged', 'duplicate', 'invalid', 'conflicting'] as const
const rowClassSchema = z.enum(rowClasses)
export type RowClass = z.infer<typeof rowClassSchema>

/**
 * Which rows a list shows. `stayUnsubscribed`: of people who unsubscribed, though the file says otherwise.
 * `doubtfulLetters`: of addresses at domains that mix scripts, or look like others. `role`: of desks and duties. `written` and
 * `failed` are of a run; `reversed`, `kept` (changed since) and `notReversed` (it failed) of taking it back.
 */
export const rowFilterSchema = z.enum([
  'all',
  'allButUnchanged',
  ...rowClasses,
  'repaired',
  'leftOut',
  'held',
  'stayUnsubscribed',
  'doubtfulLetters',
  'role',
  'written',
  'failed',
  'reversed',
  'kept',
  'notReversed',
])
export type RowFilter = z.infer<typeof rowFilterSchema>

/** How many rows each {@link rowFilterSchema} shows, and what a run would do. */
const rowCountsSchema = lazyObject(() => ({
  rows: z.record(rowFilterSchema, z.number().int()),
  /** Rows that a run would write as things stand. */
  toWrite: z.number().int(),
  /** Of these, how many unsubscribed people stay unsubscribed though the file says otherwise. */
  stayUnsubscribed: z.number().int(),
  /** Tidied by itself: spaces trimmed, domains in lower case; and cells that a person repaired. */
  trimmed: z.number().int(),
  lowered: z.number().int(),
  byHand: z.number().int(),
  /** Misspelt domains, the most frequent first. */
  typos: z.array(z.object({ from: z.string(), to: z.string(), count: z.number().int() })),
  typoCount: z.number().int(),
  /** Rows that the rules want verified, by the class of the verdict that is noted for them. */
  verdicts: z.record(verdictClassSchema, z.number().int()),
}))
export type RowCounts = z.infer<typeof rowCountsSchema>

/** A cell as the list of rows shows it. */
const importCellSchema = lazyObject(() => ({
  /** The index of its column in the file. */
  column: z.number().int(),
  /** As it will be written; as the file has it where it is left out or at fault. */
  text: z.string(),
  /** What stood in the file before it was tidied or repaired; null where it is as it was. */
  repairedFrom: z.string().nullable(),
  /** What the contact has now, where the row would change it. */
  before: z.string().nullable(),
  /** Why it cannot be written, in words. */
  fault: z.string().nullable(),
  /** What else is to be known of it: "stays unsubscribed". */
  remark: z.string().nullable(),
}))
export type ImportCell = z.infer<typeof importCellSchema>

/** A row of the file. */
const importRowSchema = lazyObject(() => ({
  /** From 1, in the order of the file; the header is not counted. */
  row: z.number().int(),
  /** The line of the file it begins in, from 1. */
  line: z.number().int(),
  class: rowClassSchema,
  repaired: z.boolean(),
  /** Left out by a person, or by a rule. */
  leftOut: z.boolean(),
  held: z.boolean(),
  /** Those asked for, in the order of the columns of the file. */
  cells: z.array(importCellSchema),
  /**
   * Why it is invalid, a duplicate ("as row 88"), conflicting ("edited here 2 h ago"), was refused, or was not taken back
   * ("changed since: plan"); in words.
   */
  reason: z.string().nullable(),
  /** The stable code of that reason. */
  code: z.string().nullable(),
  /** An address it may have meant, and how many rows have the same slip. */
  suggestion: z.object({ email: z.string(), alike: z.number().int() }).nullable(),
  contactId: z.string().nullable(),
  verdict: verdictSchema.nullable(),
  outcome: z.enum(['waiting', 'written', 'failed', 'skipped']).nullable(),
  /** What became of taking it back. */
  undo: z.enum(['reversed', 'kept', 'failed']).nullable(),
}))
export type ImportRow = z.infer<typeof importRowSchema>

/** So many columns of a row are answered at most: a row may have ten thousand, and a slice five hundred rows. */
export const mostColumnsShown = 1000

/**
 * So many cells are answered at most, whatever rows and columns are asked for: an answer may have fewer rows than its slice,
 * at least one of them, and whoever wants the others asks on.
 */
export const mostCellsShown = 25_000

/** Of so many columns the cells are previewed: Map lists them all. */
export const mostColumnsPreviewed = 100

const rowsAskedSchema = lazyObject(() => ({
  filter: rowFilterSchema,
  search: z.string().max(200),
  slice: sliceSchema,
  /**
   * Indexes of the columns whose cells are answered; the first cell at fault comes besides. Where it is not said, the first
   * {@link mostColumnsShown}.
   */
  columns: z.array(z.number().int().min(0)).max(mostColumnsShown).optional(),
  /**
   * Answers a search as soon as the slice is found, or after a moment with what was found by then: rows may be fewer than
   * asked for, and none, while they are not `counted`.
   */
  soon: z.boolean().optional(),
}))
export type RowsAsked = z.infer<typeof rowsAskedSchema>

/** What to do with a class of verdict. */
const verdictRuleSchema = z.enum(['import', 'importUnsubscribed', 'leaveOut', 'hold'])
export type VerdictRule = z.infer<typeof verdictRuleSchema>

/** What a person decides about verification, and about people who unsubscribed. */
export const importRulesSchema = lazyObject(() => ({
  verify: z.enum(['none', 'new', 'all']),
  byVerdict: z.record(verdictClassSchema, verdictRuleSchema),
  /** Subscribes people again who unsubscribed here: only where a person asked for it by name. */
  resubscribe: z.boolean(),
  /** Writes conflicting rows too. */
  writeConflicting: z.boolean(),
}))
export type ImportRules = z.infer<typeof importRulesSchema>

/** What verification would cost, and what is known already. */
export const verifyEstimateSchema = lazyObject(() => ({
  /** Different addresses in question. */
  unique: z.number().int(),
  /** Of these: told without asking; known and fresh; calls needed. */
  local: z.number().int(),
  known: z.number().int(),
  calls: z.number().int(),
  /** At the share of the budget that jobs have. */
  seconds: z.number(),
  byClass: z.record(verdictClassSchema, z.number().int()),
}))
export type VerifyEstimate = z.infer<typeof verifyEstimateSchema>

/** How many addresses have a class for a reason: each counts for the weightiest of its own. */
const reasonCountSchema = lazyObject(() => ({
  /** "Disposable domain". */
  title: z.string(),
  class: verdictClassSchema,
  count: z.number().int(),
}))
export type ReasonCount = z.infer<typeof reasonCountSchema>

/** What is under way in an import besides its jobs. */
const importWorkSchema = lazyObject(() => ({
  /** `changing`: all rows that are alike are written anew. */
  what: z.enum(['reading', 'checking', 'refreshing', 'changing']),
  done: z.number(),
  total: z.number(),
}))

/** An import, as its list and its head show it. */
export const importSchema = lazyObject(() => ({
  id: z.number().int(),
  /** The name of the file; "Pasted rows". */
  name: z.string(),
  bytes: z.number().int(),
  createdAt: instantSchema,
  /** How far it has come. */
  step: importStepSchema,
  /** Rows of the file, once it was read. */
  rows: z.number().int().nullable(),
  work: importWorkSchema.nullable(),
  /** Why it cannot go on: the file cannot be read, the mapping names no address. */
  problem: problemSchema.nullable(),
  /** Counts of the run: rows created, changed, failed; of the undo: reversed, kept, failed. */
  written: z
    .object({
      created: z.number().int(),
      changed: z.number().int(),
      failed: z.number().int(),
      /** The row at which a run that is to come to its end goes on; absent where none is. */
      next: z.number().int().optional(),
    })
    .nullable(),
  undone: z
    .object({ reversed: z.number().int(), kept: z.number().int(), failed: z.number().int() })
    .nullable(),
  /** Its jobs, the newest first: verification, the run, the undo. */
  jobs: z.array(jobSchema),
  /** Until when its rows are kept, for undo and the rejects file; null: they were removed, what is here stays. */
  rowsUntil: instantSchema.nullable(),
}))
export type Import = z.infer<typeof importSchema>

/** The longest text that can be pasted, in bytes of UTF-8: more is a file. */
export const mostPasted = 20_000_000

/**
 * A file that was dropped on the window (desktop) or uploaded (browser host), or pasted text. The page never names a
 * path: the token comes from the preload script's `onFileDropped`, or from `POST /upload`, and works once.
 */
export const givenSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), token: z.string().max(200) }),
    /** Up to 20 MB in UTF-8; more is refused in words. */
    z.object({ kind: z.literal('text'), text: z.string().max(mostPasted) }),
  ]),
)

/** What was found out about an import, and decided about it. */
export const importFindingsSchema = lazyObject(() => ({
  reading: readingSchema.nullable(),
  /** What was found out by itself, to go back to. */
  detected: readingSchema.nullable(),
  /** Null where the file is a text. */
  workbook: workbookFoundSchema.nullable(),
  notes: z.array(readNoteSchema),
  columns: z.array(importColumnSchema),
  /** Whether the mapping comes from an earlier import of a file with the same header. */
  remembered: z.boolean(),
  /** Which import that was: the name of its file, and when it was checked; null where that is not known. */
  rememberedFrom: z.object({ name: z.string(), at: instantSchema }).nullable(),
  counts: rowCountsSchema.nullable(),
  rules: importRulesSchema,
  /** The step that was looked at last; null where none was. */
  leftAt: importStepSchema.nullable(),
}))

/** An import with all that its steps show. */
const importDetailSchema = lazySchema(() =>
  importSchema.unwrap().extend({
    ...importFindingsSchema.unwrap().shape,
    encodings: z.array(z.string()),
    estimate: verifyEstimateSchema.nullable(),
  }),
)
export type ImportDetail = z.infer<typeof importDetailSchema>

/** How many rows a change of them concerned, and the counts after it. */
const changedRowsSchema = z.object({ changed: z.number().int(), counts: rowCountsSchema })
export type ChangedRows = z.infer<typeof changedRowsSchema>

const byId = z.object({ id: z.number().int() })
const answered = procedure.input(byId).output(importDetailSchema)

export const imports = lazily(() => ({
  /** Imports, the newest first. */
  page: sliced.output(z.object({ imports: z.array(importSchema), count: z.number().int() })),
  get: answered,
  /** Asks for a file with the host's dialog; null where it was closed. Browser host: null, the page uploads instead. */
  choose: procedure.output(z.object({ import: importDetailSchema.nullable() })),
  open: procedure.input(givenSchema).output(importDetailSchema),
  /** Says how the file is to be read. It is read again. */
  read: procedure.input(byId.extend({ reading: readingSchema })).output(importDetailSchema),
  /** Which step a person looks at, to take the import up there again. */
  look: procedure.input(byId.extend({ step: importStepSchema })).output(doneSchema),
  /** The first rows, as the reading has them: the names of all columns, the cells of the first {@link mostColumnsPreviewed}. */
  preview: procedure.input(byId.extend({ limit: z.number().int().min(1).max(200) })).output(
    z.object({
      names: z.array(z.string()),
      rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
    }),
  ),
  /** Says where columns go; by index. What was checked is checked again. */
  map: procedure
    .input(
      byId.extend({ columns: z.array(columnChoiceSchema.extend({ index: z.number().int() })).max(10_000) }),
    )
    .output(importDetailSchema),
  /** Leaves out what an earlier import with the same header says, and proposes anew. */
  propose: answered,
  /** Classes every row against the copy; returns when it has begun. */
  check: answered,
  /** Rows of a filter, in the order of the file; of no more than {@link mostCellsShown} cells. */
  rows: procedure.input(byId.extend(rowsAskedSchema.unwrap().shape)).output(
    z.object({
      rows: z.array(importRowSchema),
      /** How many rows there are; where they are not `counted`, how many were found so far. */
      count: z.number().int(),
      counted: z.boolean(),
      revision: z.number().int(),
    }),
  ),
  /** Writes a cell anew; with `alike`, in every row that has the same text there. The rows are checked again at once. */
  repair: procedure
    .input(
      byId.extend({
        row: z.number().int(),
        column: z.number().int(),
        text: z.string().max(10_000),
        alike: z.boolean(),
      }),
    )
    .output(changedRowsSchema),
  /** Takes suggested spellings of domains, or keeps them as they are written; all of them without `from`. */
  correctTypos: procedure
    .input(byId.extend({ from: z.string().optional(), keep: z.boolean().optional() }))
    .output(changedRowsSchema),
  /** Leaves rows out, or takes them back in. */
  leaveOut: procedure
    .input(byId.extend({ rows: z.array(z.number().int()).min(1).max(10_000), leftOut: z.boolean() }))
    .output(changedRowsSchema),
  rules: procedure.input(byId.extend({ rules: importRulesSchema })).output(importDetailSchema),
  /** Starts to verify what the rules ask for, as a job. */
  verify: answered,
  /** Of the addresses that the rules want verified, why they have the class they have; the 50 most frequent reasons. */
  reasons: procedure.input(byId).output(z.object({ reasons: z.array(reasonCountSchema) })),
  /** Refreshes the copy, checks what changed once more, and starts the run as a job. */
  run: answered,
  /** Runs again over the rows that failed. */
  retryFailed: answered,
  /** Takes a run back, as a job. */
  undo: answered,
  /** Writes the rows that were left out or failed, each with line, reason and code, as a file that can be imported. */
  rejects: procedure.input(byId).output(eventIterator(exportProgressSchema)),
  /** Deletes an import that has not run, with its rows. */
  discard: procedure.input(byId).output(doneSchema),
}))
