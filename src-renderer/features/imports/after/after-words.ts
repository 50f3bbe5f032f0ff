import type { Import, ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { formatCount, formatDay, formatDuration, formatNumber, missing } from '../../../format'
import { hasEnded } from '../../../jobs/job-words'
import { runOf } from '../steps'
import { rowsOfRun } from '../run/run-words'

/** The newest undo of an import; null before the first. */
export function undoOf(open: Pick<Import, 'jobs'>): Job | null {
  return open.jobs.find(({ kind }) => kind === 'import.undo') ?? null
}

/** Rows that a run wrote. */
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
  if (open.rowsUntil === null) return 'The rows of this import were removed, so it cannot be taken back.'
  if (open.jobs.some((job) => !hasEnded(job))) return 'A job of this import is under way.'
  if (now.readOnly) return 'This profile is read-only. Settings can change that.'
  if (now.offline) return 'Offline. It can be taken back when the service answers.'
  if (rowsToUndo(open) === 0) return 'Nothing is left to take back.'
  return ''
}

/** What undo does, as facts of its confirmation. */
export function undoFacts(open: Pick<Import, 'written' | 'undone'>): { label: string; value: string }[] {
  const { created, changed } = open.written ?? { created: 0, changed: 0 }
  const before = open.undone
  return [
    { label: 'Created', value: `${formatNumber(created)}, deleted where nothing was added since` },
    { label: 'Changed', value: `${formatNumber(changed)}, given their values from before` },
    { label: 'Changed since', value: 'kept as they are now, and counted' },
    ...(before
      ? [
          {
            label: 'Already',
            value: `${formatNumber(before.reversed)} reversed, ${formatNumber(before.kept)} kept`,
          },
        ]
      : []),
    { label: 'Takes', value: 'two requests a row at most' },
  ]
}

/** Which of the rows that were written a list shows: all of them, or those that an undo did something with. */
export type WrittenFilter = 'written' | 'reversed' | 'kept' | 'notReversed'

/** The lists of written rows: all, and of an undo those that have rows. */
export function writtenLists(
  counts: ImportDetail['counts'],
): { key: WrittenFilter; label: string; title: string; count: number }[] {
  const lists = [
    { key: 'written' as const, label: 'All', title: 'Written rows' },
    { key: 'reversed' as const, label: 'Reversed', title: 'Rows that were reversed' },
    { key: 'kept' as const, label: 'Kept', title: 'Rows that were kept' },
    { key: 'notReversed' as const, label: 'Failed', title: 'Rows that could not be taken back' },
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
  if (count === 0) return 'No row was written'
  return `${formatCount(count, 'row')} ${count === 1 ? 'was' : 'were'} written`
}

/** What a run came to besides what it wrote: cancelled with rows left, stopped, or done. */
export function endWords(run: Job): string {
  const left = Math.max(0, run.total - run.done)
  if (run.state === 'cancelled') {
    return left > 0
      ? `Cancelled with ${formatCount(left, 'row')} left, which were not written.`
      : 'Cancelled.'
  }
  if (run.state === 'failed') return `It stopped with ${formatCount(left, 'row')} left.`
  return run.failed > 0 ? 'Every row was sent. What failed is below.' : 'Every row was sent.'
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
    ? 'The rows were removed. The counts, the mapping and the rules stay.'
    : `The rows are kept until ${formatDay(rowsUntil)}, for undo and the rejects file.`
}
