import type { ContactRows, IndexedContact } from '../index/api'
import type { Session } from '../session'
import type { Steps } from '../steps'
import { fromStored } from '../time'
import { PlainRows } from './plain-rows'
import { parseObject, type ContactColumns } from './record'
import type { ContactTable } from './table'
import type { ContactFollower } from './write'

/** Contacts read between two pauses while the index is built: about 3 ms. */
const slice = 500

/** Keeps the index of contacts in step with the table: builds it when somebody first needs it, and lets it go when idle. */
export class IndexKeeper implements ContactFollower {
  private rows: ContactRows | null = null
  private building: Steps<void> | null = null
  private draft: ContactRows | null = null
  private usedAt = 0

  constructor(
    private readonly session: Session,
    private readonly table: ContactTable,
  ) {}

  /** The index, when it is there. Callers that come while it is built share the work. */
  *ready(): Steps<ContactRows> {
    this.usedAt = this.session.monotonic()
    while (this.rows === null) {
      this.building ??= this.build()
      if (this.building.next().done === true) this.building = null
      else yield
    }
    return this.rows
  }

  /** Lets the index go where nobody asked for `ms` milliseconds. */
  releaseIdle(ms: number): void {
    if (this.rows !== null && this.session.monotonic() - this.usedAt > ms) this.rows = null
  }

  changed(row: number, _before: unknown, after: ContactColumns | null): void {
    const rows = this.rows ?? this.draft
    if (rows === null) return
    if (after === null) rows.delete(row)
    else rows.set(row, indexed(after))
  }

  /** After everything was deleted. */
  clear(): void {
    this.rows = null
    this.building = null
    this.draft = null
  }

  /** Compares the index with the table, where it is loaded; sentences about what does not agree. */
  *compare(): Steps<string[]> {
    const { rows } = this
    if (rows === null) return []
    let missing = 0
    for (let last = 0; ;) {
      const contacts = this.session.read(() => this.table.after(last, slice))
      for (const { row } of contacts) {
        if (!rows.has(row)) missing += 1
        last = row
      }
      if (contacts.length < slice) break
      yield
    }
    if (missing === 0 && rows.size === this.session.counters.contacts) return []
    this.clear()
    return [`The index did not agree with ${missing} contacts. It is built anew.`]
  }

  private *build(): Steps<void> {
    const draft = new PlainRows()
    this.draft = draft
    for (let last = 0; ;) {
      const contacts = this.session.read(() => this.table.after(last, slice))
      for (const contact of contacts) {
        draft.set(contact.row, indexed(contact))
        last = contact.row
      }
      if (contacts.length < slice) break
      yield
    }
    this.rows = draft
    this.draft = null
  }
}

function indexed(contact: ContactColumns): IndexedContact {
  return {
    email: contact.email,
    subscribed: contact.subscribed === 1,
    created: fromStored(contact.created),
    updated: fromStored(contact.updated),
    data: parseObject(contact.data),
  }
}
