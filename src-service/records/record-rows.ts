import type { ServiceDatabase } from '../store/database'
import { recordOrder } from './record-order'

/** A record as it is stored. `fields` is JSON text: a list passes it on without parsing it. */
export interface RecordRow {
  seq: number
  type: string
  fields: string
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
}

/** The columns of {@link RecordRow} in the order of {@link recordRow}. */
export const recordColumns = 'seq, type, fields, created_at, updated_at'
/** A row as SQLite gives it, in the order of {@link recordColumns}. */
export type RecordTuple = [number, string, string, number, number]

/** Names a tuple's columns. */
export function recordRow([seq, type, fields, createdAt, updatedAt]: RecordTuple): RecordRow {
  return { seq, type, fields, createdAt, updatedAt }
}

/** What a call says of a record. */
export interface RecordChange {
  type?: string
  /** Merged into what is there; null deletes a field. */
  fields?: Record<string, unknown>
  /** The record it goes before; null for the end. Without it a new record goes to the end and another stays. */
  before?: number | null
}

/** What a change came to: the record, or which of the two that were named is not there. */
export type RecordChanged = RecordRow | 'no record' | 'no place'

/** Writing single records. Lists are in record-list.ts. */
export interface RecordRows {
  create(change: RecordChange): RecordChanged
  update(seq: number, change: RecordChange): RecordChanged
  /** False when there is no such record. */
  remove(seq: number): boolean
}

/** Names that are the record's own: in `fields` they are dropped. */
const ownNames = new Set(['id', 'type', 'createdAt', 'updatedAt'])

/** The records of a database. `now` is milliseconds since 1970. */
export function recordRows(db: ServiceDatabase, now: () => number): RecordRows {
  const order = recordOrder(db)
  const bySeq = db.prepare<[number], RecordTuple>(`SELECT ${recordColumns} FROM record WHERE seq = ?`).raw()
  const insert = db
    .prepare<[number, string, string, number, number], RecordTuple>(
      `INSERT INTO record (position, type, fields, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
       RETURNING ${recordColumns}`,
    )
    .raw()
  const write = db
    .prepare<[string, string, number, number], RecordTuple>(
      `UPDATE record SET type = ?, fields = ?, updated_at = ? WHERE seq = ? RETURNING ${recordColumns}`,
    )
    .raw()
  const setPosition = db.prepare<[number, number]>('UPDATE record SET position = ? WHERE seq = ?')
  const removeRow = db.prepare<[number]>('DELETE FROM record WHERE seq = ?')

  const placeFor = (before: number | null | undefined): number | null =>
    before === null || before === undefined ? order.end() : order.before(before)

  const create = db.transaction(({ type = 'record', fields = {}, before }: RecordChange): RecordChanged => {
    const position = placeFor(before)
    if (position === null) return 'no place'
    const at = now()
    const made = insert.get(position, type, merged('{}', fields), at, at)
    if (!made) throw new Error('The new record was not returned.')
    return recordRow(made)
  })

  const update = db.transaction((seq: number, change: RecordChange): RecordChanged => {
    const found = bySeq.get(seq)
    if (!found) return 'no record'
    const row = recordRow(found)
    if (change.before !== undefined && change.before !== seq) {
      const position = placeFor(change.before)
      if (position === null) return 'no place'
      setPosition.run(position, seq)
    }
    const type = change.type ?? row.type
    const fields = change.fields ? merged(row.fields, change.fields) : row.fields
    if (type === row.type && fields === row.fields) return row
    const written = write.get(type, fields, Math.max(now(), row.createdAt), seq)
    if (!written) throw new Error('The changed record was not returned.')
    return recordRow(written)
  })

  return {
    create: (change) => create.immediate(change),
    update: (seq, change) => update.immediate(seq, change),
    remove: (seq) => removeRow.run(seq).changes === 1,
  }
}

function merged(stored: string, said: Record<string, unknown>): string {
  // What the service stored itself is an object: nothing else writes this column.
  const before: Record<string, unknown> = JSON.parse(stored)
  // A map: whatever a field is called, it is a name and nothing more.
  const fields = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(said)) {
    if (ownNames.has(name)) continue
    if (value === null) fields.delete(name)
    else fields.set(name, value)
  }
  return JSON.stringify(Object.fromEntries(fields))
}
