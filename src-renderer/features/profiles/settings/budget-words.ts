import { t } from '../../../../src-shared/messages/message'
import type { ResourceState } from '../../../../src-shared/bridge/sync'
import { formatDuration } from '../../../format'

/** Runs of several lists that began within so many milliseconds are one. */
const togetherMs = 60_000

/** Minutes between quick refreshes that are offered. */
const offered = [1, 5, 15, 60]

/** What a quick refresh can be set to, with what it is set to now; "0" is by hand. */
export function quickChoices(now: number | null): { value: string; label: string }[] {
  const minutes = now === null || offered.includes(now) ? offered : [...offered, now].sort((a, b) => a - b)
  const last = minutes.at(-1)
  return [
    ...minutes.map((each) => ({
      value: String(each),
      label: each === last ? t('profiles.budgetWords.eachMin', { each }) : String(each),
    })),
    { value: '0', label: t('words.byHand') },
  ]
}

/** A share as it was typed, to the nearest step of five percent; null where it is no number from 5 to 100. */
export function percentOf(text: string): number | null {
  const found = /^\s*(\d{1,3})\s*%?\s*$/.exec(text)
  const value = found ? Math.round(Number(found[1]) / 5) * 5 : Number.NaN
  return value >= 5 && value <= 100 ? value : null
}

/** How long the last full run took, and how many pages it read: "2 min, 541 requests". Empty before there was one. */
export function lastFullRun(resources: readonly Pick<ResourceState, 'last'>[]): string {
  const all = resources.flatMap(({ last }) => (last?.mode === 'full' && last.endedAt !== null ? [last] : []))
  if (all.length === 0) return ''
  // Of one list there may have been another since: those that began with the newest are one run.
  const newest = Math.max(...all.map(({ startedAt }) => startedAt))
  const runs = all.filter(({ startedAt }) => newest - startedAt < togetherMs)
  const from = Math.min(...runs.map(({ startedAt }) => startedAt))
  const to = Math.max(...runs.map(({ startedAt, endedAt }) => endedAt ?? startedAt))
  const pages = runs.reduce((sum, run) => sum + run.pages, 0)
  return `${formatDuration(to - from)}, ${t('counts.requests', { count: pages })}`
}
