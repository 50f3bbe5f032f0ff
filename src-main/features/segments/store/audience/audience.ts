import type { FilterCondition } from '../../../../../src-shared/interface/filter'
import {
  type IndexLifecycle,
  type NestedColumns,
  parseObject,
  type StoredContact,
  type ContactTable,
} from '../../../contacts/store'
import type { RowSet } from '../../../../core/index/row-set'
import type { Session, Steps } from '../../../../core/database/session'
import { fromStored } from '../../../../core/database/time'
import { minus } from './answer'
import { ConditionReader } from './asking'
import type { AskedCondition } from './api'
import type { AudienceSegment } from './condition'
import type { CopiedMembers } from './copied-members'
import type { ContactFacts } from './facts'
import { FieldRows } from './field-rows'
import type { LastEvents } from './last-events'
import { OneContact } from './one-contact'
import type { ReadingSetting } from './reading'
import type { RowsById } from './rows-by-id'

/** Contacts read between two pauses where the index cannot tell: some 3 ms. */
const slice = 500

/** The contacts of the copy for whom a condition of the filter grammar holds. */
export class Audience {
  constructor(
    private readonly session: Session,
    private readonly contacts: ContactTable,
    /** Columns of keys within keys. */
    readonly nested: NestedColumns,
    private readonly lifecycle: IndexLifecycle,
    private readonly events: LastEvents,
    private readonly ids: RowsById,
    private readonly copied: CopiedMembers,
    private readonly reading: ReadingSetting,
  ) {}

  /** Their rows, in a set of its own; null: everyone. Who changes meanwhile counts as when looked at. */
  *rows(condition: FilterCondition | null, segments: readonly AudienceSegment[]): Steps<RowSet> {
    const now = this.session.now()
    const { view } = yield* this.lifecycle.ready()
    if (condition === null) return view.live.copy()
    const { events, ids, copied } = this
    const reading = this.reading.value
    const fields = new FieldRows(view, this.nested, reading)
    const of = { view, fields, events, ids, copied, segments, now, reading }
    const asked = yield* new ConditionReader(of).condition(condition)
    const { sure, may } = asked.answer
    const found = sure.copy()
    const doubts = sure === may ? new Int32Array(0) : minus(may, sure).rows()
    for (let at = 0; at < doubts.length; at += slice) {
      this.session.read(() => {
        for (const contact of this.contacts.getAll(doubts.subarray(at, at + slice))) {
          if (asked.holds(contact.row, factsOf(contact))) found.add(contact.row)
        }
      })
      yield
    }
    return found.and(view.live)
  }

  /** For which of some conditions a contact is meant; a condition of null holds for everyone. */
  ofOne(contact: StoredContact, conditions: readonly AskedCondition[]): boolean[] {
    const known = {
      facts: factsOf(contact),
      events: this.events.ofOne(contact.id),
      isMember: (segment: string) => this.copied.has(segment, contact.id),
      now: this.session.now(),
      reading: this.reading.value,
    }
    return conditions.map(
      ({ condition, segments }) => condition === null || new OneContact(known, segments).holds(condition),
    )
  }

  /** Gives memory back. */
  relax(): void {
    this.nested.forget()
    this.events.forget()
    this.ids.forget()
    this.copied.forget()
  }
}

function factsOf({ id, email, subscribed, created, updated, data }: StoredContact): ContactFacts {
  return {
    id,
    email,
    subscribed: subscribed === 1,
    createdAt: textOf(created),
    updatedAt: textOf(updated),
    data: parseObject(data),
  }
}

function textOf(stored: number): string | null {
  const at = fromStored(stored)
  return at === null ? null : new Date(at).toISOString()
}
