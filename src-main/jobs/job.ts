import type { Told } from '../../src-shared/messages/told'
import type { Slice } from '../../src-shared/bridge/base'
import type { Job, JobFailure, JobKind } from '../../src-shared/bridge/jobs'

/**
 * What one kind of job does. The runner owns the row (state, pace, end, the activity log's start and end); the work owns
 * what is to be done and where it stands, so that a kill at any instruction goes on at the next item.
 */
export interface JobWork {
  /** How many items one request does; 1 unless said. */
  readonly itemsPerRequest?: number
  /** Until then nothing is sent, on the wall clock; null, or absent: it is not held. */
  readonly heldUntil?: number | null
  /** How far it is, from what is stored: the truth after a restart. Asked every few items. */
  progress(): Promise<JobProgress>
  /**
   * Does the next item; `none` when nothing is left. The request leaves only while `signal` is not aborted; once it has
   * left its outcome is stored before this answers, unless the answer does not come (see leaving.ts). Rejects with a
   * ProblemError that concerns the whole job (401, 403, 402, offline, the budget's hold, a full disk): the runner pauses
   * with it. What concerns one item is stored as that item's failure and is no rejection.
   */
  next(signal: AbortSignal): Promise<'done' | 'none'>
  /** Called when the job comes to rest: at its end, paused, or left for the next start. It is opened anew to go on. */
  close?(): Promise<void>
}

/** Counts of a job's items. `done` holds the failed ones too. */
export interface JobProgress {
  total: number
  done: number
  failed: number
  /** Requests that are no writes, over all its starts. */
  requests?: number
}

/** A job that is to be made. */
export interface NewJob {
  kind: JobKind
  /** "Import spring-fair.csv". */
  title: Told
  importId: number | null
  /** What its work needs to find its place again, as JSON. */
  detail: unknown
}

/** Opens the work of a job's row, each time that the job begins or goes on. */
export type OpenWork = (job: Job, detail: unknown) => Promise<JobWork>

/** What failed in a job, one line for what failed alike; also of a job that is at rest. */
export type ListFailures = (
  job: Job,
  detail: unknown,
  slice: Slice,
) => Promise<{ failures: JobFailure[]; count: number }>
