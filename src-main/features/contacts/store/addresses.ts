import type { Keys } from './keys'
import type { Steps } from '../../../core/database/session'
import type { IndexLifecycle } from './index-lifecycle'
import type { ContactTable } from './table'

/** More contacts than these are not listed one by one. */
const most = 5000

/** The addresses of contacts, as the lists of events ask for them. */
export class Addresses {
  constructor(
    private readonly table: ContactTable,
    private readonly keys: Keys,
    private readonly lifecycle: IndexLifecycle,
  ) {}

  /** The address of a contact by the service's id; null where there is no copy of it. */
  emailOf(contactId: string): string | null {
    const row = this.keys.find(contactId)
    return row === undefined ? null : (this.table.get(row)?.email ?? null)
  }

  /** The ids of the contacts whose address has this word in it; null where they are more than {@link most}. */
  *withWord(word: string): Steps<Set<string> | null> {
    const index = yield* this.lifecycle.ready()
    const filters = [{ field: 'email' as const, operator: 'contains' as const, value: word }]
    const sort = { field: 'createdAt' as const, direction: 'desc' as const }
    const rows = index.select({ search: '', filters, sort }, 0)
    return rows.length > most ? null : new Set(this.table.getAll(rows).map(({ id }) => id))
  }
}
