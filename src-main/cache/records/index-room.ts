import type { RecordQuery } from '../../../src-shared/bridge/records'
import type { ContactRows, IndexedContact } from '../index/api'
import { ContactIndex } from '../index/contact-index'
import { RowSet } from '../index/row-set'
import type { Session } from '../session'
import type { Steps } from '../steps'
import { contactQueryOf, sinceGroup } from './query'
import type { Source } from './sources'
import { fieldsOf, type RecordTable } from './table'

/** Records read between two pauses while an index is built: a few milliseconds. */
const slice = 200

/** After this long without a question an index is let go, in milliseconds. */
const idle = 120_000

interface Kept {
  /** Whole, and in step with the table; null while it is made. */
  index: ContactRows | null
  draft: ContactRows | null
  making: Steps<void> | null
  usedAt: number
  since: { key: string; rows: RowSet } | null
}

/**
 * The indexes over the records of each source: the same as over contacts, an id where they have an address. One is
 * built from the rows when somebody first searches, filters or sorts, follows every commit, and is let go when idle:
 * the order of reading does without it.
 */
export class RecordIndexes {
  private readonly kept = new Map<number, Kept>()

  constructor(
    private readonly session: Session,
    private readonly table: RecordTable,
  ) {
    session.onRollback(() => this.kept.clear())
  }

  /** The index of a source, when it is there, knowing whom the query means. */
  *ready(source: Source): Steps<ContactRows> {
    for (;;) {
      const kept = this.of(source.number)
      kept.usedAt = this.session.monotonic()
      if (kept.index) return kept.index
      kept.making ??= this.make(source.number, kept)
      const { making } = kept
      if (making.next().done === true) kept.making = null
      else yield
    }
  }

  /** The rows that a query shows, in its order. The array is not to be written to. */
  *select(source: Source, query: RecordQuery, upTo: number): Steps<Int32Array> {
    const index = yield* this.asked(source, query, upTo)
    return index.select(contactQueryOf(query), this.session.now())
  }

  /** The index, with the rows of "since the last time" said where the query is about them. */
  *asked(source: Source, query: RecordQuery, upTo: number): Steps<ContactRows> {
    const index = yield* this.ready(source)
    if (query.sinceLast) index.among(sinceGroup, this.since(source, upTo))
    return index
  }

  /** Within the transaction that changes a row: the index follows once it is committed. */
  changing(source: number, row: number, raw: string | null, id: string): void {
    this.session.afterCommit(() => {
      const kept = this.kept.get(source)
      const rows = kept?.index ?? kept?.draft
      if (!rows) return
      if (raw === null) rows.delete(row)
      else rows.set(row, indexed(id, raw))
    })
  }

  forget(source: number): void {
    this.kept.delete(source)
  }

  /** Lets go of what nobody asked for lately. */
  relax(): void {
    const now = this.session.monotonic()
    for (const [source, { usedAt, making }] of this.kept) {
      if (making === null && now - usedAt > idle) this.kept.delete(source)
    }
  }

  private of(source: number): Kept {
    const known = this.kept.get(source)
    if (known) return known
    const made: Kept = { index: null, draft: null, making: null, usedAt: 0, since: null }
    this.kept.set(source, made)
    return made
  }

  private since(source: Source, upTo: number): RowSet {
    const kept = this.of(source.number)
    const key = `${source.revision} ${upTo}`
    if (kept.since?.key !== key) {
      const rows = new RowSet(0)
      for (const row of this.table.since(source.number, upTo)) rows.add(row)
      kept.since = { key, rows }
    }
    return kept.since.rows
  }

  private *make(source: number, kept: Kept): Steps<void> {
    const draft = ContactIndex.empty()
    kept.draft = draft
    // What changes meanwhile goes into the draft too, so reading a row twice does no harm.
    for (let last = 0; ;) {
      const found = this.session.read(() => this.table.after(source, last, slice))
      for (const { row, id, raw } of found) {
        draft.set(row, indexed(id, raw))
        last = row
      }
      if (found.length < slice) break
      yield
    }
    kept.index = draft
    kept.draft = null
  }
}

function indexed(id: string, raw: string): IndexedContact {
  return { email: id, subscribed: false, created: null, updated: null, data: fieldsOf({ raw }) }
}
