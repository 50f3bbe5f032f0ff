import { type ServiceDatabase, statements } from '../store/statements'
import { type RecordRow, recordColumns } from './record-rows'

interface OffsetPage<Row> {
  rows: Row[]
  /** Of the whole list. */
  total: number
}

/** Reads `limit` rows after the first `skip`. */
export type OffsetLister<Row> = (skip: number, limit: number) => Promise<OffsetPage<Row>>

/** The lists of a database's records: all of them, and the companies among them. */
export function recordLister(db: ServiceDatabase, list: 'records' | 'companies'): OffsetLister<RecordRow> {
  const sql = statements(db)
  const total = sql.count<[]>(`SELECT coalesce(sum(${list}), 0) FROM record_block`)
  // The block that holds the first row asked for, and how many rows lie before it.
  const blockAt = sql.row<[skip: number], { block: number; before: number }>(
    `SELECT block, before FROM (
       SELECT block, ${list} AS here, sum(${list}) OVER (ORDER BY block) - ${list} AS before FROM record_block
     ) AS blocks WHERE before + here > ? LIMIT 1`,
  )
  const only = list === 'companies' ? "type = 'company' AND" : ''
  const page = sql.rows<[from: number, limit: number, skip: number], RecordRow>(
    `SELECT ${recordColumns} FROM record WHERE ${only} position >= ? ORDER BY position LIMIT ? OFFSET ?`,
  )
  return sql.snapshot(async (skip, limit) => {
    const found = await blockAt(skip)
    const rows = found ? await page(found.block * 2 ** 22, limit, skip - found.before) : []
    return { rows, total: await total() }
  })
}
