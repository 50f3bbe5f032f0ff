import { t } from '../../src-shared/messages/message'
import type { RouteLocationRaw } from 'vue-router'
import type { Job, JobKind } from '../../src-shared/bridge/jobs'
import { batchOfJobLink, bulkJobLink, correctionJobLink, importLink } from '../links'
import { formatPercent } from '../format'

/** Seconds in which a deletion can be undone, before anything is sent. */
export const holdOfDeletion = 10

/** What a job does, in a word or two, where there is little room. */
export const jobWords: Record<JobKind, string> = {
  import: t('words.import'),
  'import.undo': t('jobs.jobWords.undoImport'),
  verification: t('words.verify'),
  bulk: t('words.change'),
  'bulk.undo': t('jobs.jobWords.undoChange'),
  correction: t('jobs.jobWords.correct'),
  'correction.undo': t('jobs.jobWords.undoCorrection'),
}

/** How far a job is, 0 to 1; null while that is not known. */
export function jobShare({ total, done }: Pick<Job, 'total' | 'done'>): number | null {
  return total === 0 ? null : Math.min(1, done / total)
}

/** How a job that has not ended stands: "60 %", "paused", "waits". */
export function jobFigure(job: Job): string {
  if (job.state === 'paused') return t('words.pausedWord')
  const share = jobShare(job)
  if (job.state === 'queued' || share === null) return t('words.waitsWord')
  return formatPercent(Math.floor(share * 100))
}

/** Of the jobs that have not ended, the one to show where one is shown: which runs, else the first in line. */
export function leadJob(jobs: readonly Job[]): Job | null {
  const live = jobs.filter(({ state }) => state === 'running' || state === 'queued' || state === 'paused')
  return live.find(({ state }) => state === 'running') ?? live.sort((a, b) => a.id - b.id)[0] ?? null
}

/** The place where a job is shown: its import at the step it belongs to, its batch, the contacts for a change of many, else the activity log. */
export function jobLink({ id, kind, importId }: Job): RouteLocationRaw {
  if (kind === 'bulk' || kind === 'bulk.undo') return bulkJobLink(id)
  if (kind === 'correction' || kind === 'correction.undo') return correctionJobLink(id)
  if (kind === 'verification' && importId === null) return batchOfJobLink(id)
  if (importId === null) return { name: 'activity' }
  const step = kind === 'import' ? 'run' : kind === 'verification' ? 'verify' : 'after'
  return importLink(importId, step)
}

/** Whether a job is at its end. */
export function hasEnded(job: Pick<Job, 'state'>): boolean {
  return job.state === 'finished' || job.state === 'failed' || job.state === 'cancelled'
}
