import { t } from '../../../../src-shared/messages/message'
import type { Import, ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { formatDay, formatDuration, missing } from '../../../format'
import { hasEnded } from '../../../jobs/job-words'
import { runOf } from '../steps'
import { rowsOfRun } from '../run/run-words'

/** The newest undo of an import; null before the first. */
export function undoOf(open: Pick<Import, 'jobs'>): Job | null {
  return open.jobs.find(({ kind }) => kind === 'import.undo') ?? null
}

function writtenRows({ written }: Pick<Import, 'written'>): number {
  return written ? written.created + written.changed : 0
}

/** Whether the people of an import can be looked at in Contacts: who they are is noted when its run has ended. */
export function canShowPeople(open: Pick<Import, 'written' | 'jobs'>): boolean {
  const run = runOf(open)
  return run !== null && hasEnded(run) && writtenRows(open) > 0
}

/** Rows that undo still has to look at: written, and neither taken back nor kept. */
export function rowsToUndo(open: Pick<Import, 'written' | 'undone'>): number {
  return Math.max(0, writtenRows(open) - (open.undone?.reversed ?? 0) - (open.undone?.kept ?? 0))
}

/** Why undo cannot be started now; empty where it can. */
export function undoHindrance(
  open: Pick<Import, 'jobs' | 'rowsUntil' | 'written' | 'undone'>,
  now: { readOnly: boolean; offline: boolean },
): string {
  if (open.rowsUntil === null) return t('imports.afterWords.theRowsOfThis')
  if (open.jobs.some((job) => !hasEnded(job))) return t('imports.afterStep.aJobOfThis')
  if (now.readOnly) return t('words.thisProfileIsReadOnlySettings')
  if (now.offline) return t('imports.afterWords.offlineItCanBe')
  if (rowsToUndo(open) === 0) return t('imports.afterWords.nothingIsLeftTo')
  return ''
}

/** What undo does, as facts of its confirmation. */
export function undoFacts(open: Pick<Import, 'written' | 'undone'>): { label: string; value: string }[] {
  const { created, changed } = open.written ?? { created: 0, changed: 0 }
  const before = open.undone
  return [
    { label: t('words.created'), value: t('imports.afterWords.createdDeletedWhereNothing', { created }) },
    { label: t('words.changed'), value: t('imports.afterWords.changedGivenTheirValues', { changed }) },
    { label: t('imports.afterWords.changedSince'), value: t('imports.afterWords.keptAsTheyAre') },
    ...(before
      ? [
          {
            label: t('imports.afterWords.already'),
            value: t('imports.afterWords.reversedReversedKeptKept', {
              reversed: before.reversed,
              kept: before.kept,
            }),
          },
        ]
      : []),
    { label: t('words.takes'), value: t('imports.afterWords.twoRequestsARow') },
  ]
}

/** Which of the rows that were written a list shows: all of them, or those that an undo did something with. */
export type WrittenFilter = 'written' | 'reversed' | 'kept' | 'notReversed'

/** The lists of written rows: all, and of an undo those that have rows. */
export function writtenLists(
  counts: ImportDetail['counts'],
): { key: WrittenFilter; label: string; title: string; count: number }[] {
  const lists = [
    { key: 'written' as const, label: t('words.all'), title: t('imports.afterWords.writtenRows') },
    {
      key: 'reversed' as const,
      label: t('imports.afterWords.reversed'),
      title: t('imports.afterWords.rowsThatWereReversed'),
    },
    {
      key: 'kept' as const,
      label: t('imports.afterStep.kept'),
      title: t('imports.afterWords.rowsThatWereKept'),
    },
    {
      key: 'notReversed' as const,
      label: t('words.failed'),
      title: t('imports.afterWords.rowsThatCouldNot'),
    },
  ]
  return lists
    .map((list) => ({ ...list, count: counts?.rows[list.key] ?? 0 }))
    .filter(({ key, count }) => key === 'written' || count > 0)
}

/** Rows of the rejects file: those that were not written and are not unchanged. */
export function rejectCount({ counts, jobs }: Pick<ImportDetail, 'counts' | 'jobs'>): number {
  if (!counts) return 0
  const { rows } = counts
  const failed = runOf({ jobs })?.failed ?? 0
  return Math.max(0, rows.all - rows.unchanged - rowsOfRun({ counts, jobs }) + failed)
}

/** How the run ended, as the head of the step: "3,172 rows were written". */
export function headline(open: Pick<Import, 'written' | 'jobs'>): string {
  const count = writtenRows(open)
  if (count === 0) return t('imports.afterWords.noRowWasWritten')
  return t('imports.afterWords.rowsWereWritten', { count })
}

/** What a run came to besides what it wrote: cancelled with rows left, stopped, or done. */
export function endWords(run: Job): string {
  const left = Math.max(0, run.total - run.done)
  if (run.state === 'cancelled') {
    return left > 0
      ? t('imports.afterWords.cancelledWithRowsLeft', { left })
      : t('imports.afterWords.cancelled')
  }
  if (run.state === 'failed') return t('imports.afterWords.itStoppedWithRows', { left })
  return run.failed > 0 ? t('imports.afterWords.everyRowWasSent') : t('imports.afterWords.everyRowWasSent2')
}

/** How long a job took; an en dash where it never began or has not ended. */
export function tookWords(job: Pick<Job, 'startedAt' | 'endedAt'>): string {
  return job.startedAt === null || job.endedAt === null
    ? missing
    : formatDuration(job.endedAt - job.startedAt)
}

/** Until when undo and the rejects file can be had. */
export function keptWords(rowsUntil: number | null): string {
  return rowsUntil === null
    ? t('imports.afterWords.theRowsWereRemoved')
    : t('imports.afterWords.theRowsAreKept', { day: formatDay(rowsUntil) })
}
