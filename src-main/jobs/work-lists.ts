import { tell, type ToldSentence } from '../../src-shared/messages/told'
import { z } from 'zod'
import type { Job } from '../../src-shared/bridge/jobs'
import type { Cache } from '../cache/store'
import type { NewItem, RunOrUndo } from './store/work-items'
import { problem, type ProblemWords } from '../core/problems'
import { isLive } from './registry'
import type { JobWork, ListFailures } from './job'
import type { Jobs } from './runner'
import type { JobAccess } from './access'
import { WorkList, type ListRecord, type WorkKind } from './work-list'

/** What the lists of a kind are made, done and taken back with. */
export interface WorkTools {
  cache: Cache
  access: JobAccess
  /** Not started yet: who does the jobs is said here. */
  jobs: Jobs
  readOnly(): boolean
}

/** A list with the job that does it, and the one that last took it back. */
export interface FoundList<Detail> {
  record: ListRecord<Detail>
  job: Job
  undo: Job | null
}

const detailSchema = z.object({ list: z.number().int() })

/** The work lists of one kind: each is made before its job, done by it, and taken back by another. */
export class WorkLists<Detail extends object, Leaves, Before> {
  constructor(
    private readonly kind: WorkKind<Detail, Leaves, Before>,
    private readonly tools: WorkTools,
  ) {}

  /** Says who does a list and who takes it back, and clears away what an earlier end of the program left half made. */
  async open(
    work: Record<RunOrUndo, (job: Job, list: WorkList<Detail, Leaves, Before>) => Promise<JobWork>>,
  ): Promise<void> {
    const { cache, jobs } = this.tools
    const { name } = this.kind
    for (const [kind, of] of [[name, 'run'] as const, [`${name}.undo`, 'undo'] as const]) {
      jobs.handle(kind, async (job, detail) => work[of](job, this.#listOf(detail)), this.#failures(of))
    }
    await cache.work.sweep(name)
  }

  /** Makes a list and its job. The items are on the disk before that: what a restart goes on with is what was seen. */
  async start(
    detail: Detail,
    title: ToldSentence,
    fill: (put: (items: NewItem[]) => Promise<void>) => Promise<Partial<Detail>>,
  ): Promise<Job> {
    const { cache, jobs } = this.tools
    this.#refuseWriting()
    const id = await cache.work.add({ kind: this.kind.name, detail })
    try {
      await cache.work.note({ id, detail: await fill((items) => cache.work.put({ id, items })) })
    } catch (error) {
      await cache.work.remove(id)
      throw error
    }
    return jobs.add({ kind: this.kind.name, title, importId: null, detail: { list: id } })
  }

  /** The list of a job, be it the one that does it or the one that takes it back. Rejects with `not_found`. */
  async find(jobId: number): Promise<FoundList<Detail>> {
    const { cache, jobs } = this.tools
    const asked = await jobs.get(jobId)
    const isOurs = asked.kind === this.kind.name || asked.kind === `${this.kind.name}.undo`
    const row = isOurs ? await cache.jobs.get(jobId) : null
    if (!row) throw problem('not_found', { why: tell('jobs.workLists.thisJobIsOf') })
    const record = await this.#listOf(row.detail).get()
    const job = record.job === null ? asked : await jobs.get(record.job)
    return { record, job, undo: record.undoJob === null ? null : await jobs.get(record.undoJob) }
  }

  /** Makes the job that takes a list back; refused with `why` where there is nothing left to take back. */
  undo({ record, job }: FoundList<Detail>, toUndo: number, why = doneAlready()): Promise<Job> {
    const { cache, jobs } = this.tools
    this.#refuseWriting()
    if (toUndo === 0) {
      const action = tell('jobs.workLists.lookAtWhatCame')
      throw problem('input_invalid', { title: tell('words.thereIsNothingToTakeBack'), why, action })
    }
    const wanted = { kind: `${this.kind.name}.undo`, importId: null, detail: { list: record.id } } as const
    return cache.work
      .retryUndo(record.id)
      .then(() => jobs.add({ ...wanted, title: tell('told.undo', { title: job.told ?? job.title }) }))
  }

  #listOf(detail: unknown): WorkList<Detail, Leaves, Before> {
    return new WorkList(this.tools.cache.work, this.kind, detailSchema.parse(detail).list)
  }

  #failures(of: RunOrUndo): ListFailures {
    return async (_, detail, slice) => {
      const { list: id } = detailSchema.parse(detail)
      const { failures, count } = await this.tools.cache.work.failures({ id, of, slice })
      return {
        failures: failures.map(({ email, alike, leaves, problem: { code, status = null, why } }) => {
          const value = typeof leaves === 'string' ? leaves : null
          return { line: null, email, value, code, status, why, alike }
        }),
        count,
      }
    }
  }

  #refuseWriting(): void {
    const { access, readOnly } = this.tools
    if (readOnly()) throw problem('profile_read_only')
    if (access.problem) throw problem(access.problem.code, access.problem)
    if (!access.online) throw problem('offline', { why: tell('words.theServiceCannotBeReachedNothing') })
  }
}

/** How many items are still to be taken back; none while the list is under way. `leaving`: those that may have been done. */
export function leftToUndo<Detail>({ record, job, undo }: FoundList<Detail>, leaving = 0): number {
  if (isLive(job) || (undo !== null && isLive(undo))) return 0
  return record.done + leaving - record.reversed - record.kept
}

/** Throws where work would concern others than who were seen, or nobody; `saw`: what was seen, as a sentence. */
export function refuseOthers(
  { confirmed, found, saw }: { confirmed: number; found: number; saw: ToldSentence },
  nobody: ProblemWords,
): void {
  if (found !== confirmed) {
    throw problem('conflict', {
      title: tell('jobs.workLists.theContactsChangedMeanwhile'),
      why: tell('jobs.workLists.sawNowItIs', { saw, found }),
      action: tell('jobs.workLists.lookAtThePreview'),
    })
  }
  if (found === 0) throw problem('input_invalid', nobody)
}

const doneAlready = () => tell('jobs.workLists.itIsUnderWay')
