import type { Resource, Run } from '../src-shared/bridge/sync'
import { formatNumber } from './format'

/** A resource as a person calls it. */
export const resourceWords: Record<Resource, string> = {
  contacts: 'Contacts',
  events: 'Events',
  eventNames: 'Event names',
  segments: 'Segments',
  templates: 'Templates',
  campaigns: 'Campaigns',
  workflows: 'Workflows',
  domains: 'Domains',
}

/** How far a run is, 0 to 1; null where the service does not say how long the list is. */
export function runShare(run: Pick<Run, 'expected' | 'received'>): number | null {
  if (run.expected === null || run.expected === 0) return null
  return Math.min(1, run.received / run.expected)
}

/** What a run has done, in words: "31,400 of about 52,400". */
export function runCounts(run: Pick<Run, 'expected' | 'received'>): string {
  if (run.expected === null) return `${formatNumber(run.received)} read`
  return `${formatNumber(run.received)} of about ${formatNumber(run.expected)}`
}

/** What a run came to, in words: "18 changed, 3 gone"; "no change". */
export function runResult(run: Pick<Run, 'added' | 'changed' | 'removed'>): string {
  const parts = [
    run.added > 0 ? `${formatNumber(run.added)} new` : '',
    run.changed > 0 ? `${formatNumber(run.changed)} changed` : '',
    run.removed > 0 ? `${formatNumber(run.removed)} gone` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'no change' : parts.join(', ')
}
