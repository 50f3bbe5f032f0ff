import type { AppliedPage, ApplyPage } from '../../../copying/store/applied-page'
import type { Event } from '../../../../src-shared/interface/event'
import type { Keys } from '../../contacts/store'
import type { RunRegistry } from '../../../copying/store/registry'
import type { Session } from '../../../core/database/session'
import type { EventNames } from './names'
import { sameEvent, toColumns, type EventColumns, type StoredEvent } from './record'
import type { EventTable } from './table'

/** What lives in memory and follows every change of an event. */
export interface EventFollower {
  /** Once the transaction is committed. null: it was not there before, or is not there any more. */
  eventChanged(before: EventColumns | null, after: EventColumns | null): void
}

/** Every change of the tables of events and their names. */
export class EventWriter {
  private readonly followers: EventFollower[] = []
  private last = 0

  constructor(
    private readonly session: Session,
    private readonly table: EventTable,
    private readonly names: EventNames,
    private readonly keys: Keys,
    private readonly registry: RunRegistry,
  ) {}

  follow(follower: EventFollower): void {
    this.followers.push(follower)
  }

  /** One page of a run with its bookmark, whole or not at all. */
  applyPage(page: ApplyPage<Event>): AppliedPage {
    return this.session.write(() => {
      if (this.session.counters.events === 0 && !this.keys.isBare) this.keys.enterBare()
      const applied = this.registry.applyPage(page, (record) => this.put(record))
      this.names.flush()
      return applied
    })
  }

  /** The whole list of names: those it lacks are no longer listed. */
  applyNames({ runId, names }: { runId: number; names: string[] }): AppliedPage {
    return this.session.write(() => {
      const stored = this.registry.open(runId)
      const rows = [...new Set(names)].map((name) => this.names.numberOf(name))
      const added = rows.filter((number) => this.names.setListed(number, true)).length
      const gone = this.names
        .listedBetween(0, this.names.last())
        .filter((number) => !rows.includes(number) && this.names.setListed(number, false)).length
      this.names.flush()
      stored.run.removed += gone
      if (added + gone > 0) this.session.touch()
      const outcome = { rows, added, changed: 0, unchanged: rows.length - added }
      return this.registry.advance(stored, outcome, { bookmark: null, expected: rows.length })
    })
  }

  /** A record that came as the answer to a write of ours. */
  upsert(record: Event): void {
    this.session.write(() => {
      const { row } = this.put(record)
      this.names.flush()
      this.registry.markLive('events', row, true)
    })
  }

  keep(records: readonly Event[]): number {
    return this.session.write(() => {
      const fresh = records.filter(({ id }) => this.lookUp(id) === undefined)
      for (const record of fresh) this.registry.markLive('events', this.put(record).row, true)
      this.names.flush()
      return fresh.length
    })
  }

  /** Lets go of these rows of a name, and lists the name no more. */
  forget(name: string, rows: readonly number[]): void {
    this.session.write(() => {
      for (const row of rows) this.removeRow(row)
      for (const number of this.names.numbersOf([name])) this.names.setListed(number, false)
      this.names.flush()
      this.session.touch()
    })
  }

  /** Within a transaction. */
  removeRow(row: number): void {
    const before = this.table.get(row)
    if (before === undefined) return
    this.table.remove(row)
    this.keys.removed(row, before.id, before.contact_id)
    this.names.count(before.name, -1)
    this.names.flush()
    this.registry.markLive('events', row, false)
    this.session.counters.events -= 1
    this.tell(before, null)
  }

  private put(record: Event): { row: number; effect: 'added' | 'changed' | 'unchanged' } {
    const before = this.lookUp(record.id)
    const fresh = toColumns(record, this.names.numberOf(record.name))
    if (before === undefined) {
      const row = this.table.add(fresh)
      this.keys.added(row, fresh.id, fresh.contact_id)
      this.names.count(fresh.name, 1)
      this.session.counters.events += 1
      this.tell(null, fresh)
      this.last = row
      return { row, effect: 'added' }
    }
    const { row } = before
    this.last = row
    if (sameEvent(before, fresh)) return { row, effect: 'unchanged' }
    this.table.change(row, fresh)
    this.keys.changed(row, before.contact_id, fresh.contact_id)
    if (before.name !== fresh.name) {
      this.names.count(before.name, -1)
      this.names.count(fresh.name, 1)
    }
    this.tell(before, fresh)
    return { row, effect: 'changed' }
  }

  private tell(before: EventColumns | null, after: EventColumns | null): void {
    this.session.touch()
    if (this.followers.length === 0) return
    this.session.afterCommit(() => {
      for (const follower of this.followers) follower.eventChanged(before, after)
    })
  }

  /** Rows follow the order in which the service lists: the next record is mostly the next row. */
  private lookUp(id: string): StoredEvent | undefined {
    if (!this.keys.isBare) {
      const guess = this.table.get(this.last + 1)
      if (guess?.id === id) return guess
    }
    const row = this.keys.find(id)
    return row === undefined ? undefined : this.table.get(row)
  }
}
