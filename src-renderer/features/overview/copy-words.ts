import type { SyncPlan } from '../../../src-shared/bridge/profiles'
import type { ResourceState, RunState } from '../../../src-shared/bridge/sync'
import { runResult } from '../../run-words'
import { formatNumber } from '../../format'

const waiting: Record<RunState, string> = {
  queued: 'waiting',
  running: 'running',
  paused: 'paused',
  asking: 'asks you',
  finished: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** What the run under way does, or what the last one brought: "18 changed", "96 new", "no change". */
export function runSummary({ run, last }: ResourceState): string {
  if (run?.state === 'running') return `${formatNumber(run.received)} read`
  if (run) return waiting[run.state]
  if (!last) return 'never'
  if (last.state === 'failed') return 'failed'
  if (last.state === 'cancelled') return 'cancelled'
  return runResult(last)
}

/** When the copy is refreshed by itself. */
export function planSentence({ quickEveryMinutes, fullDailyAt }: SyncPlan): string {
  const quick = quickEveryMinutes === null ? null : `Quick refresh every ${quickEveryMinutes} min`
  const full = fullDailyAt === null ? null : `full run daily at ${fullDailyAt}`
  if (quick && full) return `${quick}, ${full}.`
  if (quick) return `${quick}; deletions are found by a full run that you start.`
  if (full) return `A ${full}.`
  return 'Refreshed only when you ask.'
}
