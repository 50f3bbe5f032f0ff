import type { ImportColumn, ReadNote, Reading, WorkbookFound } from '../../../src-shared/bridge/import-file'
import type { UpsertContactRequest } from '../../../src-shared/interface/contact'
import type { Problem } from '../../../src-shared/problem'
import type { PreviousContact } from '../../jobs/taking-back'

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

/** How far a run is, from the rows themselves. */
export interface RunProgress {
  total: number
  created: number
  changed: number
  skipped: number
  failed: number
  /** The row that was begun and has no outcome, as it was begun: it is sent again before anything is checked again. */
  inFlight: RowToWrite | null
  /** The first row that has no outcome and is to be written, where the run goes on; null at the end. */
  next: number | null
}

/** A row of the rejects file: its original cells, and why it is there. */
export interface RejectedRow {
  row: number
  line: number
  cells: string[]
  reason: string
  code: string
}
