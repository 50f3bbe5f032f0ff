import { tell } from '../../../../src-shared/messages/told'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { idsPerRequest } from '../../../../src-shared/interface/bulk'
import { inHalves } from '../../../core/client/in-halves'
import { isProblem } from '../../../core/problems'
import { ContactCalls } from '../../../jobs/contact-calls'
import { takingBack } from '../../../jobs/taking-back'
import type { JobProgress, JobWork } from '../../../jobs/job'
import { itemProblem } from '../../../jobs/trouble'
import { memberBatch, operationOf, positionsOf } from './batches'
import { ManyCalls } from './many-calls'
import { patchOf } from './plan'
import { SentBatches } from './sent-batches'
import type { BulkList, BulkRecord, BulkTarget, BulkTools } from './tools'

/** Puts back what contacts held where they still hold what was written, the last first. */
export async function bulkUndo(job: Job, list: BulkList, tools: BulkTools): Promise<JobWork> {
  return new BulkUndo(job, list, await list.get(), tools)
}

class BulkUndo implements JobWork {
  #settledInFlight = false
  /** Of who was subscribed or unsubscribed; null for other changes. */
  readonly #batches: SentBatches | null

  constructor(
    private readonly job: Job,
    private readonly list: BulkList,
    private readonly record: BulkRecord,
    private readonly tools: BulkTools,
  ) {
    const operation = wayBack(record.action)
    this.#batches = operation && new SentBatches(job, list, { of: 'undo', operation }, tools)
  }

  get itemsPerRequest(): number {
    return this.record.segmentId === null ? Math.max(1, this.#most / 4) : memberBatch
  }

  progress(): Promise<JobProgress> {
    return this.list.progress('undo')
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { segmentId } = this.record
    if (!this.#settledInFlight) {
      this.#settledInFlight = !(await this.#settleInFlight(signal))
      return 'done'
    }
    if (await this.#batches?.finish(signal)) return 'done'
    const most = this.#most
    const targets = await this.list.next(
      'undo',
      'waiting',
      segmentId === null ? Math.max(1, most) : memberBatch,
    )
    if (targets.length === 0) return 'none'
    if (segmentId !== null) await this.#takeOut(segmentId, targets, signal)
    else if (this.#batches && most > 0) await this.#takeBackMany(this.#batches, targets, signal)
    else await this.#takeBack(targets, signal)
    return 'done'
  }

  /** So many go at once: none where the service does not change many, or cannot say whose address is still there. */
  get #most(): number {
    const isLacking = this.#batches?.refused !== false || this.tools.offered.offers('lookup') === false
    return isLacking ? 0 : idsPerRequest
  }

  /** A change that was cancelled may have left some unanswered. Answers false where none is left. */
  async #settleInFlight(signal: AbortSignal): Promise<boolean> {
    const { action, batches } = this.record
    const operation = operationOf(action)
    // What the service has queued it may do yet: nothing can be taken back before.
    if (batches.run && operation) {
      return new SentBatches(this.job, this.list, { of: 'run', operation }, this.tools).finish(signal)
    }
    // What the service holds tells what came of them.
    const begun = await this.list.next('run', 'leaving', memberBatch)
    const positions = positionsOf(begun)
    if (begun.length > 0) await this.list.settle('run', [{ positions, outcome: 'done' }])
    return begun.length > 0
  }

  /**
   * Puts back in one request whom it can. The others are looked at one by one: of whose address there is no contact any more,
   * where the service can tell, and of whom nobody knows what they were. So the batch is mostly answered whole.
   */
  async #takeBackMany(batches: SentBatches, targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    const wanted = wayBack(this.record.action) === 'subscribe'
    const apt = targets.filter(({ before }) => before?.subscribed === wanted)
    const there = (await new ManyCalls(this.job, this.tools).lookUp(apt, signal)) ?? new Set(apt)
    await this.#takeBack(
      targets.filter((target) => !there.has(target)),
      signal,
    )
    if (there.size === 0 || signal.aborted) return
    await this.list.leave(
      'undo',
      [...there].map(({ position }) => ({ position })),
    )
    await batches.send([...there], false, signal)
  }

  async #takeBack(targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    for (const target of targets) {
      if (signal.aborted) return
      await this.#takeBackOne(target, signal)
    }
  }

  async #takeBackOne(target: BulkTarget, signal: AbortSignal): Promise<void> {
    const { cache, access } = this.tools
    const positions = [target.position]
    try {
      const outcome = await this.#restore(target, new ContactCalls(this.job, this.tools, signal))
      await this.list.settle('undo', [{ positions, outcome }])
    } catch (error) {
      const found = await itemProblem(error, access.client, signal)
      const gone = found.code === 'not_found'
      if (gone) await cache.contacts.remove(target.contactId)
      await this.list.settle('undo', [
        gone ? { positions, outcome: 'kept' } : { positions, outcome: 'failed', problem: found },
      ])
    }
  }

  async #restore(
    { contactId, email, before }: BulkTarget,
    calls: ContactCalls,
  ): Promise<'reversed' | 'kept'> {
    // A stale copy would make a harmful undo: the service is asked what it holds now.
    const now = await calls.read(contactId)
    const wanted = takingBack(
      {
        email: now?.email ?? email,
        isNew: false,
        wrote: { email, ...patchOf(this.record.action, before) },
        previous: before && { contactId, ...before },
      },
      now,
      0,
    )
    if (wanted.kind !== 'restore') return wanted.kind === 'nothing' ? 'reversed' : 'kept'
    await calls.update(contactId, tell('told.restoreContact', { email }), wanted.change)
    return 'reversed'
  }

  /** An address that the service does not take fails alone. */
  #takeOut(segmentId: string, targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    return inHalves(
      targets,
      (part) => this.#takeOutPart(segmentId, part, signal),
      ({ position }, found) =>
        this.list.settle('undo', [{ positions: [position], outcome: 'failed', problem: found }]),
    )
  }

  /** Takes people out of a segment; where it is gone, nobody is in it any more. */
  async #takeOutPart(segmentId: string, targets: readonly BulkTarget[], signal: AbortSignal): Promise<void> {
    const emails = targets.map(({ email }) => email)
    const write = {
      title: tell('told.removeMembers', { count: emails.length }),
      method: 'DELETE',
      path: `/segments/${encodeURIComponent(segmentId)}/members`,
      body: { emails },
    } as const
    try {
      await new ContactCalls(this.job, this.tools, signal).send(write, (options) =>
        this.tools.access.client.removeMembers(segmentId, emails, options),
      )
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
    }
    await this.list.settle('undo', [{ positions: positionsOf(targets), outcome: 'reversed' }])
  }
}

/** What puts back who was subscribed or unsubscribed; null: no one call does. */
function wayBack({ kind }: BulkAction): 'subscribe' | 'unsubscribe' | null {
  if (kind === 'subscribe') return 'unsubscribe'
  return kind === 'unsubscribe' ? 'subscribe' : null
}
