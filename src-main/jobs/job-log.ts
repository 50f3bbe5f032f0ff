import { z } from 'zod'
import type { ActivityEntry } from '../../src-shared/bridge/activity'
import type { Job } from '../../src-shared/bridge/jobs'
import type { Cache } from '../cache/store'

/** The jobs in the activity log: one entry each, from start to end, found again after a restart. */
export interface JobLog {
  /** Enters a job, or finds its entry where it was entered before a restart. */
  begin(job: Job): Promise<void>
  /** Closes the entry of a job that is at its end. */
  end(job: Job): Promise<void>
}

const sentSchema = z.looseObject({ job: z.number().int() })

/** The log over one profile's cache. `now` is the wall clock. */
export function createJobLog(cache: Cache, now: () => number): JobLog {
  const entries = new Map<number, number>()
  let found: Promise<void> | null = null

  /** Entries that an earlier start of the program left running. */
  async function findRunning(): Promise<void> {
    const { entries: left } = await cache.activity.page({
      filter: { kind: 'run', outcome: 'running', search: '' },
      slice: { offset: 0, limit: 100 },
    })
    for (const { id } of left) {
      const number = sentSchema.safeParse((await cache.activity.get(id))?.sent).data?.job
      const job = number === undefined ? null : (await cache.jobs.get(number))?.job
      if (!job) continue // A run of the synchronisation.
      entries.set(job.id, id)
      // It ended while nobody could write that down: its row knows how.
      if (job.endedAt !== null) await close(job)
    }
  }

  async function close(job: Job): Promise<void> {
    const id = entries.get(job.id)
    if (id === undefined) return
    entries.delete(job.id)
    const { problem } = job
    await cache.activity.set({
      id,
      outcome: outcomeOf(job),
      durationMs: Math.max(0, (job.endedAt ?? now()) - (job.startedAt ?? now())),
      sent: countsOf(job),
      problem: problem && `${problem.code}: ${problem.title}. ${problem.why}`,
    })
  }

  return {
    async begin(job) {
      await (found ??= findRunning())
      if (entries.has(job.id)) return
      const id = await cache.activity.add({
        at: now(),
        kind: 'run',
        cause: 'You',
        title: job.title,
        outcome: 'running',
        method: null,
        path: null,
        status: null,
        requestId: null,
        durationMs: null,
        sent: countsOf(job),
        problem: null,
      })
      entries.set(job.id, id)
    },
    async end(job) {
      await (found ??= findRunning())
      await close(job)
    },
  }
}

function outcomeOf({ state }: Job): ActivityEntry['outcome'] {
  return state === 'finished' ? 'done' : state === 'cancelled' ? 'cancelled' : 'failed'
}

function countsOf({ id, total, done, failed }: Job) {
  return { job: id, total, done, failed }
}
