import { hashOf } from '../../../../core/database/hash'
import type { Session } from '../../../../core/database/session'
import type { OpenAddress } from './api'
import { folded } from './texts'

/** An address's row as lists and the columns read it: `position`, `email`, `ground`, `was`, `at`, `suggestion`, `asked`. */
export type AddressRow = [
  position: number,
  email: string,
  ground: number | null,
  was: number | null,
  at: number | null,
  suggestion: string | null,
  /** The instant of what was known of it; 0: nothing was. */
  asked: number,
]

const from = 'SELECT position, email, ground, was, at, suggestion, asked FROM batch_address WHERE batch = ?'

const statements = (session: Session) => ({
  add: session.db.prepare<[number, number, number, number, string]>(
    'INSERT INTO batch_address (batch, position, hash, state, asked, email) VALUES (?, ?, ?, 0, ?, ?)',
  ),
  hashed: session.tuples<[number, number], [number, string]>(
    // Left to choose, SQLite reads the whole batch by its primary key.
    'SELECT position, email FROM batch_address INDEXED BY batch_address_by_hash WHERE batch = ? AND hash = ?',
  ),
  one: session.tuples<[number, number], AddressRow>(`${from} AND position = ?`),
  after: session.tuples<[number, number, number], AddressRow>(
    `${from} AND position > ? ORDER BY position LIMIT ?`,
  ),
  before: session.tuples<[number, number, number], AddressRow>(
    `${from} AND position < ? ORDER BY position DESC LIMIT ?`,
  ),
  open: session.db.prepare<[number, number, number, number], OpenAddress>(
    `SELECT position, email, asked FROM batch_address
     WHERE batch = ? AND state <> 1 AND (asked, position) > (?, ?) ORDER BY asked, position LIMIT ?`,
  ),
  state: session.column<[number, number], number>(
    'SELECT state FROM batch_address WHERE batch = ? AND position = ?',
  ),
  note: session.db.prepare<(string | number | null)[]>(
    `UPDATE batch_address SET state = 1, ground = ?, was = ?, at = ?, asked = ?, suggestion = ?
     WHERE batch = ? AND position = ?`,
  ),
  again: session.db.prepare<[number, number]>(
    'UPDATE batch_address SET state = 2 WHERE batch = ? AND position = ? AND state = 1',
  ),
  drop: session.db.prepare<[number, number]>('DELETE FROM batch_address WHERE batch = ? AND position > ?'),
  last: session.column<[number], number>(
    'SELECT position FROM batch_address WHERE batch = ? ORDER BY position DESC LIMIT 1',
  ),
  next: session.column<[number], number>(
    'SELECT batch FROM batch_address WHERE batch > ? ORDER BY batch LIMIT 1',
  ),
})

/** What is done with the addresses of batches. */
export type AddressTable = ReturnType<typeof addressTable>

/** Prepares every statement over the addresses of batches. */
export function addressTable(session: Session) {
  const sql = statements(session)
  return {
    add: (batch: number, position: number, email: string, asked: number) =>
      sql.add.run(batch, position, hashOf(folded(email)), asked, email),
    /** The position of an address; undefined where the batch has none such. */
    find(batch: number, email: string): number | undefined {
      const wanted = folded(email)
      return sql.hashed.all(batch, hashOf(wanted)).find(([, held]) => folded(held) === wanted)?.[0]
    },
    get: (batch: number, position: number) => sql.one.get(batch, position),
    after: (batch: number, position: number, limit: number) => sql.after.all(batch, position, limit),
    /** Those before a position, the last first. */
    before: (batch: number, position: number, limit: number) => sql.before.all(batch, position, limit),
    /** Who is to be asked about, after one of them. */
    open(batch: number, after: OpenAddress | null, limit: number): OpenAddress[] {
      const { asked, position } = after ?? { asked: -1, position: 0 }
      const found = sql.open.all(batch, asked, position, limit)
      return found.map((open) => ({ ...open, email: folded(open.email) }))
    },
    /** 0: waits; 1: has its verdict; 2: has one and is to be asked about again. */
    state: (batch: number, position: number) => sql.state.get(batch, position) ?? 1,
    note: (batch: number, [position, , ground, was, at, suggestion]: AddressRow) =>
      sql.note.run(ground, was, at, at, suggestion, batch, position),
    /** Answers false where it is to be asked about already. */
    askAgain: (batch: number, position: number) => sql.again.run(batch, position).changes > 0,
    /** Deletes the addresses after a position. */
    drop: (batch: number, position: number) => sql.drop.run(batch, position),
    /** The last position of a batch; 0 where there is none. */
    last: (batch: number) => sql.last.get(batch) ?? 0,
    nextBatch: (after: number) => sql.next.get(after),
  }
}
