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

/** The outcomes a person can filter by. */
export const outcomeOptions = [
  { value: '', label: 'Any outcome' },
  ...Object.entries(outcomes).map(([value, label]) => ({ value, label })),
]

/** The kinds a person can filter by. */
export const kindOptions = [
  { value: '', label: 'Writes and runs' },
  { value: 'write', label: 'Writes' },
  { value: 'run', label: 'Runs' },
]

/** "PATCH /contacts/cnt_1", or nothing for a run. */
export function requestLine({ method, path }: Pick<ActivityEntry, 'method' | 'path'>): string {
  return method === null ? '' : `${method} ${path ?? ''}`.trim()
}
