import type { Job, JobKind } from '../../src-shared/bridge/jobs'
import type { Problem } from '../../src-shared/problem'

/**
 * What one kind of job does. The runner owns the row (state, pace, end, the activity log's start and end); the work owns
 * what is to be done and where it stands, so that a kill at any instruction goes on at the next item.
 */
export interface JobWork {
  /** How far it is, from what is stored: the truth after a restart. */
  progress(): Promise<JobProgress>
  /**
   * Does the next item; `none` when nothing is left. The request leaves only while `signal` is not aborted; once it has
   * left its outcome is stored before this answers. Rejects with a ProblemError that concerns the whole job (401, 403,
   * 402, offline, the budget's hold, a full disk): the runner pauses with it. What concerns one item is stored as that
   * item's failure and is no rejection.
   */
  next(signal: AbortSignal): Promise<'done' | 'none'>
  /** Called once when the job is at its end, whatever the end: closes what it opened. */
  close(): Promise<void>
}

/** Counts of a job's items. `done` holds the failed ones too. */
export interface JobProgress {
  total: number
  done: number
  failed: number
}

/** A job that is to be made. */
export interface NewJob {
  kind: JobKind
  /** "Import spring-fair.csv". */
  title: string
  importId: number | null
  /** What its work needs to find its place again, as JSON. */
  detail: unknown
}

/** Opens the work of a job's row, also after a restart. */
export type OpenWork = (job: Job, detail: unknown) => Promise<JobWork>

/** The jobs of a profile. */
export interface Jobs {
  /** Makes a job and starts it as soon as the one before it is done: one runs at a time. */
  add(job: NewJob): Promise<Job>
  get(id: number): Promise<Job>
  pause(id: number): Promise<Job>
  resume(id: number): Promise<Job>
  /** Once it has answered, nothing more of the job is sent (design.md, rule 6). */
  cancel(id: number): Promise<Job>
  /** Jobs that are queued, running or paused, and what ended lately: what the page shows live. */
  live(): readonly Job[]
  /** Called whenever {@link live} changed, at most ten times a second. Returns the way to stop. */
  watch(listener: () => void): () => void
  /** Says who does the work of a kind; before {@link start}. */
  handle(kind: JobKind, open: OpenWork): void
  /** `running` becomes `queued`, and what is queued goes on. */
  start(): Promise<void>
  /** Waits for the item under way, and leaves the rest for the next start. */
  close(): Promise<void>
  readonly problem: Problem | null
}
