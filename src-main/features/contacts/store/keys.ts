import type { Statement } from 'better-sqlite3'
import { hashOf } from '../../../core/database/hash'
import { RowChains } from '../../../core/database/row-chains'
import { RowHash } from '../../../core/database/row-hash'
import { SortedHashes } from '../../../core/database/sorted-hashes'
import type { Session } from '../../../core/database/session'

interface KeyedTable {
  readonly table: 'contact' | 'event'
  /** The second column by which rows are found; it may repeat and be null. */
  readonly other: 'email' | 'contact_id'
  readonly otherTable: 'contact_email_key' | 'event_contact_key'
  /** How the second column is compared: addresses fold case. */
  readonly fold: (text: string) => string
}

/** Rows read or keys written between two pauses of {@link Keys.build}: about 3 ms. */
const slice = 2000

/**
 * Finds rows by the service's id, and by a second column, through tables of 32-bit hashes. Where a first load
 * begins with an empty table, these tables are left alone and the hashes of the ids are kept in memory
 * ("bare"), because random keys would be most of what is written; {@link build} fills them once, in order.
 *
 * A hash only points: every answer was compared with the row itself, so that a stale entry does no harm.
 */
export class Keys {
  private memory: RowHash | null = null
  private chains: RowChains | null = null
  private bare: boolean
  private building = false
  private epoch = 0
  private readonly idOf: Statement<[number], string>
  private readonly otherOf: Statement<[number], string | null>
  private readonly stored: Statement<[number], number>
  private readonly storedOther: Statement<[number], number>
  private readonly put: Statement<[number, number]>
  private readonly putOther: Statement<[number, number]>
  private readonly drop: Statement<[number, number]>
  private readonly dropOther: Statement<[number, number]>

  constructor(
    private readonly session: Session,
    private readonly spec: KeyedTable,
  ) {
    const { db } = session
    const { table, other, otherTable } = spec
    this.idOf = session.column(`SELECT id FROM ${table} WHERE row = ?`)
    this.otherOf = session.column(`SELECT ${other} FROM ${table} WHERE row = ?`)
    this.stored = session.column(`SELECT row FROM ${table}_key WHERE hash = ?`)
    this.storedOther = session.column(`SELECT row FROM ${otherTable} WHERE hash = ?`)
    this.put = db.prepare(`INSERT OR IGNORE INTO ${table}_key VALUES (?, ?)`)
    this.putOther = db.prepare(`INSERT OR IGNORE INTO ${otherTable} VALUES (?, ?)`)
    this.drop = db.prepare(`DELETE FROM ${table}_key WHERE hash = ? AND row = ?`)
    this.dropOther = db.prepare(`DELETE FROM ${otherTable} WHERE hash = ? AND row = ?`)
    this.bare = this.readBare()
    session.onRollback(() => {
      this.memory = null
      this.chains = null
      this.bare = this.readBare()
    })
  }

  /** Whether the key tables wait for {@link build}. */
  get isBare(): boolean {
    return this.bare
  }

  /** Within a transaction that finds the table empty: leaves the key tables for the end of the load. */
  enterBare(): void {
    this.empty()
    this.session.db.exec(`UPDATE meta SET ${this.spec.table}s_keyed = 0`)
    this.bare = true
    this.memory = new RowHash()
    this.chains = null
  }

  /** Within a transaction that empties the table. */
  clear(): void {
    this.empty()
    this.session.db.exec(`UPDATE meta SET ${this.spec.table}s_keyed = 1`)
    this.bare = false
    this.memory = null
    this.chains = null
    this.epoch += 1
  }

  /** The row of an id. */
  find(id: string): number | undefined {
    const hash = hashOf(id)
    const is = (row: number) => this.idOf.get(row) === id
    if (this.bare) return this.inMemory().find(hash, is)
    const rows = this.stored.all(hash)
    return rows.find(is)
  }

  /** The rows whose second column is this, in no order. During a first load the first question reads the whole table. */
  findOthers(text: string): number[] {
    const { fold } = this.spec
    const folded = fold(text)
    const is = (held: string | null | undefined) => held != null && fold(held) === folded
    if (!this.bare) return this.storedOther.all(hashOf(folded)).filter((row) => is(this.otherOf.get(row)))
    return [...new Set(this.inChains().rows(hashOf(folded)))].filter((row) => is(this.otherOf.get(row)))
  }

