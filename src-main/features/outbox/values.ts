import type { ValueOutcome } from '../../../src-shared/bridge/contacts'
import { sameValue } from '../../../src-shared/same-value'
import { isAway } from '../../core/client/reach'
import { edit, isWaiting, type EditTools } from './edits'

/** One key of a contact's data to be written: null removes it. `shown`: what a person saw there; null: nothing. */
export interface ValueWrite {
  id: string
  key: string
  value?: unknown
  shown?: unknown
}

/**
 * Writes one value that a person entered in the place of another. The contact is read again before: where it changed
 * meanwhile, nothing is sent and the person is asked. Offline, and behind earlier changes of the same contact, it waits
 * in the outbox, which compares when it sends.
 */
export async function writeValue(
  tools: EditTools,
  { id, key, value = null, shown = null }: ValueWrite,
): Promise<ValueOutcome> {
  if (!(await mustWait(tools, id))) {
    const theirs = await readAgain(tools, id, key)
    if (theirs && !sameValue(theirs.value, shown) && !sameValue(theirs.value, value))
      return { outcome: 'differs', theirs: theirs.value }
  }
  return edit(tools, id, { data: { [key]: value } })
}

async function mustWait({ access, cache }: EditTools, id: string): Promise<boolean> {
  if (!access.online) return true
  return (await cache.outbox.open()).some(({ entry }) => entry.contactId === id && isWaiting(entry.state))
}

/** What the service holds now, taken into the copy; null where it does not answer. */
async function readAgain(
  { access, cache }: EditTools,
  id: string,
  key: string,
): Promise<{ value: unknown } | null> {
  try {
    const contact = (await access.client.getContact(id, { priority: 'click' })).value
    await cache.contacts.upsert(contact)
    return { value: contact.data[key] ?? null }
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}
