import type { ImportColumn } from '../../../src-shared/bridge/import-file'
import type { RowCounts } from '../../../src-shared/bridge/imports'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Problem } from '../../../src-shared/problem'
import type { ImportHead } from './store/import-record'
import { problem } from '../../core/problems'
import { isLive } from '../../jobs/registry'
import type { OpenImport } from './open-import'

/** Days that the rows of an import are kept after anything last happened to it: undo and the rejects file need them. */
export const daysKept = 90

const refused = (title: string, why: string, action: string) =>
  problem('input_invalid', { title, why, action })

const doing: Partial<Record<Job['kind'], string>> = {
  import: 'It is being written to the service.',
  'import.undo': 'It is being taken back.',
  verification: 'Its addresses are being verified.',
}

/** Refuses where a job of the import is not at its end. */
export function refuseLive(jobs: readonly Job[]): void {
  const live = jobs.find(isLive)
  if (!live) return
  throw refused(
    'This import is under way',
    doing[live.kind] ?? 'A job works on it.',
    'Wait for it, or cancel it.',
  )
}

/** Refuses to change what led to a run: the rows that were written would not fit it any more. */
export function refuseChangeAfterRun(jobs: readonly Job[]): void {
  refuseLive(jobs)
  if (!jobs.some(({ kind }) => kind === 'import')) return
  throw refused(
    'This import has run',
    'What was chosen for it stays as it was when its rows were written.',
    'Import the rejects file, or the file once more, to write other rows.',
  )
}

/** Refuses what needs the rows of the file. */
export function refuseWithoutRows(head: Pick<ImportHead, 'rowsKept'>): void {
  if (head.rowsKept) return
  throw problem('not_found', {
    title: 'The rows of this import are gone',
    why: `They are kept for ${daysKept} days. What came of the import stays in the history.`,
    action: 'Import the file once more.',
  })
}

/** Refuses to go on while a file is not read. */
export function refuseUnread(head: Pick<ImportHead, 'rows' | 'problem'>): void {
  if (head.rows !== null) return
  if (head.problem) throw problem(head.problem.code, head.problem)
  throw refused('The file is not read yet', 'It is being read.', 'Wait until it was read.')
}

/** Refuses what needs the classes of the rows, and while they are being found. */
export function refuseUnchecked({ record, work }: Pick<OpenImport, 'record' | 'work'>): void {
  refuseUnread(record)
  if (work) throw refused('This import is under way', 'Its rows are being checked.', 'Wait until they are.')
  if (record.findings.counts !== null) return
  if (record.problem) throw problem(record.problem.code, record.problem)
  throw refused(
    'The rows are not checked yet',
    'What an import would change is known after the check.',
    'Check the rows first.',
  )
}

/** Refuses what reads all rows while they are being changed. */
export function refuseChanging({ isChanging }: Pick<OpenImport, 'isChanging'>): void {
  if (!isChanging) return
  throw refused(
    'The rows are being changed',
    'The rejects file would hold some rows as they were and others as they are.',
    'Wait until the change is done, then save it.',
  )
}

/** Why an import with these columns cannot be checked; null where it can. */
export function mappingProblem(columns: readonly ImportColumn[], rows: number): Problem | null {
  if (columns.length === 0 || rows === 0) {
    return refused(
      'There are no rows in this file',
      'It is empty, or holds a header alone.',
      'Choose another file.',
    ).problem
  }
  if (columns.some(({ target }) => target.kind === 'email')) return null
  return refused(
    'No column holds the addresses',
    'A contact is known by its address, so a column must go to email.',
    'Choose the column that holds the addresses.',
  ).problem
}

/** Refuses to run where a run would write nothing. */
export function refuseEmptyRun(counts: Pick<RowCounts, 'toWrite'>): void {
  if (counts.toWrite > 0) return
  throw refused(
    'Nothing is to be written',
    'Every row is unchanged, left out, a duplicate or invalid, so the service would get nothing.',
    'Correct rows or take some back in, if something is to change.',
  )
}
