import type { Statement } from 'better-sqlite3'
import type { Session } from './session'

/** A table of numbered rows. They only grow while the cache is open: a frozen selection must not meet another record. */
export class NumberedTable<Stored> {
  private readonly one: Statement<[number], Stored>
  private readonly deleting: Statement<[number]>
  private readonly last: Statement<[], number | null>
  private next: number | null = null

  constructor(session: Session, table: string, columns: string) {
    this.one = session.db.prepare(`SELECT ${columns} FROM ${table} WHERE row = ?`)
    this.deleting = session.db.prepare(`DELETE FROM ${table} WHERE row = ?`)
    this.last = session.column(`SELECT max(row) FROM ${table}`)
  }

  get(row: number): Stored | undefined {
    return this.one.get(row)
  }

  /** Those of these rows that exist, in the order asked. */
  getAll(rows: Iterable<number>): Stored[] {
    return Array.from(rows).flatMap((row) => this.one.get(row) ?? [])
  }

  remove(row: number): void {
    this.deleting.run(row)
  }

  /** The largest row in use, 0 in an empty table. */
  lastRow(): number {
    return this.last.get() ?? 0
  }

  /** A row for what is added. */
  protected newRow(): number {
    const row = this.nextRow()
    this.taken(row)
    return row
  }

  /** The row that would be given next, for what may not be added after all; {@link taken} says that it was. */
  protected nextRow(): number {
    return (this.next ??= this.lastRow() + 1)
  }

  protected taken(row: number): void {
    this.next = row + 1
  }
}
