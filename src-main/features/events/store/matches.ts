import type { EventQuery } from '../../../../src-shared/bridge/events'
import type { Keys } from '../../contacts/store'
import type { Session, Steps } from '../../../core/database/session'
import type { EventNames } from './names'
import { ownEmail, type StoredEvent } from './record'
import type { EventSpan, EventTable } from './table'

/** Events read between two pauses: about 3 ms. */
const slice = 500

/** More matches than these are not looked for; the count says so. */
const mostMatches = 10_000

interface MatchingEvents {
  rows: Int32Array
  times: Float64Array
  capped: boolean
}

interface ContactLookup {
  /** The ids of the contacts whose address has this word in it; null where they are too many to be worth listing. */
  withWord(word: string): Steps<Set<string> | null>
  /** The address of an event's contact, from the copy of the contact. */
  emailOf(contactId: string): string | null
}

/** Finds events by what no index of SQLite's knows: a contact, or words. The last few answers are remembered. */
export class EventMatches {
  private readonly remembered = new Map<string, { revision: number; matches: MatchingEvents }>()

  constructor(
    private readonly session: Session,
    private readonly table: EventTable,
    private readonly keys: Keys,
    private readonly names: EventNames,
    private readonly contacts: ContactLookup,
  ) {}

  *find(query: EventQuery, span: EventSpan): Steps<MatchingEvents> {
    const key = JSON.stringify([query.contactId, query.search, span])
    const { revision } = this.session.counters
    const known = this.remembered.get(key)
    if (known?.revision === revision) return known.matches
    const accepts = yield* this.wordTest(query.search)
    const found =
      query.contactId === null
        ? yield* this.scan(span, accepts)
        : this.ofContact(query.contactId, span).filter(accepts)
    const matches = {
      rows: Int32Array.from(found.slice(0, mostMatches), ({ row }) => row),
      times: Float64Array.from(found.slice(0, mostMatches), ({ created }) => created),
      capped: found.length > mostMatches,
    }
    this.remembered.delete(key)
    this.remembered.set(key, { revision, matches })
    const oldest = this.remembered.keys().next()
    if (this.remembered.size > 8 && oldest.done !== true) this.remembered.delete(oldest.value)
    return matches
  }

  private *scan(span: EventSpan, accepts: (event: StoredEvent) => boolean): Steps<StoredEvent[]> {
    const found: StoredEvent[] = []
    for (let last: StoredEvent | null = null; found.length <= mostMatches;) {
      const from: StoredEvent | null = last
      const events: StoredEvent[] = this.session.read(() => this.table.after(span, from, slice))
      for (const event of events) if (accepts(event)) found.push(event)
      last = events.at(-1) ?? null
      if (events.length < slice) break
      yield
    }
    return found
  }

  private ofContact(contactId: string, { names, from, to }: EventSpan): StoredEvent[] {
    return this.session
      .read(() => this.table.getAll(this.keys.findOthers(contactId)))
      .filter(
        ({ name, created }) =>
          (names === null || names.includes(name)) &&
          (from === null || created >= from) &&
          (to === null || created < to),
      )
      .sort((a, b) => b.created - a.created || a.row - b.row)
  }

  /**
   * Each word must occur in the name, the data or the address. Looking up the address of every event would be most
   * of the work, so the contacts that have a word in theirs are looked up first, unless they are very many.
   */
  private *wordTest(search: string): Steps<(event: StoredEvent) => boolean> {
    const words = search
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length === 0) return () => true
    const holders = new Map<string, Set<string> | null>()
    for (const word of words) holders.set(word, yield* this.contacts.withWord(word))
    const isInAddress = (word: string, event: StoredEvent, own: string | null): boolean => {
      if (own !== null) return own.includes(word)
      if (event.contact_id === null) return false
      const ids = holders.get(word) ?? null
      if (ids !== null) return ids.has(event.contact_id)
      return this.contacts.emailOf(event.contact_id)?.toLowerCase().includes(word) ?? false
    }
    return (event) => {
      const near = `${this.names.nameOf(event.name)} ${event.data ?? ''}`.toLowerCase()
      const missing = words.filter((word) => !near.includes(word))
      if (missing.length === 0) return true
      const own = ownEmail(event)?.toLowerCase() ?? null
      return missing.every((word) => isInAddress(word, event, own))
    }
  }
}
