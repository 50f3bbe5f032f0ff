import type { JobWork } from './job-work'
import type { Background, ServiceContext } from '../service-context'
import { type JobKind, type JobRow, type Jobs, jobStore } from '../store/jobs'
import { timeSlice } from '../workflows/slice'
import { bulkWork } from './bulk-work'
import { importWork } from './import-work'

/** The jobs, worked off one after the other. */
export interface JobQueue extends Background {
  jobs: Jobs
  add(job: Pick<JobRow, 'kind' | 'request' | 'input' | 'counts'>): number
}

/** Works jobs off a few milliseconds at a time, so that requests are answered in between. A restart goes on with them. */
export function createJobQueue({ db, store, dialect, clock, report }: ServiceContext): JobQueue {
  const jobs = jobStore(db)
  const works: Record<JobKind, JobWork> = {
    bulk: bulkWork(db, store.contacts, dialect.ids),
    import: importWork(store.contacts),
  }
  let running = false
  let cancel: (() => void) | null = null

  const work = db.transaction((): boolean => {
    const job = jobs.next()
    if (!job) return false
    const kind = works[job.kind]
    const begun = job.state === 'waiting' ? { ...job, ...kind.begin(job) } : job
    const progress = kind.goOn(begun, timeSlice())
    jobs.advance({ ...progress, seq: job.seq })
    if (progress.done >= progress.total) jobs.complete(job.seq)
    return true
  })

  function turn(): void {
    cancel = null
    try {
      if (work.immediate()) wake()
    } catch (error) {
      report('A job', error)
      const job = jobs.next()
      if (job) jobs.fail(job.seq, 'The job could not be carried out.')
      wake()
    }
  }

  function wake(): void {
    if (running && cancel === null) cancel = clock.after(0, turn)
  }

  return {
    jobs,
    add(job) {
      const seq = jobs.add({ ...job, now: clock.now() })
      wake()
      return seq
    },
    start() {
      running = true
      wake()
    },
    async stop() {
      running = false
      cancel?.()
    },
  }
}
