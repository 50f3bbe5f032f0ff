import { tell } from '../../src-shared/messages/told'
import type { Clock } from '../core/clock'
import type { Job, JobState } from '../../src-shared/bridge/jobs'
import type { Problem } from '../../src-shared/problem'
import type { Cache } from '../cache/store'
import type { JobRecord } from './store/api'
import type { Logger } from '../core/log'
import { isProblem, problem } from '../core/problems'
import { WorkLog } from '../cache/work-log'
import type { JobProgress, NewJob } from './job'

/** What ended is shown for so long after. */
const latelyMs = 24 * 3_600_000

/** What the registry of jobs is given. */
interface RegistryTools {
  cache: Cache
  clock: Clock
  log: Logger
}

/** The rows of the jobs that are to come to an end yet, and of those that ended lately. */
export class JobRegistry {
  /** In the order of their making. */
  readonly #live = new Map<number, JobRecord>()
  readonly #log: WorkLog<Job>
  #ended: Job[] = []

  constructor(private readonly tools: RegistryTools) {
    const { cache, clock } = tools
    this.#log = new WorkLog(cache, () => clock.now(), {
      idKey: 'job',
      find: async (id) => (await cache.jobs.get(id))?.job ?? null,
      titleOf: ({ title, told }) => told ?? title,
      causeOf: () => 'person',
      countsOf: ({ total, done, failed, requests }) => ({ total, done, failed, requests }),
    })
  }

  async load(): Promise<void> {
    const { cache, clock } = this.tools
    for (const record of await cache.jobs.live()) this.#live.set(record.job.id, record)
    this.#ended = await cache.jobs.lately(clock.now() - latelyMs)
  }

  /** Those that are to come to an end yet, the oldest first. */
  get live(): readonly JobRecord[] {
    return [...this.#live.values()]
  }

  /** Those that ended lately and were not put away. */
  get ended(): readonly Job[] {
    const since = this.tools.clock.now() - latelyMs
    return this.#ended.filter(({ endedAt }) => (endedAt ?? 0) >= since)
  }

  /** A job of a list as it stands: a state that could not be written is known here alone. */
  current(job: Job): Job {
    return this.#live.get(job.id)?.job ?? job
  }

  /** Rejects with `not_found`. */
  async find(id: number): Promise<JobRecord> {
    const record = this.#live.get(id) ?? (await this.tools.cache.jobs.get(id))
    if (!record) throw problem('not_found', noSuchJob())
    return record
  }

  async add({ kind, title, importId, detail }: NewJob): Promise<Job> {
    const { cache, clock } = this.tools
    const job = await cache.jobs.add({ kind, title, importId, detail, now: clock.now() })
    this.#live.set(job.id, { job, detail })
    return job
  }

  /** Puts a job that has not ended into a state, and its end into the activity log. */
  async set(record: JobRecord, state: JobState, found: Problem | null, progress?: JobProgress): Promise<Job> {
    const { cache, clock, log } = this.tools
    const { id } = record.job
    const now = clock.now()
    let job: Job
    try {
      job = await cache.jobs.set({ id, state, now, problem: found, ...(progress ? { progress } : {}) })
    } catch (error) {
      // A full disk does not let a job say that the disk is full: it is said from memory until there is room.
      if (!isProblem(error)) throw error
      log.warn('job_state_unwritten', { job: id, code: error.problem.code })
      const live = state === 'queued' || state === 'running' || state === 'paused'
      job = { ...record.job, ...progress, state, problem: found, endedAt: live ? null : now }
    }
    if (isLive(job)) this.#live.set(id, { ...record, job })
    else {
      this.#live.delete(id)
      this.#ended.push(job)
      await this.#logged(this.#log.end(job))
    }
    return job
  }

  /** Enters the beginning of a job into the activity log, if it is not there yet. */
  enter(job: Job): Promise<void> {
    return this.#logged(this.#log.begin(job))
  }

  async dismiss(id: number): Promise<void> {
    await this.tools.cache.jobs.dismiss(id)
    this.#ended = this.#ended.filter((ended) => ended.id !== id)
  }

  /** That an entry of the log cannot be written now must not stop the job: its row is the truth. */
  async #logged(entering: Promise<void>): Promise<void> {
    try {
      await entering
    } catch (error) {
      this.tools.log.warn('job_not_entered', { detail: String(error) })
    }
  }
}

/** Whether a job is to come to an end yet. */
export function isLive({ state }: Job): boolean {
  return state === 'queued' || state === 'running' || state === 'paused'
}

const noSuchJob = () => ({
  title: tell('jobs.registry.thereIsNoSuch'),
  why: tell('jobs.registry.thisCopyHoldsNo'),
})
