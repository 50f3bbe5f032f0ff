import type { FilterCondition } from '../../../src-shared/interface/filter'
import { parseObject, type StoredContact } from '../contacts/record'
import type { ContactTable } from '../contacts/table'
import type { Session } from '../session'
import type { Steps } from '../steps'
import { fromStored } from '../time'
import { type AudienceSegment, eventsOf, testOf } from './condition'
import type { ContactFacts } from './facts'
import type { LastEvents } from './last-events'

/** Contacts looked at between two pauses: some 3 ms. */
const slice = 1000

/** The contacts of the copy for whom a condition of the filter grammar holds. */
export class Audience {
  constructor(
    private readonly session: Session,
    private readonly contacts: ContactTable,
    private readonly lastEvents: LastEvents,
  ) {}

  /** Their rows, ascending. Everything is asked at one moment; contacts that change meanwhile count as they are read. */
  *rows(condition: FilterCondition, segments: readonly AudienceSegment[]): Steps<Int32Array> {
    const now = this.session.now()
    const lastEvents = new Map<string, ReadonlyMap<string, number>>()
    for (const name of eventsOf(condition, segments)) lastEvents.set(name, yield* this.lastEvents.of(name))
    const test = testOf(condition, { now, segments, lastEvents })
    const rows: number[] = []
    for (let after = 0; ;) {
      const read = this.session.read(() => this.contacts.after(after, slice))
      for (const contact of read) if (test(factsOf(contact))) rows.push(contact.row)
      const last = read.at(-1)
      if (!last || read.length < slice) return Int32Array.from(rows)
      after = last.row
      yield
    }
  }
}

function factsOf({ id, email, subscribed, created, data }: StoredContact): ContactFacts {
  const createdAt = fromStored(created)
  return {
    id,
    email,
    subscribed: subscribed === 1,
    createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
    data: parseObject(data),
  }
}
