import { keepNewest } from '../../../../core/keep-newest'
import type { Statement } from 'better-sqlite3'
import type { ContactColumns, StoredContact, ContactFollower, Keys } from '../../../contacts/store'
import type { EventNames, EventColumns, EventFollower } from '../../../events/store'
import { Instants } from '../../../../core/index/instants'
import { RowSet } from '../../../../core/index/row-set'
import type { Session, Steps } from '../../../../core/database/session'
import type { RowsById } from './rows-by-id'

/** Events read between two pauses: about 3 ms. */
const slice = 1500

/** Names whose times are kept: 8 MB each for a million contacts. */
const mostKept = 6

/** Contacts that came since and have not been looked up; beyond that, reading all events again is quicker. */
const mostLate = 3000

interface NewestEvent {
  created: number
  row: number
  contact_id: string | null
}

/** By row, when the contact had an event last, in milliseconds since 1970; NaN: never. */
interface Times {
  at: Instants
  /** How often anything was said. */
  changes: number
  /** Contacts that came after: events of theirs may have been there before them. */
  late: Set<number>
}

const noTimes = (): Times => ({ at: new Instants(), changes: 0, late: new Set() })

/** Of an event that nobody had. */
const never = noTimes()

/** When each contact had an event last, from the copy; kept by name and followed, an event at a time. */
export class LastEvents implements ContactFollower, EventFollower {
  private readonly kept = new Map<number, Times>()
  private readonly drafts = new Map<Times, number>()
  /** Of what is being read: names of which an event was changed or removed, which only reading again tells. */
  private readonly spoilt = new Set<Times>()
  private readonly newest: Statement<[number, number, number, number, number], NewestEvent>
  private readonly idOf: Statement<[number], string>
  private readonly lastOf: Statement<[number], { name: number; created: number }>

  constructor(
    private readonly session: Session,
    private readonly names: EventNames,
    private readonly ids: RowsById,
    private readonly eventKeys: Keys,
  ) {
    const { db } = session
    this.newest = db.prepare(
      `SELECT created, row, contact_id FROM event INDEXED BY event_by_name
       WHERE name = ? AND created <= ? AND (created < ? OR row > ?) ORDER BY created DESC, row LIMIT ?`,
    )
    this.idOf = session.column('SELECT id FROM contact WHERE row = ?')
    this.lastOf = db.prepare('SELECT name, created FROM event WHERE row = ?')
    session.onRollback(() => this.forget())
  }

  /** The contacts who had the event at all, and whose last time passes. Contacts that are gone may be among them. */
  *rows(name: string, passes: (last: number) => boolean): Steps<RowSet> {
    const { values } = (yield* this.times(name)).instants
    const found = new RowSet(values.length)
    // Not by forEach, which takes four times as long: a call for each contact.
    for (let row = 0; row < values.length; row++) {
      const last = values[row] ?? Number.NaN
      if (!Number.isNaN(last) && passes(last)) found.add(row)
    }
    return found
  }

  /** By row, when the contact had the event last; not to be written to. `changes` grows with what is said of it. */
  *times(name: string): Steps<{ instants: Instants; changes: number }> {
    const { at, changes } = (yield* this.of(name)) ?? never
    return { instants: at, changes }
  }

  /** By row, when the contact had any event last whose name is picked; NaN, or nothing: never. */
  *newestOf(picks: (name: string) => boolean): Steps<Float64Array> {
    const newest = noTimes()
    for (const { name, count } of this.names.list()) {
      if (count === 0 || !picks(name)) continue
      const { at } = (yield* this.of(name)) ?? newest
      for (let row = 0; row < at.values.length; row++) {
        const last = at.get(row)
        if (!Number.isNaN(last)) put(newest, row, last)
      }
      yield
    }
    return newest.at.values
  }

  /** When a contact had each event last, by name. */
  ofOne(contactId: string): Map<string, number> {
    const last = new Map<string, number>()
    for (const row of this.eventKeys.findOthers(contactId)) {
      const had = this.lastOf.get(row)
      const name = had && this.names.nameOf(had.name)
      if (had && name !== undefined) last.set(name, Math.max(last.get(name) ?? had.created, had.created))
    }
    return last
  }

  changed(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if (before !== null || after === null) return
    for (const [number, { late }] of this.kept) {
      late.add(row)
      if (late.size > mostLate) this.kept.delete(number)
    }
    for (const { late } of this.drafts.keys()) late.add(row)
  }

  eventChanged(before: EventColumns | null, after: EventColumns | null): void {
    if (before === null && after?.contact_id != null)
      return this.happened(after.name, after.contact_id, after.created)
    for (const number of [before?.name, after?.name]) {
      if (number === undefined) continue
      this.kept.delete(number)
      for (const [times, of] of this.drafts) if (of === number) this.spoilt.add(times)
    }
  }

  /** Gives the memory back. */
  forget(): void {
    this.kept.clear()
    for (const times of this.drafts.keys()) this.spoilt.add(times)
  }

  private happened(number: number, contactId: string, created: number): void {
    const cached = this.kept.get(number)
    const waiting = [...this.drafts].flatMap(([times, of]) => (of === number ? [times] : []))
    const touched = cached ? [cached, ...waiting] : waiting
    if (touched.length === 0) return
    const row = this.ids.known(contactId)
    for (const times of touched) if (row !== undefined) put(times, row, created)
  }

  private *of(name: string): Steps<Times | null> {
    const [number] = this.names.numbersOf([name])
    if (number === undefined) return null
    for (let attempt = 0; ; attempt++) {
      const times = this.kept.get(number) ?? (yield* this.read(number))
      // An event that is changed while all are read is read again; not for ever, while a sync changes them all.
      if (this.spoilt.delete(times) && attempt < 2) continue
      keepNewest(this.kept, number, times, mostKept)
      this.lookUpLate(number, times)
      return times
    }
  }

  private *read(number: number): Steps<Times> {
    const times = noTimes()
    this.drafts.set(times, number)
    try {
      const find = yield* this.ids.finder(this.names.countOf([number]))
      let at = { created: Number.MAX_SAFE_INTEGER, row: 0 }
      for (;;) {
        const found = this.session.read(() => this.newest.all(number, at.created, at.created, at.row, slice))
        for (const { contact_id, created } of found) {
          const row = contact_id === null ? undefined : find(contact_id)
          if (row !== undefined) put(times, row, created)
        }
        const end = found.at(-1)
        if (!end || found.length < slice) return times
        at = end
        yield
      }
    } finally {
      this.drafts.delete(times)
    }
  }

  private lookUpLate(number: number, times: Times): void {
    if (times.late.size === 0) return
    this.session.read(() => {
      for (const row of times.late) {
        const id = this.idOf.get(row)
        for (const event of id === undefined ? [] : this.eventKeys.findOthers(id)) {
          const had = this.lastOf.get(event)
          if (had?.name === number) put(times, row, had.created)
        }
      }
    })
    times.late.clear()
  }
}

function put(times: Times, row: number, created: number): void {
  if (!(times.at.get(row) >= created) && times.at.set(row, created)) times.changes += 1
}
