import type { ContactRows } from '../../../core/index/api'
import { ContactIndex } from '../../../core/index/contact-index'
import type { Session, Steps } from '../../../core/database/session'

/** Bytes written in one transaction at most, roughly. */
const batchBytes = 1 << 20

/** Where a snapshot lies: its parts, the rows noted beside it, and the largest row that it knows. */
export interface SnapshotStore {
  checksums(): [name: string, checksum: number][]
  part(name: string): Uint8Array | undefined
  put(name: string, checksum: number, bytes: Uint8Array): void
  drop(name: string): void
  /** Notes a row as changed. Answers 1 where it was not noted yet, else 0. */
  note(row: number): number
  changed(): number[]
  countChanged(): number
  forgetChanged(): void
  covers(): number
  cover(row: number): void
  /** Deletes all of it. */
  clear(): void
}

/**
 * An index as it was last saved, in the same database and as encrypted as the rows. Every transaction that
 * changes a row which the snapshot covers says so beside it: snapshot and changes together are always the truth,
 * also after a kill. Rows after {@link covers} are simply read again.
 */
export class IndexSnapshot {
  /** The largest row that the snapshot knows; 0 where there is none that can be used. */
  private covers: number
  /** How many changes are noted beside it. */
  private changes: number

  constructor(
    private readonly session: Session,
    private readonly store: SnapshotStore,
  ) {
    this.covers = store.covers()
    this.changes = store.countChanged()
    session.onRollback(() => {
      this.covers = store.covers()
      this.changes = store.countChanged()
    })
  }

  /** Within the transaction that changes a row. */
  changing(row: number): void {
    if (row <= this.covers) this.changes += this.store.note(row)
  }

  /** How many rows would have to be read again to bring the snapshot up to date. */
  behind(lastRow: number): number {
    return lastRow - this.covers + this.changes
  }

  /**
   * The saved index, with the rows that must be read again; null where there is none that can be read. Its parts are read in
   * slices.
   */
  *load(): Steps<{ index: ContactIndex; changed: number[]; covers: number } | null> {
    const { covers } = this
    if (covers === 0) return null
    const index = yield* ContactIndex.load((name) => this.session.read(() => this.store.part(name)) ?? null)
    if (this.covers !== covers) return null
    if (index !== null) return { index, changed: this.session.read(() => this.store.changed()), covers }
    // By their checksums, pieces that cannot be read would be taken for saved.
    this.session.write(() => this.clear())
    return null
  }

  /**
   * Saves an index that is in step with the table, the parts that changed only. Answers false where it changed, or
   * is no longer the current one: what is saved is then good for nothing until it is saved again.
   */
  *save(index: ContactRows, lastRow: number, isCurrent: () => boolean): Steps<boolean> {
    const { session, store } = this
    const known = new Map(session.read(() => store.checksums()))
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
            store.put(name, checksum, bytes)
            written += bytes.length
          }
          known.delete(name)
        }
      })
      yield
    }
    if (!isSame()) return false
    session.write(() => {
      for (const name of known.keys()) store.drop(name)
      store.forgetChanged()
      store.cover(lastRow)
      this.covers = lastRow
      this.changes = 0
    })
    return true
  }

  /** Within a transaction that deletes every row. */
  clear(): void {
    this.store.clear()
    this.covers = 0
    this.changes = 0
  }

  private forget(): void {
    this.session.write(() => {
      this.store.cover(0)
      this.covers = 0
    })
  }
}
