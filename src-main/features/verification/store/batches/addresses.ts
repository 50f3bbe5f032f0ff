import type { Statement } from 'better-sqlite3'
import { hashOf } from '../../../../core/database/hash'
import type { Session } from '../../../../core/database/session'
import type { OpenAddress } from './api'
import { folded } from './texts'

/** An address's row as lists and the columns read it: `position`, `email`, `ground`, `was`, `at`, `suggestion`. */
export type AddressRow = [
  position: number,
  email: string,
  ground: number | null,
  was: number | null,
  at: number | null,
  suggestion: string | null,
]

const columns = 'position, email, ground, was, at, suggestion'

/** The verdict of an address, as it is noted. */
export interface Note {
  ground: number
  was: number | null
  at: number
  suggestion: string | null
}

/** Every statement over the addresses of batches. */
export class AddressTable {
  private readonly adding: Statement<[number, number, number, number, string]>
  private readonly hashed: Statement<[number, number], [number, string]>
  private readonly one: Statement<[number, number], AddressRow>
  private readonly slicing: Statement<[number, number, number], AddressRow>
  private readonly back: Statement<[number, number, number], AddressRow>
  private readonly opened: Statement<[number, number, number, number], OpenAddress>
  private readonly stateOf: Statement<[number, number], number>
  private readonly noting: Statement<
    [number, number | null, number | null, number, string | null, number, number]
  >
  private readonly again: Statement<[number, number]>
  private readonly dropping: Statement<[number, number]>
  private readonly highest: Statement<[number], number>
  private readonly following: Statement<[number], number>

  constructor({ db }: Session) {
    this.adding = db.prepare(
      'INSERT INTO batch_address (batch, position, hash, state, asked, email) VALUES (?, ?, ?, 0, ?, ?)',
    )
    this.hashed = db
      .prepare<[number, number], [number, string]>(
        // Left to choose, SQLite reads the whole batch by its primary key.
        'SELECT position, email FROM batch_address INDEXED BY batch_address_by_hash WHERE batch = ? AND hash = ?',
      )
      .raw()
    const from = `SELECT ${columns} FROM batch_address WHERE batch = ?`
    this.one = db.prepare<[number, number], AddressRow>(`${from} AND position = ?`).raw()
    this.slicing = db
      .prepare<[number, number, number], AddressRow>(`${from} AND position > ? ORDER BY position LIMIT ?`)
      .raw()
    this.back = db
      .prepare<[number, number, number], AddressRow>(
        `${from} AND position < ? ORDER BY position DESC LIMIT ?`,
      )
      .raw()
    this.opened = db.prepare(
      `SELECT position, email, asked FROM batch_address
       WHERE batch = ? AND state <> 1 AND (asked, position) > (?, ?) ORDER BY asked, position LIMIT ?`,
    )
    this.stateOf = db
      .prepare<[number, number], number>('SELECT state FROM batch_address WHERE batch = ? AND position = ?')
      .pluck()
    this.noting = db.prepare(
      `UPDATE batch_address SET state = 1, ground = ?, was = ?, at = ?, asked = ?, suggestion = ?
       WHERE batch = ? AND position = ?`,
    )
    this.again = db.prepare(
      'UPDATE batch_address SET state = 2 WHERE batch = ? AND position = ? AND state = 1',
    )
    this.dropping = db.prepare('DELETE FROM batch_address WHERE batch = ? AND position > ?')
    this.highest = db
      .prepare<[number], number>(
        'SELECT position FROM batch_address WHERE batch = ? ORDER BY position DESC LIMIT 1',
      )
      .pluck()
    this.following = db
      .prepare<[number], number>('SELECT batch FROM batch_address WHERE batch > ? ORDER BY batch LIMIT 1')
      .pluck()
  }

  add(batch: number, position: number, email: string, asked: number): void {
    this.adding.run(batch, position, hashOf(folded(email)), asked, email)
  }

  /** The position of an address; undefined where the batch has none such. */
  find(batch: number, email: string): number | undefined {
    const wanted = folded(email)
    return this.hashed.all(batch, hashOf(wanted)).find(([, held]) => folded(held) === wanted)?.[0]
  }

  get(batch: number, position: number): AddressRow | undefined {
    return this.one.get(batch, position)
  }

  /** The next addresses after a position. */
  after(batch: number, position: number, limit: number): AddressRow[] {
    return this.slicing.all(batch, position, limit)
  }

  /** Those before a position, the last first. */
  before(batch: number, position: number, limit: number): AddressRow[] {
    return this.back.all(batch, position, limit)
  }

  /** Who is to be asked about, after one of them. */
  open(batch: number, after: OpenAddress | null, limit: number): OpenAddress[] {
    const { asked, position } = after ?? { asked: -1, position: 0 }
    return this.opened
      .all(batch, asked, position, limit)
      .map((open) => ({ ...open, email: folded(open.email) }))
  }

  /** 0: waits; 1: has its verdict; 2: has one and is to be asked about again. */
  state(batch: number, position: number): number {
    return this.stateOf.get(batch, position) ?? 1
  }

  note(batch: number, position: number, { ground, was, at, suggestion }: Note): void {
    this.noting.run(ground, was, at, at, suggestion, batch, position)
  }

  /** Answers false where it is to be asked about already. */
  askAgain(batch: number, position: number): boolean {
    return this.again.run(batch, position).changes > 0
  }

  /** Deletes the addresses after a position. */
  drop(batch: number, position: number): void {
    this.dropping.run(batch, position)
  }

  /** The last position of a batch; 0 where there is none. */
  last(batch: number): number {
    return this.highest.get(batch) ?? 0
  }

  /** The next batch after one that has addresses. */
  nextBatch(after: number): number | undefined {
    return this.following.get(after)
  }
}
