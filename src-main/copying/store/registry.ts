import { tell } from '../../../src-shared/messages/told'
import type { AppliedPage, ApplyPage } from './applied-page'
import type { Resource, Run, RunState } from '../../../src-shared/bridge/sync'
import type { Problem } from '../../../src-shared/problem'
import { problem } from '../../core/problems'
import type { Session } from '../../core/database/session'
import { Rates } from './rate'
import { SeenRows } from './seen'
import { RunTable, type StoredRun } from './table'

interface PageOutcome {
  /** The rows of the page's records, in their order. */
  rows: number[]
  added: number
  changed: number
  unchanged: number
}

const ended: readonly RunState[] = ['finished', 'failed', 'cancelled']

/** How runs progress: their counts, what they saw, and where they go on, always in the transaction of a page. */
export class RunRegistry {
  readonly table: RunTable
  readonly seen: SeenRows
  private readonly rates = new Rates()

  constructor(private readonly session: Session) {
    this.table = new RunTable(session)
    this.seen = new SeenRows(session)
  }

  /** Within a transaction: one page of a run with its bookmark, each record by `put`. Rejects as {@link open}. */
  applyPage<T>(
    { runId, records, ...page }: ApplyPage<T>,
    put: (record: T) => { row: number; effect: 'added' | 'changed' | 'unchanged' },
  ): AppliedPage {
    const stored = this.open(runId)
    const outcome: PageOutcome = { rows: [], added: 0, changed: 0, unchanged: 0 }
    for (const record of records) {
      const { row, effect } = put(record)
      outcome.rows.push(row)
      outcome[effect] += 1
    }
    return this.advance(stored, outcome, page)
  }

  /** Within the transaction of a page: refuses it where the run has ended meanwhile. */
  open(runId: number): StoredRun {
    const stored = this.table.must(runId)
    if (ended.includes(stored.run.state))
      throw problem('cancelled', { why: tell('words.theRunHasEndedItsPage') })
    return stored
  }

  /** Within the transaction of a page, after its rows: counts them, marks them seen, and moves the bookmark. */
  advance(
    stored: StoredRun,
    outcome: PageOutcome,
    page: { bookmark: unknown; expected: number | null },
  ): AppliedPage {
    const { run } = stored
    let repeated = 0
    for (const row of outcome.rows) {
      if (this.seen.mark(run.id, row, true)) stored.seen += 1
      else repeated += 1
    }
    this.seen.flush()
    run.pages += 1
    run.received += outcome.rows.length
    run.added += outcome.added
    run.changed += outcome.changed
    run.unchanged += outcome.unchanged
    if (page.expected !== null) run.expected = page.expected
    run.rate = this.rates.note(run.id, this.session.monotonic(), run.received)
    run.secondsLeft = this.secondsLeft(run)
    this.table.write({ ...stored, bookmark: page.bookmark })
    const { added, changed, unchanged } = outcome
    return { added, changed, unchanged, repeated, run }
  }

  /** A record that came outside any run: those under way need not see it again to keep it. */
  markLive(resource: Resource, row: number, seen: boolean): void {
    for (const stored of this.table.liveOf(resource)) {
      if (!this.seen.mark(stored.run.id, row, seen)) continue
      stored.seen += seen ? 1 : -1
      this.table.write(stored)
    }
    this.seen.flush()
  }

  /** Within a transaction: puts a run into a state. */
  enter(
    stored: StoredRun,
    state: RunState,
    now: number,
    more: { problem?: Problem | null; note?: string | null },
  ): Run {
    const { run } = stored
    run.state = state
    if (state !== 'running') {
      this.rates.forget(run.id)
      run.rate = null
      run.secondsLeft = null
    }
    run.endedAt = ended.includes(state) ? now : null
    if (more.problem !== undefined) run.problem = more.problem
    else if (state === 'running') run.problem = null
    if (more.note !== undefined) run.note = more.note
    this.table.write(stored)
    return run
  }

  /** When a row was last seen by a run that is still remembered: the run's start, in milliseconds. */
  lastSeen(resource: Resource, row: number): number | null {
    for (const { id, started } of this.table.withSeen(resource)) if (this.seen.has(id, row)) return started
    return null
  }

  /** Forgets what ended runs saw, but for the last full one and what came after it. */
  prune(resource: Resource): void {
    let full = false
    for (const { id, mode, state } of this.table.withSeen(resource)) {
      if (!ended.includes(state)) continue
      if (full) this.seen.drop(id)
      if (mode === 'full' && state === 'finished') full = true
    }
  }

  private secondsLeft(run: Run): number | null {
    if (run.mode !== 'full' || run.expected === null || run.rate === null || run.rate <= 0) return null
    return Math.max(0, (run.expected - run.received) / run.rate)
  }
}
