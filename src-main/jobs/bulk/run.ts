import type { BulkAction } from '../../../src-shared/bridge/bulk'
import type { Job } from '../../../src-shared/bridge/jobs'
import { logged } from '../../cache/write-log'
import type { BulkTarget } from '../../cache/bulk-api'
import { isProblem, problem } from '../../problems'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { leaving } from '../leaving'
import { itemProblem } from '../trouble'
import { BatchRun } from './batch-run'
import { operationOf } from './batches'
import { MemberRun } from './members'
import { heldBefore, patchOf, planFor } from './plan'
import { bulkFailures, bulkOf, bulkProgress, type BulkTools } from './tools'

/** Does the jobs of kind `bulk`, in the order in which they were seen: in batches where the service takes them. */
export function bulkRun(tools: BulkTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: async (job, detail) => {
      const { id, action, segmentId } = await tools.cache.bulk.get(bulkOf(detail))
      if (segmentId !== null) return new MemberRun(job, { id, segmentId, isNew: isNew(action) }, tools)
      const single = new BulkRun(job, id, action, tools)
      const operation = operationOf(action)
      return operation === null ? single : new BatchRun(job, { id, action, operation }, single, tools)
    },
    failures: bulkFailures(tools, 'run'),
  }
}

/** One contact after the other. */
class BulkRun implements JobWork {
  #prepared = false
  /** Whether the copy holds what the service does. */
  #whole = false

  constructor(
    private readonly job: Job,
    private readonly id: number,
    private readonly action: BulkAction,
    private readonly tools: BulkTools,
  ) {}

  progress(): Promise<JobProgress> {
    return bulkProgress(this.tools, this.id)
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (!this.#prepared) return this.#prepare(signal)
    const { cache } = this.tools
    const [target] = await cache.bulk.next({ id: this.id, outcome: 'waiting', limit: 1 })
    if (!target) return 'none'
    if (!(await this.#begin(target, signal))) return 'done'
    await this.#write(target, signal)
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /** What was in flight goes out again as it was begun: the same call again has the same effect. */
  async #prepare(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache, refresh } = this.tools
    const [target] = await cache.bulk.next({ id: this.id, outcome: 'leaving', limit: 1 })
    if (target) {
      await this.#write(target, signal)
      return 'done'
    }
    if (this.action.kind !== 'delete') {
      const { total, done } = await this.progress()
      if (total > done) this.#whole = (await refresh({ rows: total - done, signal })).whole
    }
    this.#prepared = true
    return 'done'
  }

  /** Commits what the contact holds before it is written over. Answers false where it is settled without a write. */
  async #begin({ position, contactId }: BulkTarget, signal: AbortSignal): Promise<boolean> {
    const { cache } = this.tools
    if (!this.#whole && this.action.kind !== 'delete' && !(await this.#read(position, contactId, signal))) {
      return false
    }
    const [row] = await cache.contacts.rowsByIds([contactId])
    if (row && planFor(this.action, row).kind === 'already') {
      await cache.bulk.settle({ id: this.id, positions: [position], outcome: 'skipped' })
      return false
    }
    // Of who is deleted nothing is kept: it could not be put back.
    const before = row && this.action.kind !== 'delete' ? heldBefore(this.action, row) : null
    await cache.bulk.leave({ id: this.id, targets: [{ position, before }] })
    return true
  }

  async #read(position: number, contactId: string, signal: AbortSignal): Promise<boolean> {
    const { cache, clock, line } = this.tools
    try {
      const { value } = await leaving(signal, clock, (options) => line.client.getContact(contactId, options))
      await cache.contacts.upsert(value)
      return true
    } catch (error) {
      const found = await itemProblem(error, line.client, signal)
      if (found.code === 'not_found') await cache.contacts.remove(contactId)
      await cache.bulk.settle({ id: this.id, positions: [position], outcome: 'failed', problem: found })
      return false
    }
  }

  async #write({ position, contactId, email }: BulkTarget, signal: AbortSignal): Promise<void> {
    const { cache, line } = this.tools
    const settle = { id: this.id, positions: [position] }
    try {
      await this.#send(contactId, email, signal)
      await cache.bulk.settle({ ...settle, outcome: 'done' })
    } catch (error) {
      // Deleted already: by somebody else, or by a call of ours whose answer was lost.
      const gone = this.action.kind === 'delete' && isProblem(error, 'not_found')
      const found = gone ? null : await itemProblem(error, line.client, signal)
      if (gone || found?.code === 'not_found') await cache.contacts.remove(contactId)
      await cache.bulk.settle(
        found ? { ...settle, outcome: 'failed', problem: found } : { ...settle, outcome: 'done' },
      )
    }
  }

  async #send(contactId: string, email: string, signal: AbortSignal): Promise<void> {
    const { cache, clock, line } = this.tools
    const change = patchOf(this.action)
    const entry = { cause: this.job.title, path: `/contacts/${encodeURIComponent(contactId)}`, body: change }
    if (change === null) {
      const write = { ...entry, title: `Delete ${email}`, method: 'DELETE' } as const
      await leaving(signal, clock, (options) =>
        logged(cache, clock, write, () => line.client.deleteContact(contactId, options)),
      )
      await cache.contacts.remove(contactId)
      return
    }
    const write = { ...entry, title: `Change ${email}`, method: 'PATCH' } as const
    const { value } = await leaving(signal, clock, (options) =>
      logged(cache, clock, write, () => line.client.updateContact(contactId, change, options)),
    )
    if (value.id !== contactId) {
      throw problem('answer_malformed', {
        why: 'The service answered with another contact than the one that was changed.',
      })
    }
    await cache.contacts.upsert(value)
  }
}

const isNew = (action: BulkAction) => action.kind === 'addTo' && action.segment.kind === 'new'
