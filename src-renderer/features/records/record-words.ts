import { t } from '../../../src-shared/messages/message'
import type { RecordConnection, RecordRun, RecordSync } from '../../../src-shared/bridge/records'
import type { Problem } from '../../../src-shared/problem'
import { isAboutKeys } from '../../kit/state/about-keys'
import { formatClock, formatDuration, formatLeft, formatMoment, formatNumber } from '../../format'
import { runCounts, runResult } from '../../run-words'

/** How the reading of a connection stands: what its band says, and what can be done. */
export interface ReadingWords {
  tone: 'plain' | 'warning' | 'danger'
  title: string
  text: string
  /** The buttons, the first is the one to press. */
  acts: readonly ('read' | 'pause' | 'resume' | 'cancel' | 'token' | 'keep' | 'remove')[]
}

function sentence({ title, why, action }: Problem): string {
  return [`${title}.`, why, action].filter((part) => part !== '').join(' ')
}

/** Whether a problem asks for another token. */
function needsToken(problem: Problem | null): boolean {
  return problem !== null && (isAboutKeys(problem) || problem.code === 'keychain_locked')
}

function runWords(run: RecordRun, { rows, heldUntil }: RecordSync): ReadingWords {
  const counts = runCounts(run)
  if (run.state === 'asking') {
    const gone = Math.max(0, rows - run.received)
    return {
      tone: 'warning',
      title: t('records.recordWords.farFewerRecordsThan'),
      text: t('records.recordWords.theServiceListedReceived', { received: run.received, rows, gone }),
      acts: ['keep', 'remove'],
    }
  }
  if (run.state === 'queued') {
    const { problem } = run
    const acts = ['pause', 'cancel'] as const
    if (!problem) return { tone: 'plain', title: t('records.recordWords.waitsForItsTurn'), text: '', acts }
    return {
      tone: 'warning',
      title: `${problem.title}.`,
      text: t('records.recordWords.whyItIsTried', { why: problem.why }),
      acts,
    }
  }
  if (run.state === 'paused') {
    const why = run.problem ? sentence(run.problem) : ''
    return {
      tone: run.problem ? 'warning' : 'plain',
      title:
        run.expected === null
          ? t('records.recordWords.pausedCounts', { counts })
          : t('records.recordWords.pausedAtCounts', { counts }),
      text: why,
      acts: needsToken(run.problem) ? ['token', 'cancel'] : ['resume', 'cancel'],
    }
  }
  const left = formatLeft(run.secondsLeft)
  return {
    tone: 'plain',
    title:
      run.expected === null
        ? t('records.recordWords.readingCounts', { counts })
        : t('records.recordWords.readingCounts2', { counts }),
    text:
      heldUntil === null
        ? run.rate === null
          ? left
          : t('records.recordWords.leftRateASecond', { left, rate: Math.round(run.rate) })
        : t('records.recordWords.heldBackUntilClock', { clock: formatClock(heldUntil) }),
    acts: ['pause', 'cancel'],
  }
}

/** How a run ended: "Read at 14:02". */
function endWords(last: RecordRun, now: number): string {
  const at = formatMoment(last.endedAt ?? last.startedAt, now)
  if (last.state === 'finished') return t('records.recordWords.readAt', { at })
  if (last.state === 'cancelled')
    return t('records.recordWords.stoppedAtAtAfter', { at, received: last.received })
  return t('records.recordWords.failedAtAt', { at })
}

/** How long a run took, what it came to where no report says so, and when the next one is: "in 18 s, next at 15:00". */
function afterWords(
  { sync: { last, nextAt }, everyHours }: RecordConnection,
  now: number,
  reported: boolean,
): string {
  const next = everyHours === null || nextAt === null ? '' : formatMoment(nextAt, now)
  const hasNext = next !== ''
  if (last?.state !== 'finished') {
    return hasNext
      ? t('records.recordWords.nextAtMoment', { moment: next })
      : t('records.recordWords.readOnlyWhenAsked')
  }
  const span = formatDuration((last.endedAt ?? last.startedAt) - last.startedAt)
  return reported
    ? t('records.recordWords.inSpanNext', { span, hasNext, next })
    : t('records.recordWords.inSpanResultNext', { span, result: runResult(last), hasNext, next })
}

/** How the reading of a connection stands, in words. `reported`: its report is open. */
export function readingWords(connection: RecordConnection, now: number, reported = false): ReadingWords {
  const { sync } = connection
  const { run, last, blocked, online, asOf } = sync
  if (blocked && needsToken(blocked)) {
    const text = `${blocked.why} ${blocked.action}`
    // A keychain that was unlocked gives the token that is there.
    const again = blocked.code !== 'keychain_locked' ? [] : [run ? ('resume' as const) : ('read' as const)]
    const acts = ['token' as const, ...again, ...(run ? ['cancel' as const] : [])]
    return { tone: 'danger', title: `${blocked.title}.`, text, acts }
  }
  const away = !online && (!run || run.state === 'running' || run.state === 'queued')
  if (run && !away) return runWords(run, sync)
  if (away) {
    const copy =
      asOf === null
        ? t('records.recordWords.nothingWasReadTo')
        : t('words.youSeeTheCopyOfMoment', { moment: formatMoment(asOf, now) })
    return {
      tone: 'warning',
      title: t('records.recordWords.theRecordServiceDoes'),
      text: run ? t('records.recordWords.copyReadingGoesOn', { copy }) : copy,
      acts: run ? ['pause', 'cancel'] : ['read'],
    }
  }
  if (last?.state === 'failed' && last.problem) {
    return { tone: 'danger', title: endWords(last, now), text: sentence(last.problem), acts: ['read'] }
  }
  return {
    tone: 'plain',
    title: last ? endWords(last, now) : t('records.recordWords.neverRead'),
    text: afterWords(connection, now, reported),
    acts: ['read'],
  }
}

/** The figures of a run's report. What happens now and then stands there only where it did. */
export function reportFigures(run: RecordRun): { label: string; value: string }[] {
  const { drift, expected } = run
  const figure = (label: string, value: number) => ({ label, value: formatNumber(value) })
  const rare = (label: string, value: number) => (value > 0 ? [figure(label, value)] : [])
  return [
    figure(t('words.listed'), run.received),
    figure(t('words.new'), run.added),
    figure(t('words.changed'), run.changed),
    figure(t('words.gone'), run.removed),
    figure(t('words.pages'), run.pages),
    ...rare(t('records.recordWords.readAgain'), drift.reread),
    ...rare(t('records.recordWords.cameTwice'), drift.repeated),
    ...rare(t('records.recordWords.timesRead'), drift.passes > 1 ? drift.passes : 0),
    ...(expected === null ? [] : [figure(t('words.serviceSaid'), expected)]),
  ]
}
