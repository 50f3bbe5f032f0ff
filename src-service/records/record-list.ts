import type { ServiceDatabase } from '../store/database'
import { type RecordRow, type RecordTuple, recordColumns, recordRow } from './record-rows'

/** A part of a list by offset. */
export interface OffsetPage<Row> {
  rows: Row[]
  /** Of the whole list. */
  total: number
}

/** Reads `limit` rows after the first `skip`. */
export type OffsetLister<Row> = (skip: number, limit: number) => OffsetPage<Row>

/** The lists of a database's records: all of them, and the companies among them. */
export function recordLister(db: ServiceDatabase, list: 'records' | 'companies'): OffsetLister<RecordRow> {
  const total = db.prepare<[], number>(`SELECT coalesce(sum(${list}), 0) FROM record_block`).pluck()
  // The block that holds the first row asked for, and how many rows lie before it.
  const blockAt = db
    .prepare<[number], [number, number]>(
      `SELECT block, before FROM (
         SELECT block, ${list} AS here, sum(${list}) OVER (ORDER BY block) - ${list} AS before FROM record_block
       ) WHERE before + here > ? LIMIT 1`,
    )
    .raw()
  const only = list === 'companies' ? "type = 'company' AND" : ''
  const page = db
    .prepare<[number, number, number], RecordTuple>(
      `SELECT ${recordColumns} FROM record WHERE ${only} position >= ? ORDER BY position LIMIT ? OFFSET ?`,
    )
    .raw()
  return (skip, limit) => {
    const block = blockAt.get(skip)
    const rows = block ? page.all(block[0] * 2 ** 22, limit, skip - block[1]).map(recordRow) : []
    return { rows, total: total.get() ?? 0 }
  }
}
