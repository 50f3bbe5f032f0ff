import type { Statement } from 'better-sqlite3'
import type { ManagedRecord } from '../../../../src-shared/interface/record'
import type { Session } from '../../../core/database/session'

/** A record as the table holds it. */
export interface StoredRecord {
  row: number
  source: number
  id: string
  first: number
  changed: number
  change: number
  /** JSON, the id included. */
  raw: string
}

const all = 'row, source, id, first, changed, change, raw'

/** Every statement over the table of records. Orders other than that of reading are the index's. */
export class RecordTable {
  private readonly one: Statement<[number], StoredRecord>
  private readonly byId: Statement<[number, string], StoredRecord>
  private readonly adding: Statement<[StoredRecord]>
  private readonly changing: Statement<[number, number, string, number]>
  private readonly deleting: Statement<[number]>
  private readonly slicing: Statement<[number, number, number], StoredRecord>
  private readonly inOrder: Statement<[number, number, number], number>
  private readonly backwards: Statement<[number, number, number], number>
  private readonly rowsBetween: Statement<[number, number, number], number>
  private readonly ahead: Statement<[number, number], number>
  private readonly changedAfter: Statement<[number, number], number>
  private readonly lastOf: Statement<[number], number | null>
  private readonly last: Statement<[], number | null>
  private next: number | null = null

  constructor(session: Session) {
    const { db } = session
    this.one = db.prepare(`SELECT ${all} FROM record WHERE row = ?`)
    this.byId = db.prepare(`SELECT ${all} FROM record WHERE source = ? AND id = ?`)
    this.adding = db.prepare(
      `INSERT INTO record (${all}) VALUES (@row, @source, @id, @first, @changed, @change, @raw)`,
    )
    this.changing = db.prepare('UPDATE record SET changed = ?, change = ?, raw = ? WHERE row = ?')
    this.deleting = db.prepare('DELETE FROM record WHERE row = ?')
    this.slicing = db.prepare(`SELECT ${all} FROM record WHERE source = ? AND row > ? ORDER BY row LIMIT ?`)
    const rows = 'SELECT row FROM record INDEXED BY record_by_row WHERE source = ?'
    this.inOrder = session.column(`${rows} ORDER BY row LIMIT ? OFFSET ?`)
    this.backwards = session.column(`${rows} ORDER BY row DESC LIMIT ? OFFSET ?`)
    this.rowsBetween = session.column(`${rows} AND row BETWEEN ? AND ?`)
    this.ahead = session.column(
      'SELECT count(*) FROM record INDEXED BY record_by_row WHERE source = ? AND row < ?',
    )
    this.changedAfter = session.column('SELECT row FROM record WHERE source = ? AND change > ?')
    this.lastOf = session.column('SELECT max(row) FROM record INDEXED BY record_by_row WHERE source = ?')
    this.last = session.column('SELECT max(row) FROM record')
  }

  get(row: number): StoredRecord | undefined {
    return this.one.get(row)
  }

  /** Those of these rows that exist, in the order asked. */
  getAll(rows: Iterable<number>): StoredRecord[] {
    return Array.from(rows).flatMap((row) => this.one.get(row) ?? [])
  }

  find(source: number, id: string): StoredRecord | undefined {
    return this.byId.get(source, id)
  }

  /** Adds a record and returns its row. Rows only grow while the cache is open: a frozen selection must not meet another record. */
  add(record: Omit<StoredRecord, 'row'>): number {
    const row = (this.next ??= (this.last.get() ?? 0) + 1)
    this.adding.run({ ...record, row })
    this.next = row + 1
    return row
  }

  change(row: number, to: Pick<StoredRecord, 'changed' | 'change' | 'raw'>): void {
    this.changing.run(to.changed, to.change, to.raw, row)
  }

  remove(row: number): void {
    this.deleting.run(row)
  }

  /** The next `limit` records of a source after a row: for reading them all in slices. */
  after(source: number, row: number, limit: number): StoredRecord[] {
    return this.slicing.all(source, row, limit)
  }

  /** Rows by position in the order of reading, which is SQLite's own. */
  ordered(source: number, direction: 'asc' | 'desc', offset: number, limit: number): number[] {
    const statement = direction === 'asc' ? this.inOrder : this.backwards
    return statement.all(source, limit, offset)
  }

  /** How many rows of a source come before one. */
  before(source: number, row: number): number {
    return this.ahead.get(source, row) ?? 0
  }

  /** The rows of a source that exist from one to another, both included. */
  between(source: number, from: number, to: number): number[] {
    return this.rowsBetween.all(source, from, to)
  }

  /** The largest row of a source, 0 where it has none. */
  lastRow(source: number): number {
    return this.lastOf.get(source) ?? 0
  }

  /** Rows that are new or changed after a change. */
  since(source: number, change: number): number[] {
    return this.changedAfter.all(source, change)
  }
}

/** A record's fields without its id. */
export function fieldsOf({ raw }: Pick<StoredRecord, 'raw'>): Record<string, unknown> {
  const fields = wholeOf({ raw })
  delete fields['id']
  return fields
}

/** The whole record as the service sent it. */
export function wholeOf({ raw }: Pick<StoredRecord, 'raw'>): Record<string, unknown> {
  // Written by this program from an object: nothing else can be in it.
  return JSON.parse(raw) as Record<string, unknown>
}

/** What a record says, as text that is the same as long as it says the same. */
export function textOf(record: ManagedRecord): string {
  return JSON.stringify(record)
}
