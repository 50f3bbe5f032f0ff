import type { Statement } from 'better-sqlite3'
import type { Session } from '../../core/database/session'

/** A chunk covers 4,096 rows in 512 bytes, so that a page of a run writes one or two of them. */
const chunkBits = 12
const chunkBytes = 1 << (chunkBits - 3)

/**
 * Which rows a run has seen, a bit a row, kept apart from the rows so that an unchanged one is not written
 * again. Changed bits are held in memory until {@link flush}, in the same transaction.
 */
export class SeenRows {
  private readonly chunks = new Map<number, Map<number, Uint8Array>>()
  private readonly dirty = new Map<string, [run: number, chunk: number]>()
  private readonly load: Statement<[number, number], Buffer>
  private readonly save: Statement<[number, number, Uint8Array]>
  private readonly erase: Statement<[number]>

  /** `table`: where the bits are kept; columns `run`, `chunk` and `bits`. */
  constructor(session: Session, table: 'run_seen' | 'record_seen' = 'run_seen') {
    const { db } = session
    this.load = session.column(`SELECT bits FROM ${table} WHERE run = ? AND chunk = ?`)
    this.save = db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`)
    this.erase = db.prepare(`DELETE FROM ${table} WHERE run = ?`)
    session.onRollback(() => this.clear())
  }

  /** Throws away what is held in memory. */
  clear(): void {
    this.chunks.clear()
    this.dirty.clear()
  }

  has(run: number, row: number): boolean {
    const bits = this.chunk(run, row >>> chunkBits)
    return (((bits[(row >>> 3) & (chunkBytes - 1)] ?? 0) >>> (row & 7)) & 1) === 1
  }

  /** Sets or clears the bit of a row; answers whether it changed. */
  mark(run: number, row: number, seen: boolean): boolean {
    if (this.has(run, row) === seen) return false
    const number = row >>> chunkBits
    const bits = this.chunk(run, number)
    const byte = (row >>> 3) & (chunkBytes - 1)
    bits[byte] = (bits[byte] ?? 0) ^ (1 << (row & 7))
    this.dirty.set(`${run} ${number}`, [run, number])
    return true
  }

  /** Writes the changed chunks. */
  flush(): void {
    for (const [run, number] of this.dirty.values()) this.save.run(run, number, this.chunk(run, number))
    this.dirty.clear()
  }

  /** Forgets what a run saw. */
  drop(run: number): void {
    this.erase.run(run)
    this.chunks.delete(run)
    for (const [key, [owner]] of this.dirty) if (owner === run) this.dirty.delete(key)
  }

  private chunk(run: number, number: number): Uint8Array {
    let chunks = this.chunks.get(run)
    if (chunks === undefined) this.chunks.set(run, (chunks = new Map()))
    let bits = chunks.get(number)
    if (bits === undefined) {
      const stored = this.load.get(run, number)
      bits = stored === undefined ? new Uint8Array(chunkBytes) : new Uint8Array(stored)
      chunks.set(number, bits)
    }
    return bits
  }
}
