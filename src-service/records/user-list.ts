import type { ServiceDatabase } from '../store/database'
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

type UserTuple = [number, string, string, string, number, number]

/** The list of a database's users, in the order in which they came. */
export function userLister(db: ServiceDatabase): OffsetLister<UserRow> {
  const total = db.prepare<[], number>('SELECT count(*) FROM record_user').pluck()
  const page = db
    .prepare<[number, number], UserTuple>(
      'SELECT seq, name, email, role, active, created_at FROM record_user ORDER BY seq LIMIT ? OFFSET ?',
    )
    .raw()
  return (skip, limit) => ({
    rows: page.all(limit, skip).map(([seq, name, email, role, active, createdAt]) => ({
      seq,
      name,
      email,
      role,
      active: active === 1,
      createdAt,
    })),
    total: total.get() ?? 0,
  })
}
