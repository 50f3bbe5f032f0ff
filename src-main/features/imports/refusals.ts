import { tell, type Told } from '../../../src-shared/messages/told'
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

const refused = (title: Told, why: Told, action: Told) => problem('input_invalid', { title, why, action })

const doing = (): Partial<Record<Job['kind'], Told>> => ({
  import: tell('imports.refusals.itIsBeingWritten'),
  'import.undo': tell('imports.refusals.itIsBeingTaken'),
  verification: tell('imports.refusals.itsAddressesAreBeing'),
})

/** Refuses where a job of the import is not at its end. */
export function refuseLive(jobs: readonly Job[]): void {
  const live = jobs.find(isLive)
  if (!live) return
  throw refused(
    tell('imports.refusals.thisImportIsUnder'),
    doing()[live.kind] ?? tell('imports.refusals.aJobWorksOn'),
    tell('words.waitForItOrCancelIt'),
  )
}

/** Refuses to change what led to a run: the rows that were written would not fit it any more. */
export function refuseChangeAfterRun(jobs: readonly Job[]): void {
  refuseLive(jobs)
  if (!jobs.some(({ kind }) => kind === 'import')) return
  throw refused(
    tell('imports.imports.thisImportHasRun'),
    tell('imports.refusals.whatWasChosenFor'),
    tell('imports.refusals.importTheRejectsFile'),
  )
}

/** Refuses what needs the rows of the file. */
export function refuseWithoutRows(head: Pick<ImportHead, 'rowsKept'>): void {
  if (head.rowsKept) return
  throw problem('not_found', {
    title: tell('imports.refusals.theRowsOfThis'),
    why: tell('imports.refusals.theyAreKeptFor', { daysKept }),
    action: tell('imports.refusals.importTheFileOnce'),
  })
}

/** Refuses to go on while a file is not read. */
export function refuseUnread(head: Pick<ImportHead, 'rows' | 'problem'>): void {
  if (head.rows !== null) return
  if (head.problem) throw problem(head.problem.code, head.problem)
  throw refused(
    tell('imports.refusals.theFileIsNot'),
    tell('imports.refusals.itIsBeingRead'),
    tell('imports.refusals.waitUntilItWas'),
  )
}

/** Refuses what needs the classes of the rows, and while they are being found. */
export function refuseUnchecked({ record, work }: Pick<OpenImport, 'record' | 'work'>): void {
  refuseUnread(record)
  if (work)
    throw refused(
      tell('imports.refusals.thisImportIsUnder'),
      tell('imports.refusals.itsRowsAreBeing'),
      tell('imports.refusals.waitUntilTheyAre'),
    )
  if (record.findings.counts !== null) return
  if (record.problem) throw problem(record.problem.code, record.problem)
  throw refused(
    tell('imports.checkedRows.theRowsAreNot'),
    tell('imports.refusals.whatAnImportWould'),
    tell('imports.checkedRows.checkTheRowsFirst'),
  )
}

/** Refuses what reads all rows while they are being changed. */
export function refuseChanging({ isChanging }: Pick<OpenImport, 'isChanging'>): void {
  if (!isChanging) return
  throw refused(
    tell('imports.refusals.theRowsAreBeing'),
    tell('imports.refusals.theRejectsFileWould'),
    tell('imports.refusals.waitUntilTheChange'),
  )
}

/** Why an import with these columns cannot be checked; null where it can. */
export function mappingProblem(columns: readonly ImportColumn[], rows: number): Problem | null {
  if (columns.length === 0 || rows === 0) {
    return refused(
      tell('imports.refusals.thereAreNoRows'),
      tell('imports.refusals.itIsEmptyOr'),
      tell('imports.refusals.chooseAnotherFile'),
    ).problem
  }
  if (columns.some(({ target }) => target.kind === 'email')) return null
  return refused(
    tell('imports.refusals.noColumnHoldsThe'),
    tell('imports.refusals.aContactIsKnown'),
    tell('imports.refusals.chooseTheColumnThat'),
  ).problem
}

/** Refuses to run where a run would write nothing. */
export function refuseEmptyRun(counts: Pick<RowCounts, 'toWrite'>): void {
  if (counts.toWrite > 0) return
  throw refused(
    tell('imports.refusals.nothingIsToBe'),
    tell('imports.refusals.everyRowIsUnchanged'),
    tell('imports.refusals.correctRowsOrTake'),
  )
}
