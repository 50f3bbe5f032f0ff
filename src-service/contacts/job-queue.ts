import { statements } from '../store/statements'
import type { JobWork } from './job-work'
import type { Background, ServiceContext } from '../service-context'
import { type JobKind, type JobRow, type Jobs, jobStore } from '../store/jobs'
import { Rounds } from '../rounds'
import { timeSlices } from '../workflows/slice'
import { bulkWork } from './bulk-work'
import { importWork } from './import-work'

/** The jobs, worked off one after the other. */
export interface JobQueue extends Background {
  jobs: Jobs
  add(job: Pick<JobRow, 'kind' | 'request' | 'input' | 'counts'>): Promise<number>
}

/** How long it waits after the database was in trouble, in milliseconds. */
const troubled = 5000

/** Works jobs off a few milliseconds at a time, so that requests are answered in between. A restart goes on with them. */
export function createJobQueue({ db, store, dialect, clock, report }: ServiceContext): JobQueue {
  const jobs = jobStore(db)
  const works: Record<JobKind, JobWork> = {
    bulk: bulkWork(db, store.contacts, store.contactBatches, dialect.ids),
    import: importWork(store.contactBatches),
  }
  const slice = timeSlices(db.engine)
  let running = false
  let cancel: (() => void) | null = null

  const work = statements(db).whole(async (): Promise<boolean> => {
    const job = await jobs.take()
    if (!job) return false
    const kind = works[job.kind]
    const begun = job.state === 'waiting' ? { ...job, ...(await kind.begin(job)) } : job
    const progress = await kind.goOn(begun, slice())
    await jobs.advance({ ...progress, seq: job.seq })
    if (progress.done >= progress.total) await jobs.complete(job.seq)
    return true
  })

  const rounds = new Rounds(turn)

  async function turn(): Promise<void> {
    cancel = null
    try {
      if ((await jobs.isAny()) && (await work())) wake()
    } catch (error) {
      report('A job', error)
      wakeAfter((await gaveUp()) ? 0 : troubled)
    }
  }

  const giveUp = statements(db).whole(async (): Promise<void> => {
    const job = await jobs.take()
    if (job) await jobs.fail(job.seq, 'The job could not be carried out.')
  })

  /** Gives up the job whose turn it is. False where that cannot be noted either: it is gone on with later. */
  async function gaveUp(): Promise<boolean> {
    try {
      await giveUp()
      return true
    } catch (error) {
      report('Giving up a job', error)
      return false
    }
  }

  function wakeAfter(ms: number): void {
    if (running && cancel === null) cancel = clock.after(ms, rounds.begin)
  }
  const wake = (): void => wakeAfter(0)

  db.onElsewhere(['job'], wake)

  return {
    jobs,
    async add(job) {
      const seq = await jobs.add({ ...job, now: clock.now() })
      db.afterwards(wake)
      return seq
    },
    start() {
      running = true
      wake()
    },
    async stop() {
      running = false
      cancel?.()
      await rounds.end()
    },
  }
}
