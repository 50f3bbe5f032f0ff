import { t } from '../../src-shared/messages/message'
import type { Job } from '../../src-shared/bridge/jobs'
import { formatLeft, formatPercent, missing } from '../format'
import { jobShare } from './job-words'

/** "60 %", rounded down: a hundred means the end. Where there was nothing to do, all of it is done. */
export function jobPercent(job: Pick<Job, 'total' | 'done' | 'state'>): string {
  const share = jobShare(job) ?? (job.state === 'finished' ? 1 : 0)
  return formatPercent(Math.floor(share * 100))
}

/** What a job is at, in a word or two; empty while it runs. */
export const stateWords: Record<Job['state'], string> = {
  queued: t('words.waitsItsTurn'),
  running: '',
  paused: t('words.paused'),
  finished: t('words.finished'),
  failed: t('words.stopped'),
  cancelled: t('words.cancelled'),
}

/** How long a job still takes, or why that cannot be said. A request on its way is tried for a while before a job pauses. */
export function leftWords(job: Pick<Job, 'state' | 'secondsLeft'>, offline = false): string {
  if (offline && job.state === 'running') return t('words.waitsForTheService')
  return job.state === 'running' ? formatLeft(job.secondsLeft) : stateWords[job.state]
}

/** "486 a minute"; "Working it out" while too little is known, an en dash while nothing runs. */
export function rateWords(job: Pick<Job, 'state' | 'rate'>, offline = false): string {
  if (offline || job.state !== 'running') return missing
  return job.rate === null
    ? t('format.notKnownYet')
    : t('jobs.progressWords.roundAMinute', { round: Math.round(job.rate) })
}

/** "in 3 kinds", "all alike"; nothing where nothing failed. */
export function kindsWords(kinds: number): string {
  if (kinds === 0) return ''
  return kinds === 1 ? t('jobs.progressWords.allAlike') : t('jobs.progressWords.inKinds', { kinds })
}
