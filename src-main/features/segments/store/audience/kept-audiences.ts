import type { Statement } from 'better-sqlite3'
import { keepNewest } from '../../../../core/keep-newest'
import type { StoredContact, ContactFollower } from '../../../contacts/store'
import { RowSet } from '../../../../core/index/row-set'
import type { Session } from '../../../../core/database/session'
import { packed, unpacked } from './packed-rows'

/** How many audiences are kept; those of the longest unreviewed campaigns go first. At most 125 kB each for a million. */
const mostKept = 200

interface StoredAudience {
  at: number
  people: number
  bits: Buffer
}

/**
 * The people of the last review of each campaign, by row, so that the next one can say who came and who went. A row that
 * is given to another contact (rows of the last contacts are free again after a restart) is taken out of them.
 */
export class KeptAudiences implements ContactFollower {
  /** Those that one contact was asked about: the next is asked about the same. null: nothing is kept. */
  private readonly unpackedOf = new Map<string, RowSet | null>()
  /** The largest row of any of them. */
  private covers: number
  private readonly one: Statement<[string], StoredAudience>
  private readonly put: Statement<[string, number, number, number, Uint8Array]>
  private readonly trim: Statement<[number]>
  private readonly drop: Statement<[string]>
  private readonly covering: Statement<[number], { owner: string; bits: Buffer }>
  private readonly change: Statement<[Uint8Array, string]>

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare('SELECT at, people, bits FROM audience_kept WHERE owner = ?')
    this.put = db.prepare('INSERT OR REPLACE INTO audience_kept VALUES (?, ?, ?, ?, ?)')
    this.trim = db.prepare(
      'DELETE FROM audience_kept WHERE owner IN (SELECT owner FROM audience_kept ORDER BY at DESC LIMIT -1 OFFSET ?)',
    )
    this.drop = db.prepare('DELETE FROM audience_kept WHERE owner = ?')
    this.covering = db.prepare('SELECT owner, bits FROM audience_kept WHERE covers >= ?')
    this.change = db.prepare('UPDATE audience_kept SET bits = ? WHERE owner = ?')
    this.covers = this.largest()
    session.onRollback(() => {
      this.relax()
      this.covers = this.largest()
    })
  }

  /** Keeps the people of an owner instead of those kept before. `at`: milliseconds since 1970. */
  keep(owner: string, rows: Int32Array, at: number): void {
    const set = new RowSet(0)
    let covers = 0
    for (const row of rows) {
      set.add(row)
      covers = Math.max(covers, row)
    }
    this.relax()
    this.session.write(() => {
      this.put.run(owner, at, rows.length, covers, packed(set))
      this.trim.run(mostKept)
      this.covers = Math.max(this.covers, covers)
    })
  }

  /** How many people of now were not kept, and how many that were are gone; null where nothing is kept. */
  compare(owner: string, rows: RowSet): { at: number; added: number; gone: number } | null {
    const stored = this.session.read(() => this.one.get(owner))
    if (stored === undefined) return null
    const both = unpacked(stored.bits).and(rows).count()
    return { at: stored.at, added: rows.count() - both, gone: stored.people - both }
  }

  /** Whether a row is among those kept of an owner; null where nothing is kept. */
  has(owner: string, row: number): boolean | null {
    let set = this.unpackedOf.get(owner)
    if (set === undefined) {
      const stored = this.one.get(owner)
      set = stored ? unpacked(stored.bits) : null
    }
    keepNewest(this.unpackedOf, owner, set, mostKept)
    return set === null ? null : set.has(row)
  }

  /** Gives memory back. */
  relax(): void {
    this.unpackedOf.clear()
  }

  forget(owner: string): void {
    this.relax()
    this.session.write(() => this.drop.run(owner))
  }

  /** Within a transaction that empties the contacts. */
  clear(): void {
    this.session.db.exec('DELETE FROM audience_kept')
    this.relax()
    this.covers = 0
  }

  changing(row: number, before: StoredContact | null): void {
    if (before !== null || row > this.covers) return
    for (const { owner, bits } of this.covering.all(row)) {
      const set = unpacked(bits)
      if (!set.has(row)) continue
      set.remove(row)
      this.relax()
      this.change.run(packed(set), owner)
    }
  }

  private largest(): number {
    return this.session.column<[], number | null>('SELECT max(covers) FROM audience_kept').get() ?? 0
  }
}
