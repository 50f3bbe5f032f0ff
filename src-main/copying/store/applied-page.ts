import type { Run } from '../../../src-shared/bridge/sync'

/** One page of a run, applied with its bookmark in the same transaction (docs/rules.md, rule 4). */
export interface ApplyPage<T> {
  runId: number
  records: T[]
  /** Where the run goes on after this page: JSON of the pager's own. */
  bookmark: unknown
  /** What the service says the list holds; null keeps what is known. */
  expected: number | null
}

export interface AppliedPage {
  added: number
  changed: number
  unchanged: number
  /** How many of the page's ids this run had seen before (wire.md: a page all of whose ids were seen ends the run). */
  repeated: number
  /** The run's row after this page. */
  run: Run
}
