import { t } from '../src-shared/messages/message'
import type { Resource, Run } from '../src-shared/bridge/sync'

/** A resource as a person calls it. */
export const resourceWords: Record<Resource, string> = {
  contacts: t('words.contacts'),
  events: t('words.events'),
  eventNames: t('words.eventNames'),
  segments: t('words.segments'),
  templates: t('words.templates'),
  campaigns: t('words.campaigns'),
  workflows: t('words.workflows'),
  domains: t('words.domains'),
}

/** How far a run is, 0 to 1; null where the service does not say how long the list is. */
export function runShare(run: Pick<Run, 'expected' | 'received'>): number | null {
  if (run.expected === null || run.expected === 0) return null
  return Math.min(1, run.received / run.expected)
}

/** What a run has done, in words: "31,400 of about 52,400". */
export function runCounts(run: Pick<Run, 'expected' | 'received'>): string {
  if (run.expected === null) return t('app.runWords.receivedRead', { received: run.received })
  return t('app.runWords.receivedOfAboutExpected', { received: run.received, expected: run.expected })
}

/** What a run came to, in words: "18 changed, 3 gone"; "no change". */
export function runResult(run: Pick<Run, 'added' | 'changed' | 'removed'>): string {
  const parts = [
    run.added > 0 ? t('words.addedNew', { added: run.added }) : '',
    run.changed > 0 ? t('words.changedChanged', { changed: run.changed }) : '',
    run.removed > 0 ? t('words.removedGone', { removed: run.removed }) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('words.noChange') : parts.join(', ')
}
