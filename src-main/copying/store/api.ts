import type { Slice } from '../../../src-shared/bridge/base'
import type { Resource, Run, RunMode, RunState } from '../../../src-shared/bridge/sync'
import type { Problem } from '../../../src-shared/problem'

export interface RunStore {
  /** Rejects a second live run of the same resource with `sync_running`. */
  begin(input: { resource: Resource; mode: RunMode; cause: Run['cause']; now: number }): Run
  get(runId: number): { run: Run; bookmark: unknown } | null
  /** Runs that are queued, running, paused or asking; `running` became `queued` when the cache was opened. */
  live(): { run: Run; bookmark: unknown }[]
  setState(input: {
    runId: number
    state: RunState
    now: number
    problem?: Problem | null
    note?: string | null
  }): Run
  /** How many rows of the resource this run did not see. */
  unseen(runId: number): { unseen: number; total: number }
  /** Ends the run as finished; with `sweep`, deletes what it did not see, in the same transaction per thousand rows. */
  finish(input: { runId: number; sweep: boolean; note: string | null; now: number }): Run
  page(slice: Slice): { runs: Run[]; count: number }
  resource(resource: Resource): {
    rows: number
    asOf: number | null
    fullAsOf: number | null
    run: Run | null
    last: Run | null
  }
}
