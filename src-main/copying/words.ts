import { t } from '../../src-shared/messages/message'
import type { Resource, Run, RunMode } from '../../src-shared/bridge/sync'

/** A resource in the middle of a sentence. */
export function nounOf(resource: Resource): string {
  const nouns: Record<Resource, string> = {
    contacts: t('copying.words.contacts'),
    events: t('copying.words.events'),
    eventNames: t('copying.words.eventNames'),
    segments: t('copying.words.segments'),
    templates: t('copying.words.templates'),
    campaigns: t('copying.words.campaigns'),
    workflows: t('copying.words.workflows'),
    domains: t('copying.words.domains'),
  }
  return nouns[resource]
}

/** A run in words, for the activity log: "Quick refresh of contacts". */
export function titleOf(resource: Resource, mode: RunMode): string {
  const noun = nounOf(resource)
  return mode === 'full'
    ? t('copying.words.fullSyncOfNoun', { noun })
    : t('copying.words.quickRefreshOfNoun', { noun })
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
