import type { ActivityEntry } from '../../../src-shared/bridge/activity'

const outcomes: Record<ActivityEntry['outcome'], string> = {
  done: 'Done',
  failed: 'Failed',
  unknown: 'Unknown',
  cancelled: 'Cancelled',
  running: 'Running',
}

/** How an entry ended, in a word. */
export function outcomeWord(outcome: ActivityEntry['outcome']): string {
  return outcomes[outcome]
}

/** What the list can be narrowed to; `any` narrows nothing. */
export type OutcomeChoice = ActivityEntry['outcome'] | 'any'
export type KindChoice = ActivityEntry['kind'] | 'any'

/** The outcomes a person can filter by. */
export const outcomeOptions: { value: OutcomeChoice; label: string }[] = [
  { value: 'any', label: 'Any outcome' },
  { value: 'done', label: outcomes.done },
  { value: 'failed', label: outcomes.failed },
  { value: 'unknown', label: outcomes.unknown },
  { value: 'cancelled', label: outcomes.cancelled },
  { value: 'running', label: outcomes.running },
]

/** The kinds a person can filter by. */
export const kindOptions: { value: KindChoice; label: string }[] = [
  { value: 'any', label: 'Writes and runs' },
  { value: 'write', label: 'Writes' },
  { value: 'run', label: 'Runs' },
]

/** "PATCH /contacts/cnt_1", or nothing for a run. */
export function requestLine({ method, path }: Pick<ActivityEntry, 'method' | 'path'>): string {
  return method === null ? '' : `${method} ${path ?? ''}`.trim()
}
