import type { RecordConnection, RecordRun, RecordSync } from '../../../src-shared/bridge/records'
import type { Problem } from '../../../src-shared/problem'
import { isAboutKeys } from '../../kit/state/about-keys'
import { formatClock, formatCount, formatLeft, formatMoment, formatNumber } from '../../format'
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
      title: 'Far fewer records than in the copy.',
      text: `The service listed ${formatNumber(run.received)}, the copy holds ${formatNumber(rows)}. Keep the ${formatNumber(gone)} that were not listed, or remove them from the copy.`,
      acts: ['keep', 'remove'],
    }
  }
  if (run.state === 'queued') {
    const { problem } = run
    const acts = ['pause', 'cancel'] as const
    if (!problem) return { tone: 'plain', title: 'Waits for its turn.', text: '', acts }
    return { tone: 'warning', title: `${problem.title}.`, text: `${problem.why} It is tried again.`, acts }
  }
  if (run.state === 'paused') {
    const why = run.problem ? sentence(run.problem) : ''
    return {
      tone: run.problem ? 'warning' : 'plain',
      title: run.expected === null ? `Paused, ${counts}.` : `Paused at ${counts}.`,
      text: why,
      acts: needsToken(run.problem) ? ['token', 'cancel'] : ['resume', 'cancel'],
    }
  }
  const rate = run.rate === null ? '' : `, ${formatNumber(Math.round(run.rate))} a second`
  return {
    tone: 'plain',
    title: run.expected === null ? `Reading, ${counts}.` : `Reading ${counts}.`,
    text:
      heldUntil === null
        ? `${formatLeft(run.secondsLeft)}${rate}`
        : `Held back until ${formatClock(heldUntil)}.`,
    acts: ['pause', 'cancel'],
  }
}

/** What a run that ended came to: "Read at 14:02: 18 changed, 3 gone." */
export function endWords(last: RecordRun, now: number): string {
  const at = formatMoment(last.endedAt ?? last.startedAt, now)
  if (last.state === 'finished') return `Read at ${at}: ${runResult(last)}.`
  if (last.state === 'cancelled') return `Stopped at ${at}, after ${formatCount(last.received, 'record')}.`
  return `Failed at ${at}.`
}

/** How the reading of a connection stands, in words. */
export function readingWords({ sync, everyHours }: RecordConnection, now: number): ReadingWords {
  const { run, last, blocked, online, asOf, nextAt } = sync
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
      asOf === null ? 'Nothing was read to its end yet.' : `You see the copy of ${formatMoment(asOf, now)}.`
    return {
      tone: 'warning',
      title: 'The record service does not answer.',
      text: run ? `${copy} Reading goes on when it answers.` : copy,
      acts: run ? ['pause', 'cancel'] : ['read'],
    }
  }
  if (last?.state === 'failed' && last.problem) {
    return { tone: 'danger', title: endWords(last, now), text: sentence(last.problem), acts: ['read'] }
  }
  const next =
    everyHours === null || nextAt === null ? 'Read only when asked.' : `Next at ${formatMoment(nextAt, now)}.`
  return { tone: 'plain', title: last ? endWords(last, now) : 'Never read.', text: next, acts: ['read'] }
}

/** The facts of a run's report, as lines. */
export function reportLines(run: RecordRun): { label: string; value: string }[] {
  const { drift } = run
  return [
    { label: 'Pages', value: formatNumber(run.pages) },
    { label: 'Records listed', value: formatNumber(run.received) },
    { label: 'New', value: formatNumber(run.added) },
    { label: 'Changed', value: formatNumber(run.changed) },
    { label: 'Gone', value: formatNumber(run.removed) },
    { label: 'Pages read again', value: formatNumber(drift.reread) },
    { label: 'Records that came again', value: formatNumber(drift.repeated) },
    { label: 'Times the list was read', value: formatNumber(drift.passes) },
  ]
}
