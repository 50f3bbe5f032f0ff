import { t } from '../../../../src-shared/messages/message'
import type { Batch, BatchFrom, BatchState } from '../../../../src-shared/bridge/verification'
import { formatClock, formatDay, formatLeft, formatNumber, missing } from '../../../format'
import { hasEnded, jobShare } from '../../../jobs/job-words'
import { jobPercent } from '../../../jobs/progress-words'
import { tookWords, workWords } from '../batch-words'

/** What a batch was made of, in a word or two. */
export const fromWords: Record<BatchFrom, string> = {
  file: t('words.file'),
  pasted: t('verification.batchRowWords.pasted'),
  contacts: t('words.contacts'),
  view: t('words.savedView'),
  segment: t('words.segment'),
  retry: t('verification.batchRowWords.retry'),
}

/** The states that the list of batches is narrowed by. */
export const stateTitles: Record<BatchState, string> = {
  running: t('words.running'),
  paused: t('words.paused'),
  open: t('verification.batchRowWords.notStarted'),
  finished: t('words.finished'),
  stopped: t('words.stopped'),
}

/** How a batch stands: what is said first, what after it, how far it is, and whether that is trouble. */
export interface BatchStanding {
  text: string
  more: string
  share: number | null
  trouble: boolean
}

const standing = (text: string, more = '', trouble = false): BatchStanding => ({
  text,
  more,
  share: null,
  trouble,
})

/** A batch's state as its line shows it. */
export function standingWords(batch: Batch): BatchStanding {
  const { work, problem, job, waiting, ranSeconds } = batch
  if (work) return standing(workWords(work))
  if (problem) return standing(problem.title, '', true)
  if (job === null)
    return standing(
      waiting > 0 ? t('verification.batchRowWords.notStarted') : t('verification.batchRowWords.allKnown'),
    )
  if (!hasEnded(job)) {
    if (job.state === 'queued') return standing(t('words.waitsItsTurn'))
    if (job.state === 'paused')
      return job.problem
        ? standing(t('verification.batchRowWords.pausedTitle', { title: job.problem.title }), '', true)
        : standing(t('verification.batchRowWords.pausedByYou'))
    const left = job.secondsLeft === null ? '' : formatLeft(job.secondsLeft)
    const more = left === '' ? '' : `, ${left.charAt(0).toLowerCase()}${left.slice(1)}`
    return { ...standing(`${jobPercent(job)}${more}`), share: jobShare(job) ?? 0 }
  }
  if (job.state === 'failed')
    return standing(
      t('verification.batchRowWords.stoppedTitle', {
        title: job.problem?.title ?? t('verification.batchRowWords.itFailed'),
      }),
      '',
      true,
    )
  const took = tookWords(ranSeconds)
  const more = took === missing ? '' : `, ${took}`
  return standing(job.state === 'cancelled' ? t('words.cancelled') : t('words.finished'), more)
}

/** "2,010 of 3,214" while it runs, then the calls that were made; an en dash where nobody was asked. */
export function callsWords({ calls, waiting, job }: Pick<Batch, 'calls' | 'waiting' | 'job'>): string {
  if (job === null) return missing
  return hasEnded(job)
    ? formatNumber(calls)
    : t('verification.batchRowWords.callsOfCount', { calls, count: calls + waiting })
}

/** Addresses whose class changed; an en dash for none, or while it runs. */
export function changedWords({ flipped, job }: Pick<Batch, 'flipped' | 'job'>): string {
  return flipped === 0 || (job !== null && !hasEnded(job)) ? missing : formatNumber(flipped)
}

/** "14:00" today, "yesterday", "18 Nov", and with its year where that is another one. */
export function madeWords(at: number, now: number): string {
  const [made, today] = [new Date(at), new Date(now)]
  if (made.toDateString() === today.toDateString()) return formatClock(at)
  const before = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (made.toDateString() === before.toDateString()) return t('words.yesterday')
  const day = formatDay(at)
  return made.getFullYear() === today.getFullYear() ? day.slice(0, -5) : day
}
