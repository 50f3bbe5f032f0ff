import type { Import } from '../../../src-shared/bridge/imports'
import type { Job } from '../../../src-shared/bridge/jobs'
import { formatCount, formatNumber } from '../../format'
import { hasEnded } from '../../jobs/job-words'
import { runOf, steps } from './steps'

const working = {
  reading: 'Reading',
  checking: 'Checking',
  changing: 'Changing rows',
  refreshing: 'Refreshing the copy',
} as const

/** A job under way: "Writing, 60 %", "Paused at 60 %", "Waits to be written". */
function jobWords(job: Job, doing: string): string {
  const share = job.total === 0 ? 0 : Math.floor((100 * job.done) / job.total)
  if (job.state === 'queued') return `${doing}, waiting its turn`
  return job.state === 'paused' ? `${doing}, paused at ${share} %` : `${doing}, ${share} %`
}

const doing: Partial<Record<Job['kind'], string>> = {
  import: 'Writing',
  'import.undo': 'Taking it back',
  verification: 'Verifying',
}

/** How an import stands, in a line: "Stopped at Map", "Checking, 40 %", "1,998 created, 1,174 changed, 15 failed". */
export function importWords(one: Import): string {
  if (one.problem) return one.problem.title
  if (one.work) {
    const { what, done, total } = one.work
    return total > 0 ? `${working[what]}, ${Math.floor((100 * done) / total)} %` : working[what]
  }
  const active = one.jobs.find((job) => !hasEnded(job))
  if (active) return jobWords(active, doing[active.kind] ?? 'Under way')
  if (one.undone) return `Taken back: ${formatCount(one.undone.reversed, 'row')}`
  if (one.written) {
    const { created, changed, failed } = one.written
    const rest = failed > 0 ? `, ${formatNumber(failed)} failed` : ''
    const words = `${formatNumber(created)} created, ${formatNumber(changed)} changed${rest}`
    return runOf(one)?.state === 'cancelled' ? `Cancelled: ${words}` : words
  }
  const at = steps.find(({ step }) => step === one.step)?.title ?? ''
  return `At ${at}, nothing written`
}
