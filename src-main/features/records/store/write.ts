import { tell } from '../../../../src-shared/messages/told'
import type { RecordRun } from '../../../../src-shared/bridge/records'
import type { ManagedRecord } from '../../../../src-shared/interface/record'
import { problem } from '../../../core/problems'
import { Rates } from '../../../copying/store/rate'
import { SeenRows } from '../../../copying/store/seen'
import type { Session, Steps } from '../../../core/database/session'
import type { AppliedRecordPage, ApplyRecordPage } from './api'
import type { RecordIndexes } from './indexes'
import type { RecordRuns, StoredRecordRun } from './runs'
import type { SourceCounters, RecordSources } from './sources'
import { beforeText, textOf, type RecordTable } from './table'

/** Rows deleted in one transaction at most, and looked at between two pauses. */
const batch = 500
const span = 4096

/** A run has room for three sets of rows: what it saw, and what each of its passes read. */
const setsOf = (runId: number, pass: number): number => runId * 4 + pass

type WriteEffect = 'added' | 'changed' | 'unchanged'

/** Every change of the table of records: pages of runs, and what a run that came to its end did not see. */
export class RecordWriter {
  private readonly seen: SeenRows
  private readonly rates = new Rates()

  constructor(
    private readonly session: Session,
    private readonly table: RecordTable,
    private readonly sources: RecordSources,
    private readonly runs: RecordRuns,
    private readonly indexes: RecordIndexes,
  ) {
    this.seen = new SeenRows(session, 'record_seen')
  }

  /** One page of a run with its bookmark, whole or not at all. */
  applyPage(page: ApplyRecordPage): AppliedRecordPage {
    return this.session.write(() => {
      const stored = this.runs.must(page.runId)
      const { run } = stored
      if (run.endedAt !== null) throw problem('cancelled', { why: tell('words.theRunHasEndedItsPage') })
      const source = this.sourceOf(stored)
      const known = this.isKnown(source, page)
      const met = known || !page.anchored
      const rows = this.putAll(source, run, page.records)
      for (const row of rows) if (this.seen.mark(setsOf(run.id, 0), row, true)) stored.seen += 1
      let fresh = 0
      // A page beyond a gap says nothing of what lies before it: it would hide the gap from the next one.
      if (met) for (const row of rows) if (this.seen.mark(setsOf(run.id, page.pass), row, true)) fresh += 1
      this.seen.flush()
      run.pages += 1
      run.received = stored.seen
      run.inFlight = page.shown.inFlight
      run.drift = page.shown.drift
      if (page.expected !== null) run.expected = page.expected
      run.rate = this.rates.note(run.id, this.session.monotonic(), run.received)
      this.runs.write({ ...stored, bookmark: met ? page.bookmark : page.otherwise })
      return { known, fresh, run, rows: source.rows, revision: source.revision }
    })
  }

  /** Deletes what a run did not see, a few hundred rows a transaction. Begun again after a kill it goes on with what is left. */
  *sweep(runId: number): Steps<void> {
    const { source: number } = this.session.read(() => this.runs.must(runId))
    const last = this.table.lastRowOf(number)
    for (let from = 0; from <= last; from += span) {
      const rows = this.session.read(() => this.table.between(number, from, from + span - 1))
      const unseen = rows.filter((row) => !this.seen.has(setsOf(runId, 0), row))
      for (let at = 0; at < unseen.length; at += batch) {
        this.session.write(() => this.removeRows(runId, unseen.slice(at, at + batch)))
        yield
      }
      yield
    }
  }

  /** Within a transaction: lets go of what a run that ended saw. */
  drop(runId: number): void {
    for (const pass of [0, 1, 2]) this.seen.drop(setsOf(runId, pass))
    this.rates.forget(runId)
  }

  private isKnown(source: SourceCounters, { records, runId, pass }: ApplyRecordPage): boolean {
    const [first] = records
    if (!first) return false
    const stored = this.table.find(source.number, first.id)
    return stored !== undefined && this.seen.has(setsOf(runId, pass), stored.row)
  }

  private putAll(source: SourceCounters, run: RecordRun, records: readonly ManagedRecord[]): number[] {
    let wrote = false
    const rows = records.map((record) => {
      const { row, effect } = this.put(source, record)
      run[effect] += 1
      wrote ||= effect !== 'unchanged'
      return row
    })
    if (wrote) this.sources.write(source)
    return rows
  }

  private put(source: SourceCounters, record: ManagedRecord): { row: number; effect: WriteEffect } {
    const raw = textOf(record)
    const { id } = record
    const now = this.session.now()
    const before = this.table.find(source.number, id)
    if (before?.raw === raw) return { row: before.row, effect: 'unchanged' }
    source.changes += 1
    const change = source.changes
    const row =
      before?.row ?? this.table.add({ source: source.number, id, first: now, changed: now, change, raw })
    if (before) this.table.change(row, { changed: now, change, raw }, beforeText(before, record))
    else source.rows += 1
    this.indexes.changing(source.number, row, { id, raw, changed: now })
    return { row, effect: before ? 'changed' : 'added' }
  }

  private removeRows(runId: number, rows: readonly number[]): void {
    const stored = this.runs.must(runId)
    const source = this.sourceOf(stored)
    for (const row of rows) {
      const record = this.table.get(row)
      if (!record) continue
      this.table.remove(row)
      this.indexes.changing(source.number, row, null)
      source.rows -= 1
      stored.run.removed += 1
    }
    this.sources.write(source)
    this.runs.write(stored)
  }

  private sourceOf({ source }: StoredRecordRun): SourceCounters {
    const found = this.sources.byNumber(source)
    if (!found) throw problem('cancelled', { why: tell('records.runs.theConnectionOfThis') })
    return found
  }
}
