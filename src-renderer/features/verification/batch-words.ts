import { t } from '../../../src-shared/messages/message'
import type { Batch, BatchDetail, BatchRow } from '../../../src-shared/bridge/verification'
import type { VerdictClass } from '../../../src-shared/bridge/verdicts'
import { jobPercent, stateWords } from '../../jobs/progress-words'
import { formatClock, formatDuration, formatMoment, formatNumber, missing } from '../../format'
import { hasEnded } from '../../jobs/job-words'

/** "12,640 addresses". */
export function addressCount(count: number): string {
  return t('counts.addresses', { count })
}

/** A class within a sentence: "accepts mail". */
export const classWords: Record<VerdictClass, string> = {
  accepts: t('verification.batchWords.acceptsMail'),
  risky: t('verification.batchWords.risky'),
  undeliverable: t('verification.batchWords.undeliverable'),
  unknown: t('verification.batchWords.unknown'),
}

/** A class in one word, where there is room for one: what it was before. */
export function wasWords(was: VerdictClass | null): string {
  if (was === null) return missing
  return was === 'accepts' ? t('verification.batchWords.accepts') : classWords[was]
}

/** What a batch is at: it collects, is asked about, is there to be looked at. */
type Phase = 'broken' | 'collecting' | 'before' | 'running' | 'results'

/** Where a batch stands. What cannot go on and holds no address is broken; with addresses, what was found is shown. */
export function phaseOf(batch: Pick<Batch, 'work' | 'problem' | 'addresses' | 'job' | 'waiting'>): Phase {
  if (batch.work) return 'collecting'
  if (batch.problem && batch.addresses === 0) return 'broken'
  if (batch.job && !hasEnded(batch.job)) return 'running'
  return batch.job === null && batch.waiting > 0 ? 'before' : 'results'
}

/** "Collecting addresses, 3,000 of 14,760"; the total is left away while it is not known. */
export function workWords({ what, done, total }: NonNullable<Batch['work']>): string {
  const verb =
    what === 'collecting'
      ? t('verification.batchWords.collectingAddresses')
      : t('verification.batchWords.lookingUpWhatIs')
  if (total === null) return done === 0 ? verb : t('verification.batchWords.verbDoneSoFar', { verb, done })
  return t('verification.batchWords.verbDoneOfTotal', { verb, done, total })
}

/** How a batch stands, in a line of the list of batches. */
export function batchWords(batch: Batch, now: number): string {
  if (batch.work) return workWords(batch.work)
  if (batch.problem) return batch.problem.title
  const { job, waiting } = batch
  if (job === null)
    return waiting > 0
      ? t('verification.batchWords.notStartedWaitingTo', { waiting })
      : t('verification.batchBefore.toldAlready')
  if (!hasEnded(job)) {
    return job.state === 'running'
      ? t('verification.batchWords.runningJobpercent', { jobPercent: jobPercent(job) })
      : stateWords[job.state]
  }
  const end = job.endedAt === null ? '' : ` ${formatMoment(job.endedAt, now)}`
  return waiting > 0
    ? t('verification.batchWords.statewordsendWaitingNotAsked', {
        stateWords: stateWords[job.state],
        end,
        waiting,
      })
    : `${stateWords[job.state]}${end}`
}

/** A run's length, given in seconds: "18 min 44 s", "2 h 5 min"; an en dash where nothing ran. */
export function tookWords(seconds: number | null): string {
  if (seconds === null) return missing
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (whole < 60 || minutes >= 60) return formatDuration(seconds * 1000)
  return whole % 60 === 0
    ? t('verification.batchWords.minutesMin', { minutes })
    : t('verification.batchWords.minutesMinCountS', { minutes, count: whole % 60 })
}

/** Calls a minute over all the time that jobs ran: "486 a minute"; an en dash where none was made. */
export function meanRate({ calls, ranSeconds }: Pick<BatchDetail, 'calls' | 'ranSeconds'>): string {
  if (calls === 0 || ranSeconds === null || ranSeconds <= 0) return missing
  return t('verification.batchWords.maxAMinute', { max: Math.max(1, Math.round((calls * 60) / ranSeconds)) })
}

/** What a batch came to, across the head of its results. */
export function batchFigures(batch: BatchDetail): { label: string; value: string }[] {
  return [
    { label: t('words.addresses'), value: formatNumber(batch.addresses) },
    { label: t('verification.batchWords.fromTheLedger'), value: formatNumber(batch.fromLedger) },
    { label: t('verification.batchWords.settledLocally'), value: formatNumber(batch.settledLocally) },
    { label: t('words.calls'), value: formatNumber(batch.calls) },
    { label: t('words.took'), value: tookWords(batch.ranSeconds) },
    { label: t('words.rate'), value: meanRate(batch) },
    { label: t('verification.batchFilter.changedSinceLastTime'), value: formatNumber(batch.flipped) },
  ]
}

/** Addresses that are in another class than "accepts mail", those that wait left aside. */
export function notAccepting({ byClass }: Pick<Batch, 'byClass'>): number {
  return byClass.risky + byClass.undeliverable + byClass.unknown
}

/** "13:41" where a verdict is of today, else its day too. */
export function checkedWords(row: BatchRow, now: number): string {
  return row.verdict === null ? missing : formatMoment(row.verdict.at, now)
}

/** "Finished 13:41"; nothing while nothing has ended. */
export function endWords({ job }: Pick<Batch, 'job'>, now: number): string {
  if (job === null || !hasEnded(job) || job.endedAt === null) return ''
  const today = new Date(job.endedAt).toDateString() === new Date(now).toDateString()
  return `${stateWords[job.state]} ${today ? formatClock(job.endedAt) : formatMoment(job.endedAt, now)}`
}
