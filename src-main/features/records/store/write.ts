import { tell } from '../../../../src-shared/messages/told'
import { problem } from '../../../core/problems'
import { Rates } from '../../../copying/store/rate'
import { SeenRows } from '../../../copying/store/seen'
import type { Session, Steps } from '../../../core/database/session'
import type { AppliedRecordPages, ApplyRecordPage, ApplyRecordPages, RecordOutcome } from './api'
import type { RecordIndexes } from './indexes'
import type { RecordRuns, StoredRecordRun } from './runs'
import type { SourceCounters, RecordSources } from './sources'
import { beforeText, type RecordTable } from './table'

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

  /** Pages of a run with their bookmarks, whole or not at all, up to the first that came out otherwise than assumed. */
  applyPages({ runId, pages, inFlight }: ApplyRecordPages): AppliedRecordPages {
    return this.session.write(() => {
      const stored = this.runs.must(runId)
      const { run } = stored
      if (run.endedAt !== null) throw problem('cancelled', { why: tell('words.theRunHasEndedItsPage') })
      const source = this.sourceOf(stored)
      const before = source.changes
      const outcomes: RecordOutcome[] = []
      for (const page of pages) {
        const outcome = this.apply(page, stored, source)
        outcomes.push(outcome)
        if (outcome.known !== page.assumed.known || outcome.fresh !== page.assumed.fresh) break
      }
      this.seen.flush()
      if (source.changes > before) this.sources.write(source)
      run.received = stored.seen
      run.inFlight = inFlight
      run.rate = this.rates.note(run.id, this.session.monotonic(), run.received)
      this.runs.write(stored)
      return { outcomes, run, rows: source.rows, revision: source.revision }
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

  /** Stores a page, and notes in its run what came of it. */
  private apply(page: ApplyRecordPage, stored: StoredRecordRun, source: SourceCounters): RecordOutcome {
    const { run } = stored
    const read = setsOf(run.id, page.pass)
    const known = this.isKnown(source, page.ids[0], read)
    const met = known || !page.anchored
    let fresh = 0
    let likelyNew = false
    for (const [index, id] of page.ids.entries()) {
      const { row, effect } = this.put(source, { id, raw: page.texts[index] ?? '', likelyNew })
      likelyNew = effect === 'added'
      run[effect] += 1
      if (this.seen.mark(setsOf(run.id, 0), row, true)) stored.seen += 1
      // A page beyond a gap says nothing of what lies before it: it would hide the gap from the next one.
      if (met && this.seen.mark(read, row, true)) fresh += 1
    }
    run.pages += 1
    run.drift = page.drift
    if (page.expected !== null) run.expected = page.expected
    stored.bookmark = met ? page.bookmark : page.otherwise
    return { known, fresh }
  }

  private isKnown(source: SourceCounters, id: string | undefined, read: number): boolean {
    const stored = id === undefined ? undefined : this.table.find(source.number, id)
    return stored !== undefined && this.seen.has(read, stored.row)
  }

  /** `likelyNew`: it is added without a look whether it is there, which is one look less where it is not. */
  private put(
    source: SourceCounters,
    { id, raw, likelyNew }: { id: string; raw: string; likelyNew: boolean },
  ): { row: number; effect: WriteEffect } {
    const now = this.session.now()
    const times = { first: now, changed: now, change: source.changes + 1 }
    const add = () => this.table.add({ source: source.number, id, raw, ...times })
    const early = likelyNew ? add() : null
    const before = early === null ? this.table.find(source.number, id) : undefined
    if (before?.raw === raw) return { row: before.row, effect: 'unchanged' }
    if (before) this.table.change(before.row, { ...times, raw }, beforeText(before, { raw }))
    const row = early ?? before?.row ?? add()
    if (row === null) throw new Error('The record was neither there nor could be added.')
    source.changes = times.change
    if (!before) source.rows += 1
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
