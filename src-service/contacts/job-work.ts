import type { JobProgress, JobRow } from '../store/jobs'

/** How a kind of job is worked off. Both calls are made within a transaction. */
export interface JobWork {
  /** How far a job is that has just begun: nothing is done of it. */
  begin(job: JobRow): Promise<JobProgress>
  /** Works on until `isOver`, or until nothing is left: `done` is then `total`. */
  goOn(job: JobRow, isOver: () => boolean): Promise<JobProgress>
}
