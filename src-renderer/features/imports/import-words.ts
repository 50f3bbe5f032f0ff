import { t } from '../../../src-shared/messages/message'
import type { Import } from '../../../src-shared/bridge/imports'
import type { Job } from '../../../src-shared/bridge/jobs'
import { hasEnded } from '../../jobs/job-words'
import { runOf, steps } from './steps'

const working = {
  reading: t('words.reading'),
  checking: t('words.checking'),
  changing: t('imports.importWords.changingRows'),
  refreshing: t('imports.importWords.refreshingTheCopy'),
} as const

/** A job under way: "Writing, 60 %", "Paused at 60 %", "Waits to be written". */
function jobWords(job: Job, doing: string): string {
  const share = job.total === 0 ? 0 : Math.floor((100 * job.done) / job.total)
  if (job.state === 'queued') return t('imports.importWords.doingWaitingItsTurn', { doing })
  return job.state === 'paused'
    ? t('imports.importWords.doingPausedAtShare', { doing, share })
    : `${doing}, ${share} %`
}

const doing: Partial<Record<Job['kind'], string>> = {
  import: t('imports.importWords.writing'),
  'import.undo': t('imports.importWords.takingItBack'),
  verification: t('imports.importWords.verifying'),
}

/** How an import stands, in a line: "Stopped at Map", "Checking, 40 %", "1,998 created, 1,174 changed, 15 failed". */
export function importWords(one: Import): string {
  if (one.problem) return one.problem.title
  if (one.work) {
    const { what, done, total } = one.work
    return total > 0 ? `${working[what]}, ${Math.floor((100 * done) / total)} %` : working[what]
  }
  const active = one.jobs.find((job) => !hasEnded(job))
  if (active) return jobWords(active, doing[active.kind] ?? t('words.underWay'))
  if (one.undone) return t('imports.importWords.takenBackRows', { reversed: one.undone.reversed })
  if (one.written) {
    const { created, changed, failed } = one.written
    const words =
      failed > 0
        ? t('imports.importWords.createdCreatedChangedChangedFailed', { created, changed, failed })
        : t('imports.importWords.createdCreatedChangedChanged', { created, changed })
    return runOf(one)?.state === 'cancelled' ? t('imports.importWords.cancelledWords', { words }) : words
  }
  const at = steps.find(({ step }) => step === one.step)?.title ?? ''
  return t('imports.importWords.atAtNothingWritten', { at })
}
