import { named, type ServiceDatabase, statements, type Stored } from '../store/statements'
import type { OffsetLister } from './record-list'

/** Somebody who keeps the records. */
export interface UserRow {
  seq: number
  name: string
  email: string
  role: string
  active: boolean
  /** Milliseconds since 1970. */
  createdAt: number
}

/** The list of a database's users, in the order in which they came. */
export function userLister(db: ServiceDatabase): OffsetLister<UserRow> {
  const sql = statements(db)
  const total = sql.count<[]>('SELECT count(*) FROM record_user')
  const page = sql.rows<[limit: number, skip: number], Stored<UserRow, 'active'>>(
    `SELECT ${named('seq, name, email, role, active, created_at')} FROM record_user ORDER BY seq LIMIT ? OFFSET ?`,
  )
  return sql.snapshot(async (skip, limit) => ({
    rows: (await page(limit, skip)).map((row) => ({ ...row, active: row.active === 1 })),
    total: await total(),
  }))
}
