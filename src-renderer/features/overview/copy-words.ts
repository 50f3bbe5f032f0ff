import { t } from '../../../src-shared/messages/message'
import type { SyncPlan } from '../../../src-shared/bridge/profiles'
import type { ResourceState, Run, RunState } from '../../../src-shared/bridge/sync'
import { runResult, runShare } from '../../run-words'
import { farEnd, formatLeft, formatPercent, inSentence } from '../../format'

const waiting: Record<RunState, string> = {
  queued: t('overview.copyWords.waiting'),
  running: t('overview.copyWords.running'),
  paused: t('words.pausedWord'),
  asking: t('overview.copyWords.asksYou'),
  finished: t('overview.copyWords.finished'),
  failed: t('overview.copyWords.failed'),
  cancelled: t('words.cancelledWord'),
}

/** What the run under way does, or what the last one brought: "18 changed", "96 new", "no change". */
export function runSummary({ run, last }: ResourceState): string {
  if (run?.state === 'running') return t('app.runWords.receivedRead', { received: run.received })
  if (run) return waiting[run.state]
  if (!last) return t('overview.copyWords.never')
  if (last.state === 'failed') return t('overview.copyWords.failed')
  if (last.state === 'cancelled') return t('words.cancelledWord')
  return runResult(last)
}

/** When the copy is refreshed by itself. */
export function planSentence({ quickEveryMinutes, fullDailyAt }: SyncPlan): string {
  const quick =
    quickEveryMinutes === null
      ? null
      : t('overview.copyWords.quickRefreshEveryQuickeveryminut', { quickEveryMinutes })
  const full = fullDailyAt === null ? null : t('overview.copyWords.fullRunDailyAt', { fullDailyAt })
  if (quick && full) return `${quick}, ${full}.`
  if (quick) return t('overview.copyWords.quickDeletionsAreFound', { quick })
  if (full) return t('overview.copyWords.aFull', { full })
  return t('overview.copyWords.refreshedOnlyWhenYou')
}

/** How a list stands during the first copy: "here", "60 %", "waits". */
export function firstState({ asOf, run, last }: ResourceState): {
  kind: 'here' | 'running' | 'waits'
  words: string
} {
  if (asOf !== null) return { kind: 'here', words: t('overview.copyWords.here') }
  if (run?.state === 'running') {
    const share = runShare(run)
    const words =
      share === null
        ? t('app.runWords.receivedRead', { received: run.received })
        : formatPercent(Math.floor(100 * share))
    return { kind: 'running', words }
  }
  if (run !== null && run.state !== 'queued') return { kind: 'waits', words: waiting[run.state] }
  const failed = run === null && last?.state === 'failed'
  return { kind: 'waits', words: failed ? t('overview.copyWords.failed') : t('words.waitsWord') }
}

/**
 * How long the first copy still takes: "First copy, about 3 min left"; where that is hours or days, also until when. `now`:
 * milliseconds since 1970.
 */
export function firstCopyWords(runs: readonly Run[], now: number): string {
  if (runs.length > 0 && runs.every(({ state }) => state === 'paused')) return t('words.firstCopyPaused')
  const lead = runs.find(({ state, resource }) => state === 'running' && resource === 'contacts')
  if (!lead || lead.secondsLeft === null) return t('words.firstCopy')
  const left = inSentence(formatLeft(lead.secondsLeft))
  const end = farEnd(lead.secondsLeft, now)
  return end === null
    ? t('overview.copyWords.firstCopyLeft', { left })
    : t('overview.copyWords.firstCopyUntil', { left, moment: end })
}
