import { tell } from '../../../../src-shared/messages/told'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { ContactCalls } from '../../../jobs/contact-calls'
import type { JobProgress, JobWork } from '../../../jobs/job'
import { itemProblem } from '../../../jobs/trouble'
import { BatchRun } from './batch-run'
import { operationOf } from './batches'
import { MemberRun } from './members'
import { heldBefore, patchOf, planFor } from './plan'
import type { BulkBefore, BulkList, BulkTarget, BulkTools } from './tools'
import { problem } from '../../../core/problems'
import type { Clock } from '../../../core/clock'

/** Does a change, in the order in which the contacts were seen: in batches where the service takes them. */
export async function bulkRun(job: Job, list: BulkList, tools: BulkTools): Promise<JobWork> {
  const { hold } = await list.get()
  const work = await workOf(job, list, tools)
  const isBegun = hold === 0 || (await list.progress('run')).done > 0
  return isBegun ? work : new HeldWork(work, hold, tools.clock)
}

async function workOf(job: Job, list: BulkList, tools: BulkTools): Promise<JobWork> {
  const { action, segmentId } = await list.get()
  if (segmentId !== null) return new MemberRun(job, list, { segmentId, isNew: isNew(action) }, tools)
  const single = new BulkRun(job, list, action, tools)
  const operation = operationOf(action)
  return operation === null ? single : new BatchRun(job, list, action, operation, single, tools)
}

/** One contact after the other. */
class BulkRun implements JobWork {
  #prepared = false
  /** Whether the copy holds what the service does. */
  #whole = false

  constructor(
    private readonly job: Job,
    private readonly list: BulkList,
    private readonly action: BulkAction,
    private readonly tools: BulkTools,
  ) {}

  progress(): Promise<JobProgress> {
    return this.list.progress('run')
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (!this.#prepared) return this.#prepare(signal)
    const [target] = await this.list.next('run', 'waiting', 1)
    if (!target) return 'none'
    await this.#do(target, signal, async (calls) => {
      const begun = await this.#begin(target, calls)
      if (begun) await this.#write({ ...target, ...begun }, calls)
    })
    return 'done'
  }

  /** What was in flight goes out again as it was begun: the same call again has the same effect. */
  async #prepare(signal: AbortSignal): Promise<'done' | 'none'> {
    const [target] = await this.list.next('run', 'leaving', 1)
    if (target) {
      await this.#do(target, signal, (calls) => this.#write(target, calls))
      return 'done'
    }
    if (this.action.kind !== 'delete') {
      const { total, done } = await this.progress()
      if (total > done) this.#whole = (await this.tools.refresh({ rows: total - done, signal })).whole
    }
    this.#prepared = true
    return 'done'
  }

  /** Has a contact fail by itself where that is its own fault. */
  async #do(
    { position, contactId }: BulkTarget,
    signal: AbortSignal,
    act: (calls: ContactCalls) => Promise<void>,
  ): Promise<void> {
    const { cache, access } = this.tools
    try {
      await act(new ContactCalls(this.job, this.tools, signal))
    } catch (error) {
      const found = await itemProblem(error, access.client, signal)
      if (found.code === 'not_found') await cache.contacts.remove(contactId)
      await this.list.settle('run', [{ positions: [position], outcome: 'failed', problem: found }])
    }
  }

  /** Commits what the contact holds before it is written over. Answers null where it is settled without a write. */
  async #begin(
    { position, contactId }: BulkTarget,
    calls: ContactCalls,
  ): Promise<{ before: BulkBefore | null } | null> {
    if (!this.#whole && this.action.kind !== 'delete') await calls.get(contactId)
    const [row] = await this.tools.cache.contacts.rowsByIds([contactId])
    if (row && planFor(this.action, row).kind === 'already') {
      await this.list.settle('run', [{ positions: [position], outcome: 'skipped' }])
      return null
    }
    // Of who is deleted nothing is kept: it could not be put back.
    const before = row && this.action.kind !== 'delete' ? heldBefore(this.action, row) : null
    await this.list.leave('run', [{ position, before }])
    return { before }
  }

  async #write({ position, contactId, email, before }: BulkTarget, calls: ContactCalls): Promise<void> {
    const change = patchOf(this.action, before)
    if (change === null) await calls.delete(contactId, email)
    else await calls.update(contactId, tell('told.updateContact', { email }), change)
    await this.list.settle('run', [{ positions: [position], outcome: 'done' }])
  }
}

const isNew = (action: BulkAction) => action.kind === 'addTo' && action.segment.kind === 'new'

/** A change whose confirmation can be undone for a while: nothing is sent before that, each time that it begins. */
class HeldWork implements JobWork {
  #until: number | null

  constructor(
    private readonly work: JobWork,
    seconds: number,
    private readonly clock: Clock,
  ) {
    this.#until = clock.now() + seconds * 1000
  }

  get heldUntil(): number | null {
    return this.#until
  }

  get itemsPerRequest(): number {
    return this.work.itemsPerRequest ?? 1
  }

  progress(): Promise<JobProgress> {
    return this.work.progress()
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (this.#until === null) return this.work.next(signal)
    await this.clock.sleep(Math.max(0, this.#until - this.clock.now()), signal).catch((error: unknown) => {
      throw problem('cancelled', {}, { cause: error })
    })
    this.#until = null
    return 'done'
  }

  close(): Promise<void> {
    return this.work.close?.() ?? Promise.resolve()
  }
}
