import type { Statement } from 'better-sqlite3'
import { NumberedTable } from '../../../core/database/numbered-table'
import type { Session } from '../../../core/database/session'
import type { ContactColumns, StoredContact } from './record'

const all = 'row, created, updated, subscribed, stored, id, email, data, rest'

/** Looking one up takes as long as reading so many in their order. */
const mostApart = 6

/** Every statement over the table of contacts. Positions and orders are newest.ts and the index. */
export class ContactTable extends NumberedTable<StoredContact> {
  private readonly adding: Statement<
    [number, number, number, number, number, string, string, string, string | null]
  >
  private readonly changing: Statement<
    [number, number, number, number, string, string, string, string | null, number]
  >
  private readonly slicing: Statement<[number, number], StoredContact>
  private readonly rowsBetween: Statement<[number, number], number>
  private readonly dataBetween: Statement<[number, number], [row: number, data: string]>
  private readonly dataOfOne: Statement<[number], string>

  constructor(private readonly session: Session) {
    super(session, 'contact', all)
    const { db } = session
    this.adding = db.prepare(`INSERT INTO contact (${all}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.changing = db.prepare(
      `UPDATE contact SET created = ?, updated = ?, subscribed = ?, stored = ?, id = ?, email = ?, data = ?, rest = ?
       WHERE row = ?`,
    )
    this.slicing = db.prepare(`SELECT ${all} FROM contact WHERE row > ? ORDER BY row LIMIT ?`)
    this.rowsBetween = session.column('SELECT row FROM contact WHERE row BETWEEN ? AND ?')
    this.dataBetween = session.tuples('SELECT row, data FROM contact WHERE row BETWEEN ? AND ?')
    this.dataOfOne = session.column('SELECT data FROM contact WHERE row = ?')
  }

  /** Adds a contact and returns its row. */
  add(record: ContactColumns): number {
    const row = this.newRow()
    const { created, updated, subscribed, id, email, data, rest } = record
    this.adding.run(row, created, updated, subscribed, this.session.now(), id, email, data, rest)
    return row
  }

  change(row: number, record: ContactColumns): void {
    const { created, updated, subscribed, id, email, data, rest } = record
    this.changing.run(created, updated, subscribed, this.session.now(), id, email, data, rest, row)
  }

  /** The next `limit` contacts after a row, by row: for reading them all in slices. */
  after(row: number, limit: number): StoredContact[] {
    return this.slicing.all(row, limit)
  }

  /** The data of these rows, which ascend: in one pass where they lie close together. Absent for who is gone. */
  dataOf(rows: Int32Array): Map<number, string> {
    const [from, to] = [rows[0] ?? 0, rows.at(-1) ?? 0]
    if (to - from < rows.length * mostApart) return new Map(this.dataBetween.all(from, to))
    const found = new Map<number, string>()
    for (const row of rows) {
      const data = this.dataOfOne.get(row)
      if (data !== undefined) found.set(row, data)
    }
    return found
  }

  /** The rows that exist from one to another, both included. */
  between(from: number, to: number): number[] {
    return this.rowsBetween.all(from, to)
  }
}
