import type { Statement } from 'better-sqlite3'
import type { Session } from '../../../core/database/session'
import type { ContactColumns, StoredContact } from './record'

const all = 'row, created, updated, subscribed, stored, id, email, data, rest'

/** Every statement over the table of contacts. Positions and orders are newest.ts and the index. */
export class ContactTable {
  private readonly one: Statement<[number], StoredContact>
  private readonly adding: Statement<
    [number, number, number, number, number, string, string, string, string | null]
  >
  private readonly changing: Statement<
    [number, number, number, number, string, string, string, string | null, number]
  >
  private readonly deleting: Statement<[number]>
  private readonly slicing: Statement<[number, number], StoredContact>
  private readonly rowsBetween: Statement<[number, number], number>
  private readonly last: Statement<[], number | null>
  private next: number | null = null

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare(`SELECT ${all} FROM contact WHERE row = ?`)
    this.adding = db.prepare(`INSERT INTO contact (${all}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.changing = db.prepare(
      `UPDATE contact SET created = ?, updated = ?, subscribed = ?, stored = ?, id = ?, email = ?, data = ?, rest = ?
       WHERE row = ?`,
    )
    this.deleting = db.prepare('DELETE FROM contact WHERE row = ?')
    this.slicing = db.prepare(`SELECT ${all} FROM contact WHERE row > ? ORDER BY row LIMIT ?`)
    this.last = session.column('SELECT max(row) FROM contact')
    this.rowsBetween = session.column('SELECT row FROM contact WHERE row BETWEEN ? AND ?')
  }

  /** The contact of a row. */
  get(row: number): StoredContact | undefined {
    return this.one.get(row)
  }

  /** Those of these rows that exist, in the order asked. */
  getAll(rows: Iterable<number>): StoredContact[] {
    return Array.from(rows, (row) => this.one.get(row)).filter((contact) => contact !== undefined)
  }

  /** Adds a contact and returns its row. Rows only grow while the cache is open: a frozen selection must not meet another person. */
  add(record: ContactColumns): number {
    const row = this.nextRow()
    const { created, updated, subscribed, id, email, data, rest } = record
    this.adding.run(row, created, updated, subscribed, this.session.now(), id, email, data, rest)
    this.next = row + 1
    return row
  }

  change(row: number, record: ContactColumns): void {
    const { created, updated, subscribed, id, email, data, rest } = record
    this.changing.run(created, updated, subscribed, this.session.now(), id, email, data, rest, row)
  }

  remove(row: number): void {
    this.deleting.run(row)
  }

  /** The next `limit` contacts after a row, by row: for reading them all in slices. */
  after(row: number, limit: number): StoredContact[] {
    return this.slicing.all(row, limit)
  }

  /** The rows that exist from one to another, both included. */
  between(from: number, to: number): number[] {
    return this.rowsBetween.all(from, to)
  }

  /** The largest row in use, 0 in an empty table. */
  lastRow(): number {
    return this.last.get() ?? 0
  }

  private nextRow(): number {
    return (this.next ??= this.lastRow() + 1)
  }
}
