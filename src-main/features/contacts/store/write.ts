import type { AppliedPage, ApplyPage } from '../../../copying/store/applied-page'
import type { Contact } from '../../../../src-shared/interface/contact'
import type { Keys } from './keys'
import type { RunRegistry } from '../../../copying/store/registry'
import type { Session } from '../../../core/database/session'
import { sameContact, toColumns, type ContactColumns, type StoredContact } from './record'
import type { ContactTable } from './table'

/** What lives in memory, or beside the rows, and follows every change of a contact. */
export interface ContactFollower {
  /** Within the transaction. null: it was not there before, or is not there any more. */
  changing?(row: number, before: StoredContact | null, after: ContactColumns | null): void
  /** Once the transaction is committed. */
  changed?(row: number, before: StoredContact | null, after: ContactColumns | null): void
}

/** Every change of the table of contacts. */
export class ContactWriter {
  private readonly followers: ContactFollower[] = []
  private last = 0

  constructor(
    private readonly session: Session,
    private readonly table: ContactTable,
    private readonly keys: Keys,
    private readonly registry: RunRegistry,
  ) {}

  follow(follower: ContactFollower): void {
    this.followers.push(follower)
  }

  /** One page of a run with its bookmark, whole or not at all. */
  applyPage(page: ApplyPage<Contact>): AppliedPage {
    return this.session.write(() => {
      if (this.session.counters.contacts === 0 && !this.keys.isBare) this.keys.enterBare()
      return this.registry.applyPage(page, (record) => this.put(record))
    })
  }

  /** A record that came as the answer to a write of ours. */
  upsert(record: Contact): void {
    this.session.write(() => {
      const { row } = this.put(record)
      this.registry.markLive('contacts', row, true)
    })
  }

  /** Contacts that the service has changed on our word, without showing them. */
  subscribeAll(ids: readonly string[], subscribed: boolean): void {
    this.session.write(() => {
      for (const id of ids) {
        const row = this.keys.find(id)
        const before = row === undefined ? undefined : this.table.get(row)
        if (row === undefined || before === undefined) continue
        this.registry.markLive('contacts', row, true)
        const fresh = { ...before, subscribed: subscribed ? 1 : 0 }
        if (before.subscribed === fresh.subscribed) continue
        this.table.change(row, fresh)
        this.tell(row, before, fresh)
      }
    })
  }

  /** Contacts that the service no longer has. */
  removeAll(ids: readonly string[]): void {
    this.session.write(() => {
      for (const id of ids) {
        const row = this.keys.find(id)
        if (row !== undefined) this.removeRow(row)
      }
    })
  }

  /** Within a transaction. */
  removeRow(row: number): void {
    const before = this.table.get(row)
    if (before === undefined) return
    this.table.remove(row)
    this.keys.removed(row, before.id, before.email)
    this.registry.markLive('contacts', row, false)
    this.session.counters.contacts -= 1
    this.tell(row, before, null)
  }

  private put(record: Contact): { row: number; effect: 'added' | 'changed' | 'unchanged' } {
    const fresh = toColumns(record)
    const before = this.lookUp(fresh.id)
    if (before === undefined) {
      const row = this.table.add(fresh)
      this.keys.added(row, fresh.id, fresh.email)
      this.session.counters.contacts += 1
      this.last = row
      this.tell(row, null, fresh)
      return { row, effect: 'added' }
    }
    const { row } = before
    this.last = row
    if (sameContact(before, fresh)) return { row, effect: 'unchanged' }
    this.table.change(row, fresh)
    this.keys.changed(row, before.email, fresh.email)
    this.tell(row, before, fresh)
    return { row, effect: 'changed' }
  }

  /**
   * Rows follow the order in which the service lists, so the next record is mostly the next row: that guess
   * spares a search among random keys. While a first load runs there is no next row yet.
   */
  private lookUp(id: string): StoredContact | undefined {
    if (!this.keys.isBare) {
      const guess = this.table.get(this.last + 1)
      if (guess?.id === id) return guess
    }
    const row = this.keys.find(id)
    return row === undefined ? undefined : this.table.get(row)
  }

  private tell(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    this.session.touch()
    for (const follower of this.followers) follower.changing?.(row, before, after)
    this.session.afterCommit(() => {
      for (const follower of this.followers) follower.changed?.(row, before, after)
    })
  }
}
