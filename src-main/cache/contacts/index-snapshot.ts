import type { Statement } from 'better-sqlite3'
import type { ContactRows } from '../index/api'
import { ContactIndex } from '../index/contact-index'
import type { Session } from '../session'
import type { Steps } from '../steps'

/** Bytes written in one transaction at most, roughly. */
const batchBytes = 1 << 20

/** Parts read between two pauses; a part has a quarter of a megabyte at most. */
const partsAtOnce = 8

/**
 * The index as it was last saved, in the same database and as encrypted as the rows. Every transaction that
 * changes a row which the snapshot covers says so beside it: snapshot and changes together are always the truth,
 * also after a kill. Rows after {@link covers} are simply read again.
 */
export class IndexSnapshot {
  /** The largest row that the snapshot knows; 0 where there is none that can be used. */
  private covers: number
  /** How many changes are noted beside it. */
  private changes: number
  private readonly checksums: Statement<[], [string, number]>
  private readonly part: Statement<[string], Buffer>
  private readonly put: Statement<[string, number, Uint8Array]>
  private readonly drop: Statement<[string]>
  private readonly note: Statement<[number]>
  private readonly cover: Statement<[number]>
  private readonly changedRows: Statement<[], number>

  constructor(private readonly session: Session) {
    const { db } = session
    this.checksums = db.prepare<[], [string, number]>('SELECT name, checksum FROM index_part').raw()
    this.part = db.prepare<[string], Buffer>('SELECT bytes FROM index_part WHERE name = ?').pluck()
    this.put = db.prepare('INSERT OR REPLACE INTO index_part VALUES (?, ?, ?)')
    this.drop = db.prepare('DELETE FROM index_part WHERE name = ?')
    this.note = db.prepare('INSERT OR IGNORE INTO index_change VALUES (?)')
    this.cover = db.prepare('UPDATE meta SET index_covers = ?')
    this.changedRows = db.prepare<[], number>('SELECT row FROM index_change').pluck()
    this.covers = this.readCovers()
    this.changes = this.readChanges()
    session.onRollback(() => {
      this.covers = this.readCovers()
      this.changes = this.readChanges()
    })
  }

  /** Within the transaction that changes a row. */
  changing(row: number): void {
    if (row <= this.covers) this.changes += this.note.run(row).changes
  }

  /** How many rows would have to be read again to bring the snapshot up to date. */
  behind(lastRow: number): number {
    return lastRow - this.covers + this.changes
  }

  /** The saved index, with the rows that must be read again; null where there is none. Its parts are read in slices. */
  *load(): Steps<{ index: ContactIndex; changed: number[]; covers: number } | null> {
    const { covers } = this
    if (covers === 0) return null
    const names = this.session.read(() => this.checksums.all())
    const parts = new Map<string, Uint8Array>()
    for (let at = 0; at < names.length; at += partsAtOnce) {
      for (const [name] of names.slice(at, at + partsAtOnce)) {
        const bytes = this.session.read(() => this.part.get(name))
        if (bytes !== undefined) parts.set(name, bytes)
      }
      yield
    }
    if (this.covers !== covers) return null
    const index = ContactIndex.load((name) => {
      const bytes = parts.get(name) ?? null
      // What was read is copied, so that parts and index are never in memory both whole.
      parts.delete(name)
      return bytes
    })
    return index === null ? null : { index, changed: this.session.read(() => this.changedRows.all()), covers }
  }

  /**
   * Saves an index that is in step with the table, the parts that changed only. Answers false where it changed, or
   * is no longer the current one: what is saved is then good for nothing until it is saved again.
   */
  *save(index: ContactRows, lastRow: number, isCurrent: () => boolean): Steps<boolean> {
    const { session } = this
    const known = new Map(session.read(() => this.checksums.all()))
    const { version } = index
    const isSame = () => index.version === version && isCurrent()
    this.forget()
    const parts = index.serialize()[Symbol.iterator]()
    for (let more = true; more;) {
      if (!isSame()) return false
      session.write(() => {
        for (let written = 0; written < batchBytes;) {
          const next = parts.next()
          if (next.done === true) {
            more = false
            break
          }
          const { name, checksum, bytes } = next.value
          if (known.get(name) !== checksum) {
            this.put.run(name, checksum, bytes)
            written += bytes.length
          }
          known.delete(name)
        }
      })
      yield
    }
    if (!isSame()) return false
    session.write(() => {
      for (const name of known.keys()) this.drop.run(name)
      session.db.exec('DELETE FROM index_change')
      this.cover.run(lastRow)
      this.covers = lastRow
      this.changes = 0
    })
    return true
  }

  /** Within a transaction that deletes every row. */
  clear(): void {
    this.session.db.exec('DELETE FROM index_part; DELETE FROM index_change; UPDATE meta SET index_covers = 0')
    this.covers = 0
    this.changes = 0
  }

  private forget(): void {
    this.session.write(() => {
      this.cover.run(0)
      this.covers = 0
    })
  }

  private readChanges(): number {
    return this.session.db.prepare<[], number>('SELECT count(*) FROM index_change').pluck().get() ?? 0
  }

  private readCovers(): number {
    return this.session.db.prepare<[], number>('SELECT index_covers FROM meta').pluck().get() ?? 0
  }
}