  /** Within the transaction that adds the row. */
  added(row: number, id: string, other: string | null): void {
    if (this.bare) this.inMemory().add(hashOf(id), row)
    this.chain(row, other)
    if (this.bare && !this.building) return
    this.put.run(hashOf(id), row)
    if (other !== null) this.putOther.run(hashOf(this.spec.fold(other)), row)
  }

  /** Within the transaction that changes the second column of a row. */
  changed(row: number, before: string | null, after: string | null): void {
    if (before === after) return
    // A chain holds a row once; a row that is in the wrong one is not found, so all are made anew when asked for.
    this.chains = null
    if (this.bare && !this.building) return
    if (before !== null) this.dropOther.run(hashOf(this.spec.fold(before)), row)
    if (after !== null) this.putOther.run(hashOf(this.spec.fold(after)), row)
  }

  /** Within the transaction that deletes the row. */
  removed(row: number, id: string, other: string | null): void {
    if (this.bare) this.memory?.remove(hashOf(id), row)
    if (this.bare && !this.building) return
    this.drop.run(hashOf(id), row)
    if (other !== null) this.dropOther.run(hashOf(this.spec.fold(other)), row)
  }

  /** Fills the key tables after a first load, yielding every few milliseconds. May be left off and begun again. */
  *build(): Generator<void> {
    if (!this.bare || this.building) return
    const { session } = this
    const { epoch } = this
    const stale = () => epoch !== this.epoch || !this.bare
    this.building = true
    try {
      session.write(() => this.empty())
      const gathered = yield* this.gather(stale)
      for (const [hashes, put] of [
        [gathered.ids, this.put],
        [gathered.others, this.putOther],
      ] as const) {
        yield* hashes.sort()
        for (let from = 0; from < hashes.length && !stale(); from += slice) {
          session.write(() => {
            const to = Math.min(from + slice, hashes.length)
            for (let at = from; at < to; at += 1) put.run(hashes.hashAt(at), hashes.rowAt(at))
          })
          yield
        }
      }
      if (stale()) return
      session.write(() => session.db.exec(`UPDATE meta SET ${this.spec.table}s_keyed = 1`))
      this.bare = false
      this.memory = null
      this.chains = null
    } finally {
      this.building = false
    }
  }

  private *gather(stale: () => boolean): Generator<void, { ids: SortedHashes; others: SortedHashes }> {
    const { table, other, fold } = this.spec
    const expected = this.session.counters[`${table}s`]
    const ids = new SortedHashes(expected)
    const others = new SortedHashes(expected)
    const next = this.session.tuples<[number, number], [number, string, string | null]>(
      `SELECT row, id, ${other} FROM ${table} WHERE row > ? ORDER BY row LIMIT ?`,
    )
    for (let last = 0; !stale();) {
      const rows = next.all(last, slice)
      for (const [row, id, held] of rows) {
        ids.add(hashOf(id), row)
        if (held !== null) others.add(hashOf(fold(held)), row)
        last = row
      }
      if (rows.length < slice) break
      yield
    }
    return { ids, others }
  }

  private empty(): void {
    this.session.db.exec(`DELETE FROM ${this.spec.table}_key; DELETE FROM ${this.spec.otherTable}`)
  }

  private readBare(): boolean {
    const keyed = this.session.db.prepare(`SELECT ${this.spec.table}s_keyed FROM meta`).pluck().get()
    return keyed === 0
  }

  /** After a restart in the middle of a first load the hashes are read from the rows, about a second for a million. */
  private inMemory(): RowHash {
    if (this.memory === null) {
      const memory = new RowHash()
      const rows = this.session.tuples<[], [number, string]>(`SELECT row, id FROM ${this.spec.table}`)
      for (const [row, id] of rows.iterate()) memory.add(hashOf(id), row)
      this.memory = memory
    }
    return this.memory
  }

  private chain(row: number, other: string | null): void {
    if (this.chains !== null && other !== null) this.chains.add(hashOf(this.spec.fold(other)), row)
  }

  private inChains(): RowChains {
    if (this.chains === null) {
      const { table, other, fold } = this.spec
      this.chains = new RowChains()
      const rows = this.session.tuples<[], [number, string | null]>(`SELECT row, ${other} FROM ${table}`)
      for (const [row, held] of rows.iterate()) {
        if (held !== null) this.chains.add(hashOf(fold(held)), row)
      }
    }
    return this.chains
  }
}
