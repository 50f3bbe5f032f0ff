import { tell, type ToldSentence } from '../../src-shared/messages/told'
import type { Resource, RunMode } from '../../src-shared/bridge/sync'

/** A resource in the middle of a sentence. */
export function nounOf(resource: Resource): ToldSentence {
  const nouns: Record<Resource, ToldSentence> = {
    contacts: tell('told.noun.contacts'),
    events: tell('told.noun.events'),
    eventNames: tell('told.noun.eventNames'),
    segments: tell('told.noun.segments'),
    templates: tell('told.noun.templates'),
    campaigns: tell('told.noun.campaigns'),
    workflows: tell('told.noun.workflows'),
    domains: tell('told.noun.domains'),
  }
  return nouns[resource]
}

/** A run for the activity log: "Quick refresh of contacts". */
export function titleOf(resource: Resource, mode: RunMode): ToldSentence {
  return tell(mode === 'full' ? 'told.fullRun' : 'told.quickRefresh', { resource })
}
