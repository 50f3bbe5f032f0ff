import type { IndexedContact } from '../../../core/index/indexed'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type { RecordQuery } from '../../../../src-shared/bridge/records'
import type { ContactRows } from '../../../core/index/api'
import { IndexSnapshot, type PickedSets, snapshots } from '../../contacts/store'
import { ContactIndex } from '../../../core/index/contact-index'
import { importRows, pickedRows } from '../../../core/index/named-rows'
import { RowSet } from '../../../core/index/row-set'
import type { Session, Steps } from '../../../core/database/session'
import { contactQueryOf, sinceGroup } from './query'
import type { SourceCounters } from './sources'
import { changedAtOf, fieldsOf, type RecordTable, type StoredRecord } from './table'

/** Records read between two pauses while an index is built: a few milliseconds. */
const slice = 200

/** Fewer rows than these are read again at once rather than saved: half a second's work. */
const worthSaving = 50_000

/** After this long without a question an index is let go, in milliseconds. */
const idle = 120_000

type IndexedRecord = Pick<StoredRecord, 'id' | 'raw' | 'changed'>

interface OpenRecordIndex {
  /** Whole, and in step with the table; null while it is made. */
  index: ContactRows | null
  draft: ContactRows | null
  making: Steps<void> | null
  usedAt: number
  since: { key: string; rows: RowSet } | null
}

/**
 * The indexes over the records of each source: the same as over contacts, an id where they have an address. One is
 * loaded when somebody first searches, filters or sorts (from its snapshot, else built from the rows in slices), follows
 * every commit, and is let go when idle: the order of reading does without it.
 */
export class RecordIndexes {
  private readonly kept = new Map<number, OpenRecordIndex>()
  private readonly snapshots = new Map<number, IndexSnapshot>()
  private readonly storeOf: ReturnType<typeof snapshots>

  constructor(
    private readonly session: Session,
    private readonly table: RecordTable,
    private readonly sets: PickedSets,
  ) {
    this.storeOf = snapshots(session, 'record_')
    session.onRollback(() => this.kept.clear())
  }

  /** The index of a source, when it is there, knowing whom the query means. */
  *ready(source: SourceCounters): Steps<ContactRows> {
    for (;;) {
      const entry = this.of(source.number)
      entry.usedAt = this.session.monotonic()
      if (entry.index) return entry.index
      entry.making ??= this.make(source.number, entry)
      const { making } = entry
      if (making.next().done === true) entry.making = null
      else yield
    }
  }

  /** The rows that a query shows, in its order. The array is not to be written to. */
  *select(source: SourceCounters, query: RecordQuery, upTo: number): Steps<Int32Array> {
    const index = yield* this.asked(source, query, upTo)
    return index.select(contactQueryOf(query), this.session.now())
  }

  /** The index, with the rows of "since the last time" and those picked said where the query is about them. */
  *asked(source: SourceCounters, query: RecordQuery, upTo: number): Steps<ContactRows> {
    const { sinceLast, among } = query
    const picked = among === undefined ? null : yield* this.picked(source, among)
    const index = yield* this.ready(source)
    if (sinceLast) index.among(importRows(sinceGroup), this.since(source, upTo))
    if (among !== undefined && picked !== null) index.among(pickedRows(among), picked)
    return index
  }

  /** The rows that are picked of a source, not to be written to. */
  picked(source: SourceCounters, picked: PickedRows): Steps<RowSet> {
    return this.sets.rows(picked, {
      revision: `${source.number} ${source.revision}`,
      find: (id) => this.session.read(() => this.table.find(source.number, id)?.row),
    })
  }

  /** Within the transaction that changes a row: the index follows once it is committed. */
  changing(source: number, row: number, record: IndexedRecord | null): void {
    this.snapshotOf(source).changing(row)
    // None is begun within a transaction: where there is none, nothing needs to follow.
    if (!this.kept.has(source)) return
    this.session.afterCommit(() => {
      const entry = this.kept.get(source)
      const rows = entry?.index ?? entry?.draft
      if (!rows) return
      if (record === null) rows.delete(row)
      else rows.set(row, indexed(record))
    })
  }

  /** Whether the snapshot of a source has fallen so far behind that loading it would be felt. */
  needsSaving({ number, rows }: SourceCounters): boolean {
    if (rows <= worthSaving) return false
    // Rows are numbered across sources: those of others may lie between.
    return Math.min(rows, this.snapshotOf(number).behind(this.table.lastRowOf(number))) > worthSaving
  }

  /** Makes the index of a source where need be, and saves it. */
  *save(source: SourceCounters): Steps<void> {
    const { number } = source
    const rows = yield* this.ready(source)
    const lastRow = this.table.lastRowOf(number)
    // The source may have been removed meanwhile.
    if (lastRow === 0) return
    yield* this.snapshotOf(number).save(rows, lastRow, () => this.kept.get(number)?.index === rows)
  }

  /** Within the transaction that deletes every record of a source. */
  clear(source: number): void {
    this.kept.delete(source)
    this.snapshotOf(source).clear()
  }

  /** Lets go of what nobody asked for lately. */
  relax(): void {
    const now = this.session.monotonic()
    for (const [source, { usedAt, making }] of this.kept) {
      if (making === null && now - usedAt > idle) this.kept.delete(source)
    }
  }

  private snapshotOf(source: number): IndexSnapshot {
    const known = this.snapshots.get(source)
    if (known) return known
    const made = new IndexSnapshot(this.session, this.storeOf(source))
    this.snapshots.set(source, made)
    return made
  }

  private of(source: number): OpenRecordIndex {
    const known = this.kept.get(source)
    if (known) return known
    const made: OpenRecordIndex = { index: null, draft: null, making: null, usedAt: 0, since: null }
    this.kept.set(source, made)
    return made
  }

  private since(source: SourceCounters, upTo: number): RowSet {
    const entry = this.of(source.number)
    const key = `${source.revision} ${upTo}`
    if (entry.since?.key !== key) {
      const rows = new RowSet(0)
      for (const row of this.table.since(source.number, upTo)) rows.add(row)
      entry.since = { key, rows }
    }
    return entry.since.rows
  }

  private *make(source: number, kept: OpenRecordIndex): Steps<void> {
    const saved = yield* this.snapshotOf(source).load()
    const draft = saved?.index ?? ContactIndex.empty()
    draft.readFrom((row) => {
      const stored = this.session.read(() => this.table.get(row))
      return stored === undefined ? null : JSON.stringify(fieldsOf(stored))
    })
    kept.draft = draft
    // What changes meanwhile goes into the draft too, so reading a row twice does no harm.
    const changed = saved?.changed ?? []
    for (let at = 0; at < changed.length; at += slice) {
      for (const row of changed.slice(at, at + slice)) {
        const stored = this.session.read(() => this.table.get(row))
        // Its number may have gone to a record of another source.
        if (stored?.source === source) draft.set(row, indexed(stored))
        else draft.delete(row)
      }
      yield
    }
    for (let last = saved?.covers ?? 0; ;) {
      const found = this.session.read(() => this.table.after(source, last, slice))
      for (const stored of found) {
        draft.set(stored.row, indexed(stored))
        last = stored.row
      }
      if (found.length < slice) break
      yield
    }
    kept.index = draft
    kept.draft = null
  }
}

function indexed({ id, raw, changed }: IndexedRecord): IndexedContact {
  const data = fieldsOf({ raw })
  return { email: id, subscribed: false, created: null, updated: changedAtOf(data, changed), data }
}
