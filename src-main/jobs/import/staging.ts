import type { PreviousContact } from '../taking-back'
import type {
  ColumnChoice,
  ImportColumn,
  ImportRow,
  ImportRules,
  ReadNote,
  ReasonCount,
  Reading,
  RowCounts,
  RowsAsked,
  VerifyEstimate,
  WorkbookFound,
} from '../../../src-shared/bridge/imports'
import type { Slice } from '../../../src-shared/bridge/base'
import type { JobFailure } from '../../../src-shared/bridge/jobs'
import type { Verdict } from '../../../src-shared/bridge/verdicts'
import type { UpsertContactRequest } from '../../../src-shared/interface/contact'
import type { Problem } from '../../../src-shared/problem'

/** Where the bytes of an import come from: a file of the person's, or what was pasted. */
export type ImportSource = { kind: 'file'; path: string } | { kind: 'text'; text: string }

/** How far a piece of work is; bytes of the file while it is read, rows while they are checked. */
export interface StagingProgress {
  what: 'reading' | 'checking'
  done: number
  total: number
}

/** What reading a file found. */
export interface ReadResult {
  reading: Reading
  /** What would have been used without a person's word. */
  detected: Reading
  /** Null where the file is a text. */
  workbook: WorkbookFound | null
  notes: ReadNote[]
  rows: number
  bytes: number
  columns: ImportColumn[]
}

/** A row that is to be written. */
export interface RowToWrite {
  row: number
  body: UpsertContactRequest
  previous: PreviousContact | null
}

/** What became of a row. */
export type RowOutcome =
  | { outcome: 'written'; contactId: string; isNew: boolean }
  | { outcome: 'failed'; problem: Problem }
  /** The service has the values already, or the contact changed so that nothing is to be written. */
  | { outcome: 'skipped' }

/** A written row that is to be taken back. */
export interface RowToUndo {
  row: number
  email: string
  contactId: string
  isNew: boolean
  /** What the row wrote: where the contact holds something else by now, it was changed since and is kept. */
  wrote: UpsertContactRequest
  previous: PreviousContact | null
}

/** What became of taking a row back; `why`: what was changed since, in words. */
export type UndoOutcome =
  { outcome: 'reversed' } | { outcome: 'kept'; why: string } | { outcome: 'failed'; problem: Problem }

/**
 * The rows of one import: in an encrypted file of their own (`imports/<id>.db` beside the cache), in a worker of their
 * own, so that a million of them are read, classed and browsed in bounded memory and nothing else waits for it. What a
 * method changed is committed when it answers: a kill at any instruction loses nothing that was answered. All failures
 * are ProblemErrors.
 */
export interface Staging {
  /** Keeps a source without reading it: what was pasted is nowhere else. {@link readAgain} reads it. */
  keep(source: ImportSource): Promise<void>
  /** Reads the source into the file, as `reading` says or as is found out. Replaces what was read before. */
  read(input: { source: ImportSource; reading: Reading | null; signal?: AbortSignal }): Promise<ReadResult>
  /** Reads again what was read in, in another way; null: as is found out. Also what was only kept so far. */
  readAgain(input: { reading: Reading | null; signal?: AbortSignal }): Promise<ReadResult>
  preview(limit: number): Promise<{ names: string[]; rows: { line: number; cells: string[] }[] }>
  /** Says where columns go; what was checked is to be checked again. */
  map(columns: (ColumnChoice & { index: number })[]): Promise<void>
  rules(rules: ImportRules): Promise<void>
  /** Classes every row against the copy as it is now. */
  check(input: { signal?: AbortSignal }): Promise<RowCounts>
  /**
   * Classes those rows again whose contacts changed in the copy since they were classed. Answers how many changed class.
   * Where {@link next} gave rows that were not begun yet, these alone: a run looks ahead while its own writes change the copy.
   */
  recheck(): Promise<{ changed: number; counts: RowCounts }>
  counts(): Promise<RowCounts>
  rows(input: RowsAsked): Promise<{ rows: ImportRow[]; count: number; counted: boolean; revision: number }>
  repair(input: { row: number; column: number; text: string; alike: boolean }): Promise<{
    changed: number
    counts: RowCounts
  }>
  correctTypos(input: {
    from: string | null
    keep?: boolean
  }): Promise<{ changed: number; counts: RowCounts }>
  leaveOut(input: { rows: number[]; leftOut: boolean }): Promise<{ changed: number; counts: RowCounts }>
  /** The estimate of verification under the rules; `known` tells which fresh verdicts the ledger has. */
  estimate(): Promise<Omit<VerifyEstimate, 'seconds'>>
  /** Addresses that the rules want verified and no verdict is noted for, after one of them, in a stable order. */
  unverified(input: { after: string | null; limit: number }): Promise<string[]>
  noteVerdicts(verdicts: Verdict[]): Promise<void>
  /** The verdicts that are noted, in the order of their addresses, after one of these. */
  noted(input: { after: string | null; limit: number }): Promise<Verdict[]>
  /** How many different addresses the rules want verified, and for how many of them a verdict is noted. */
  verifyProgress(): Promise<{ total: number; done: number }>
  /** Why addresses that the rules want verified have the class they have: by the weightiest reason, the most frequent first. */
  reasons(): Promise<ReasonCount[]>
  /** The next row to write after one, in the order of the file; null at the end. */
  next(after: number): Promise<RowToWrite | null>
  /** Commits, before the request leaves, that a row is on its way, with what it writes over. */
  begin(row: RowToWrite): Promise<void>
  settle(row: number, outcome: RowOutcome): Promise<void>
  /**
   * How far the run is, from the rows themselves; asked after every few rows, so it is counted beforehand. `inFlight`:
   * the row that was begun and has no outcome, as it was begun: it is sent again before anything is checked again.
   * `next`: the first row that has no outcome and is to be written, where the run goes on; null at the end.
   */
  progress(): Promise<{
    total: number
    created: number
    changed: number
    skipped: number
    failed: number
    inFlight: RowToWrite | null
    next: number | null
  }>
  /** Puts the failed rows back among those to write. Answers how many. */
  retryFailed(): Promise<number>
  /** Whom the run wrote, by the service's id, in the order of the file after a row; empty at the end. */
  people(input: { after: number; limit: number }): Promise<{ row: number; contactId: string }[]>
  /** What failed, one line for what failed alike (same code, same why), the most frequent first; `line` is of the first. */
  failures(input: { of: 'run' | 'undo'; slice: Slice }): Promise<{ failures: JobFailure[]; count: number }>
  /** The last written row before one that has no outcome of an undo yet: the newest first; null at the end. */
  nextUndo(before: number): Promise<RowToUndo | null>
  settleUndo(row: number, outcome: UndoOutcome): Promise<void>
  /** Puts the rows that could not be taken back among those to take back. Answers how many. */
  undoAgain(): Promise<number>
  undoProgress(): Promise<{ total: number; reversed: number; kept: number; failed: number }>
  /** Rows for the rejects file: every one that was left out, is invalid or failed; the original cells. */
  rejects(input: {
    after: number
    limit: number
  }): Promise<{ row: number; line: number; cells: string[]; reason: string; code: string }[]>
  header(): Promise<string[]>
  /** Calls back while something long is under way, at most ten times a second. Returns the way to stop. */
  watch(listener: (progress: StagingProgress | null) => void): () => void
  close(): Promise<void>
}
