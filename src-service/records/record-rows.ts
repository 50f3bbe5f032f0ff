import { named, type ServiceDatabase, statements } from '../store/statements'
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

/** The columns of {@link RecordRow}. */
export const recordColumns = named('seq, type, fields, created_at, updated_at')

/** What a call says of a record. */
interface RecordChange {
  type?: string
  /** Merged into what is there; null deletes a field. */
  fields?: Record<string, unknown>
  /** The record it goes before; null for the end. Without it a new record goes to the end and another stays. */
  before?: number | null
}

/** What a change came to: the record, or which of the two that were named is not there. */
export type RecordChanged = RecordRow | 'no record' | 'no place'

/** Names that are the record's own: in `fields` they are dropped. */
const ownNames = new Set(['id', 'type', 'createdAt', 'updatedAt'])

/** Writes single records of a database; lists are in record-list.ts. `now` is milliseconds since 1970. */
export function recordRows(db: ServiceDatabase, now: () => number) {
  const sql = statements(db)
  const order = recordOrder(db)
  const bySeq = sql.row<[seq: number], RecordRow>(`SELECT ${recordColumns} FROM record WHERE seq = ?`)
  const insert = sql.made<
    [position: number, type: string, fields: string, at: number, at: number],
    RecordRow
  >(
    `INSERT INTO record (position, type, fields, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
     RETURNING ${recordColumns}`,
  )
  const write = sql.made<[type: string, fields: string, at: number, seq: number], RecordRow>(
    `UPDATE record SET type = ?, fields = ?, updated_at = ? WHERE seq = ? RETURNING ${recordColumns}`,
  )
  const setPosition = sql.run<[position: number, seq: number]>('UPDATE record SET position = ? WHERE seq = ?')
  const removeRow = sql.run<[seq: number]>('DELETE FROM record WHERE seq = ?')

  const placeFor = async (before: number | null | undefined): Promise<number | null> =>
    before === null || before === undefined ? await order.end() : await order.before(before)

  return {
    create: sql.whole(
      async ({ type = 'record', fields = {}, before }: RecordChange): Promise<RecordChanged> => {
        const position = await placeFor(before)
        if (position === null) return 'no place'
        const at = now()
        return insert(position, type, merged('{}', fields), at, at)
      },
    ),
    update: sql.whole(async (seq: number, change: RecordChange): Promise<RecordChanged> => {
      const row = await bySeq(seq)
      if (!row) return 'no record'
      if (change.before !== undefined && change.before !== seq) {
        const position = await placeFor(change.before)
        if (position === null) return 'no place'
        await setPosition(position, seq)
      }
      const type = change.type ?? row.type
      const fields = change.fields ? merged(row.fields, change.fields) : row.fields
      if (type === row.type && fields === row.fields) return row
      return write(type, fields, Math.max(now(), row.createdAt), seq)
    }),
    /** False when there is no such record. */
    remove: async (seq: number) => (await removeRow(seq)) === 1,
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
