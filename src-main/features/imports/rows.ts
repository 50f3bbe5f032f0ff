import { type ToldSentence } from '../../../src-shared/messages/told'
import type { Reading } from '../../../src-shared/bridge/import-file'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import type { UpsertContactRequest } from '../../../src-shared/interface/contact'
import type { Problem } from '../../../src-shared/problem'
import type { PreviousContact, WrittenContact } from '../../jobs/taking-back'
import type { FileRow } from './check/chunks'

/** What the worker of an import is started with: where the rows and the copy are, and the key of both. */
export interface StagingStart {
  folder: string
  id: number
  key: string | null
  cacheFolder: string
}

/** Where the bytes of an import come from: a file of the person's, or what was pasted. */
export type ImportSource = { kind: 'file'; path: string } | { kind: 'text'; text: string }

/** How far a piece of work is; bytes of the file while it is read, rows while they are checked. */
export interface StagingProgress {
  what: 'reading' | 'checking'
  done: number
  total: number
}

/** What reading a file found. */
export interface ReadResult extends Pick<ImportDetail, 'workbook' | 'notes' | 'bytes' | 'columns'> {
  reading: Reading
  /** What would have been used without a person's word. */
  detected: Reading
  rows: number
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
export interface RowToUndo extends WrittenContact {
  row: number
  contactId: string
}

/** What became of taking a row back; `why`: what was changed since, in words. */
export type UndoOutcome =
  { outcome: 'reversed' } | { outcome: 'kept'; why: ToldSentence } | { outcome: 'failed'; problem: Problem }

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

/** Why a row is not written, or was not taken back, in words, with a stable code. */
export interface Reason {
  reason: string
  code: string
}

/** A row of the rejects file: its original cells, and why it is there. */
export interface RejectedRow extends FileRow, Reason {}
