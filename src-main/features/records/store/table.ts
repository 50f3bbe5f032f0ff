import type { Statement } from 'better-sqlite3'
import type { Slice } from '../../../../src-shared/bridge/base'
import { NumberedTable } from '../../../core/database/numbered-table'
import { PlaceMarks } from '../../../core/database/place-marks'
import type { Session } from '../../../core/database/session'

/** A record as the table holds it. */
export interface StoredRecord {
  row: number
  source: number
  id: string
  first: number
  changed: number
  change: number
  /** JSON, the id ahead of its other fields: the same as long as the record says the same. */
  raw: string
  /** JSON of what its fields said before it last changed; null while it has not. */
  before: string | null
}

const all = 'row, source, id, first, changed, change, raw, before'

/** Every statement over the table of records. Orders other than that of reading are the index's. */
export class RecordTable extends NumberedTable<StoredRecord> {
  private readonly byId: Statement<[number, string], StoredRecord>
  private readonly adding: Statement<[number, number, string, number, number, number, string]>
  private readonly changing: Statement<[number, number, string, string, number]>
  private readonly slicing: Statement<[number, number, number], StoredRecord>
  private readonly inOrder: Statement<[number, number, number, number], number>
  private readonly backwards: Statement<[number, number, number, number], number>
  private readonly marks = new PlaceMarks<number>()
  private readonly rowsBetween: Statement<[number, number, number], number>
  private readonly ahead: Statement<[number, number], number>
  private readonly changedAfter: Statement<[number, number], number>
  private readonly lastOf: Statement<[number], number | null>

  constructor(session: Session) {
    super(session, 'record', all)
    const { db } = session
    this.byId = db.prepare(`SELECT ${all} FROM record WHERE source = ? AND id = ?`)
    this.adding = db.prepare(
      `INSERT INTO record (${all}) VALUES (?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (source, id) DO NOTHING`,
    )
    this.changing = db.prepare('UPDATE record SET changed = ?, change = ?, raw = ?, before = ? WHERE row = ?')
    this.slicing = db.prepare(`SELECT ${all} FROM record WHERE source = ? AND row > ? ORDER BY row LIMIT ?`)
    const rows = 'SELECT row FROM record INDEXED BY record_by_row WHERE source = ?'
    this.inOrder = session.column(`${rows} AND row > ? ORDER BY row LIMIT ? OFFSET ?`)
    this.backwards = session.column(`${rows} AND row < ? ORDER BY row DESC LIMIT ? OFFSET ?`)
    this.rowsBetween = session.column(`${rows} AND row BETWEEN ? AND ?`)
    this.ahead = session.column(
      'SELECT count(*) FROM record INDEXED BY record_by_row WHERE source = ? AND row < ?',
    )
    this.changedAfter = session.column('SELECT row FROM record WHERE source = ? AND change > ?')
    this.lastOf = session.column('SELECT max(row) FROM record INDEXED BY record_by_row WHERE source = ?')
  }

  find(source: number, id: string): StoredRecord | undefined {
    return this.byId.get(source, id)
  }

  /** Adds a record and returns its row; null where its source has one of this id. */
  add({ source, id, first, changed, change, raw }: Omit<StoredRecord, 'row' | 'before'>): number | null {
    const row = this.nextRow()
    if (this.adding.run(row, source, id, first, changed, change, raw).changes === 0) return null
    this.taken(row)
    return row
  }

  change(row: number, to: Pick<StoredRecord, 'changed' | 'change' | 'raw'>, before: string): void {
    this.changing.run(to.changed, to.change, to.raw, before, row)
  }

  /** The next `limit` records of a source after a row: for reading them all in slices. */
  after(source: number, row: number, limit: number): StoredRecord[] {
    return this.slicing.all(source, row, limit)
  }

  /** Rows by position in the order of reading, which is SQLite's own; `revision` is that of the source. */
  ordered(
    { number, revision }: { number: number; revision: number },
    direction: 'asc' | 'desc',
    { offset, limit }: Slice,
  ): number[] {
    const [statement, beginning] =
      direction === 'asc' ? [this.inOrder, 0] : [this.backwards, Number.MAX_SAFE_INTEGER]
    const start = this.marks.startOf(
      { key: `${number} ${direction}`, version: revision, offset },
      (after, rows) => statement.get(number, after ?? beginning, 1, rows - 1),
    )
    return statement.all(number, start.after ?? beginning, limit, start.skip)
  }

  before(source: number, row: number): number {
    return this.ahead.get(source, row) ?? 0
  }

  /** The rows of a source that exist from one to another, both included. */
  between(source: number, from: number, to: number): number[] {
    return this.rowsBetween.all(source, from, to)
  }

  /** The largest row of a source, 0 where it has none. */
  lastRowOf(source: number): number {
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

/** The longest value that is kept of what a field said before, as JSON. */
const longest = 500

/** What the fields that differ said before, as JSON; null where a field is new. A long value is not kept. */
export function beforeText(before: Pick<StoredRecord, 'raw'>, after: Pick<StoredRecord, 'raw'>): string {
  const was = wholeOf(before)
  const now = wholeOf(after)
  const said = (value: unknown) => JSON.stringify(value ?? null)
  const keys = [...new Set([...Object.keys(was), ...Object.keys(now)])]
  const differ = keys.filter((key) => said(was[key]) !== said(now[key]) && said(was[key]).length <= longest)
  return JSON.stringify(Object.fromEntries(differ.map((key) => [key, was[key] ?? null])))
}

/** When a record changed: as it says itself, in `updatedAt`, else when this copy of it did. */
export function changedAtOf(fields: Record<string, unknown>, changed: number): number {
  const { updatedAt } = fields
  const said =
    typeof updatedAt === 'string' || typeof updatedAt === 'number' ? new Date(updatedAt).getTime() : NaN
  return Number.isFinite(said) && said > 0 ? Math.round(said) : changed
}
