import { t } from '../../src-shared/messages/message'
import type { Resource, Run, RunMode } from '../../src-shared/bridge/sync'

/** A resource in the middle of a sentence. */
export const nouns: Record<Resource, string> = {
  contacts: 'contacts',
  events: 'events',
  eventNames: 'event names',
  segments: 'segments',
  templates: 'templates',
  campaigns: 'campaigns',
  workflows: 'workflows',
  domains: 'domains',
}

/** A run in words, for the activity log: "Quick refresh of contacts". */
export function titleOf(resource: Resource, mode: RunMode): string {
  return `${mode === 'full' ? t('copying.words.fullSync') : t('words.quickRefresh')} of ${nouns[resource]}`
}

/** Who caused a run, in words. */
export function causeOf(cause: Run['cause']): string {
  const words = {
    person: 'You',
    schedule: 'Schedule',
    first: t('copying.words.newProfile'),
    resumed: 'Restart',
  }
  return words[cause]
}
