import type { Clock } from '../core/clock'
import type { Contact } from '../../src-shared/interface/contact'
import type { Problem } from '../../src-shared/problem'
import type { Cache } from '../cache/store'
import { pagesOf } from '../core/client/pages'
import { leaving } from './leaving'
import type { JobAccess } from './access'
import { itemProblem } from './trouble'

/** What reading contacts for a job takes. */
interface ReadTools {
  cache: { contacts: Pick<Cache['contacts'], 'upsert' | 'remove'> }
  access: JobAccess
  clock: Clock
}

/** What the service holds of contacts, by id. Who is in neither is gone there. */
interface ReadContacts {
  held: Map<string, Contact>
  /** Those that could not be read, and why. */
  unread: ReadonlyMap<string, Problem>
}

/** A page of the list has to bring so many of those who are looked for, on the average: else each is asked for alone. */
const worthAPage = 2

/** Reads contacts one by one, into the copy too. Rejects with what concerns the whole job. */
export async function readEach(
  ids: readonly string[],
  { cache, access, clock }: ReadTools,
  signal: AbortSignal,
): Promise<ReadContacts> {
  const held = new Map<string, Contact>()
  const unread = new Map<string, Problem>()
  for (const id of ids) {
    try {
      const { value } = await leaving(signal, clock, (options) => access.client.getContact(id, options))
      await cache.contacts.upsert(value)
      held.set(id, value)
    } catch (error) {
      const found = await itemProblem(error, access.client, signal)
      if (found.code === 'not_found') await cache.contacts.remove(id)
      else unread.set(id, found)
    }
  }
  return { held, unread }
}

/**
 * Those of the contacts whom the first pages of the list bring, the newest first, for as long as these bring several of them:
 * who were made by the same import stand side by side there. What was read is in the copy afterwards. A page that cannot be
 * had ends it. Rejects with what concerns the whole job.
 */
export async function readListed(
  ids: ReadonlySet<string>,
  { cache, access, clock }: ReadTools,
  signal: AbortSignal,
): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>()
  if (ids.size <= worthAPage) return found
  const pages = pagesOf((request) =>
    leaving(signal, clock, (options) => access.client.listContacts(request, options)),
  )
  try {
    let asked = 0
    for await (const page of pages) {
      asked += 1
      for (const contact of page) {
        if (!ids.has(contact.id)) continue
        await cache.contacts.upsert(contact)
        found.set(contact.id, contact)
      }
      if (found.size === ids.size || found.size < asked * worthAPage) break
    }
  } catch (error) {
    await itemProblem(error, access.client, signal)
  }
  return found
}
