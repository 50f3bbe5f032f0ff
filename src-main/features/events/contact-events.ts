import type { ContactHistory } from '../../../src-shared/bridge/events'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { mostContactEvents } from '../../core/client/deployed'

/**
 * Reads the events of a contact from the service into the copy: deployed services list only the newest of all, and have
 * those of one contact whole. Rejects as the service answers, with `not_found` where it has no such list.
 */
export async function readContactEvents(
  { cache, client }: { cache: Pick<Cache, 'events'>; client: Pick<ServiceClient, 'contactEvents'> },
  contactId: string,
): Promise<ContactHistory> {
  const { value } = await client.contactEvents(contactId, { priority: 'click' })
  const theirs = value.filter((event) => (event.contactId ?? contactId) === contactId)
  const added = await cache.events.keep(theirs.map((event) => ({ ...event, contactId })))
  return { read: theirs.length, added, whole: value.length < mostContactEvents }
}
