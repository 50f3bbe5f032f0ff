import type { Told } from '../../../src-shared/messages/told'
import type { Slice } from '../../../src-shared/bridge/base'
import type { Job, JobKind, JobState } from '../../../src-shared/bridge/jobs'
import type { Problem } from '../../../src-shared/problem'

/** A job's row with what its work needs to find its place again. */
export interface JobRecord {
  job: Job
  detail: unknown
}

/** Counts of a job's items, as its row keeps them for when it is at rest. */
type JobCounts = Pick<Job, 'total' | 'done' | 'failed' | 'requests'>

/** Jobs come with neither rate nor time left: only who runs them knows these. */
export interface JobStore {
  add(input: { kind: JobKind; title: Told; importId: number | null; detail: unknown; now: number }): Job
  get(id: number): JobRecord | null
  /** Queued, running and paused ones, the oldest first; `running` became `queued` when the cache was opened. */
  live(): JobRecord[]
  /** Those that ended since an instant and were not put away, in no order. */
  lately(since: number): Job[]
  /** Puts a job into a state. Committed with synchronous=FULL. */
  set(input: { id: number; state: JobState; now: number; problem: Problem | null; progress?: JobCounts }): Job
  count(input: { id: number; progress: JobCounts }): void
  dismiss(id: number): void
  /** The newest first. */
  page(input: { kind: JobKind | null; slice: Slice }): { jobs: Job[]; count: number }
  /** The newest first. */
  ofImport(importId: number): Job[]
}
