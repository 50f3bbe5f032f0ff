import type { Answer } from '../../client/answer'
import type { BulkAction } from '../../../src-shared/bridge/bulk'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import { logged } from '../../cache/write-log'
import type { BulkRecord, BulkTarget } from '../../cache/bulk-api'
import { inHalves } from '../../client/in-halves'
import { isProblem, problem } from '../../problems'
import { takingBack } from '../taking-back'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { leaving } from '../leaving'
import { itemProblem } from '../trouble'
import { RunBatches } from './batch-run'
import { UndoBatches } from './batch-undo'
import { memberBatch, operationOf } from './batches'
import { patchOf } from './plan'
import { bulkFailures, bulkOf, type BulkTools } from './tools'

/** Does the jobs of kind `bulk.undo`: puts back what contacts held where they still hold what was written, the last first. */
export function bulkUndo(tools: BulkTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: async (job, detail) => new BulkUndo(job, await tools.cache.bulk.get(bulkOf(detail)), tools),
    failures: bulkFailures(tools, 'undo'),
  }
}

class BulkUndo implements JobWork {
  #settledInFlight = false
  /** Of who was subscribed or unsubscribed; null for other changes. */
  readonly #batches: UndoBatches | null

  constructor(
    private readonly job: Job,
    private readonly record: BulkRecord,
    private readonly tools: BulkTools,
  ) {
    const { id, action } = record
    const back = wayBack(action)
    this.#batches = back && new UndoBatches(job, { id, operation: back }, tools)
  }

  get itemsPerRequest(): number {
    return this.record.segmentId === null ? Math.max(1, (this.#batches?.most ?? 0) / 4) : memberBatch
  }

  async progress(): Promise<JobProgress> {
    const { done, reversed, kept, unreversed } = await this.tools.cache.bulk.get(this.record.id)
    return { total: done, done: reversed + kept + unreversed, failed: unreversed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache } = this.tools
    const { id, segmentId } = this.record
    if (!this.#settledInFlight) {
      this.#settledInFlight = !(await this.#settleInFlight(signal))
      return 'done'
    }
    if (await this.#batches?.finish(signal)) return 'done'
    const most = this.#batches?.most ?? 0
    const limit = segmentId === null ? Math.max(1, most) : memberBatch
    const targets = await cache.bulk.nextUndo({ id, limit })
    if (targets.length === 0) return 'none'
    if (segmentId !== null) await this.#takeOut(segmentId, targets, signal)
    else if (this.#batches && most > 0) await this.#takeBackMany(this.#batches, targets, signal)
    else await this.#takeBack(targets, signal)
    return 'done'
  }

  /** A change that was cancelled may have left some unanswered. Answers false where none is left. */
  async #settleInFlight(signal: AbortSignal): Promise<boolean> {
    const { cache } = this.tools
    const { id, action, batch } = this.record
    const operation = operationOf(action)
    // What the service has queued it may do yet: nothing can be taken back before.
    if (batch && operation)
      return new RunBatches(this.job, { id, action, operation }, this.tools).finish(signal)
    // What the service holds tells what came of them.
    const begun = await cache.bulk.next({ id, outcome: 'leaving', limit: memberBatch })
    const positions = begun.map(({ position }) => position)
    if (begun.length > 0) await cache.bulk.settle({ id, positions, outcome: 'done' })
    return begun.length > 0
  }

  async #takeBackMany(batches: UndoBatches, targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { batch, single } = await batches.sort(targets, signal)
    await this.#takeBack(single, signal)
    if (batch.length > 0 && !signal.aborted) await batches.send(batch, signal)
  }

  async #takeBack(targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    for (const target of targets) {
      if (signal.aborted) return
      await this.#takeBackOne(target, signal)
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #takeBackOne(target: BulkTarget, signal: AbortSignal): Promise<void> {
    const { cache, line } = this.tools
    const settle = { id: this.record.id, positions: [target.position] }
    try {
      // A stale copy would make a harmful undo: the service is asked what it holds now.
      const now = await this.#read(target.contactId, signal)
      await cache.bulk.settleUndo({ ...settle, outcome: await this.#restore(target, now, signal) })
    } catch (error) {
      const found = await itemProblem(error, line.client, signal)
      const gone = found.code === 'not_found'
      if (gone) await cache.contacts.remove(target.contactId)
      await cache.bulk.settleUndo(
        gone ? { ...settle, outcome: 'kept' } : { ...settle, outcome: 'failed', problem: found },
      )
    }
  }

  async #restore(target: BulkTarget, now: Contact | null, signal: AbortSignal): Promise<'reversed' | 'kept'> {
    const { cache, line } = this.tools
    const { contactId, email, before } = target
    if (now) await cache.contacts.upsert(now)
    else await cache.contacts.remove(contactId)
    const wanted = takingBack(
      {
        email: now?.email ?? email,
        isNew: false,
        wrote: { email, ...patchOf(this.record.action) },
        previous: before && { contactId, ...before },
      },
      now,
      0,
    )
    if (wanted.kind !== 'restore') return wanted.kind === 'nothing' ? 'reversed' : 'kept'
    const { change } = wanted
    const { value } = await this.#logged(
      {
        title: `Restore ${email}`,
        method: 'PATCH',
        path: `/contacts/${encodeURIComponent(contactId)}`,
        body: change,
      },
      signal,
      (options) => line.client.updateContact(contactId, change, options),
    )
    if (value.id !== contactId) {
      throw problem('answer_malformed', {
        why: 'The service answered with another contact than the one that was changed.',
      })
    }
    await cache.contacts.upsert(value)
    return 'reversed'
  }

  /** An address that the service does not take fails alone. */
  #takeOut(segmentId: string, targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id } = this.record
    return inHalves(
      targets,
      (part) => this.#takeOutPart(segmentId, part, signal),
      ({ position }, found) =>
        cache.bulk.settleUndo({ id, positions: [position], outcome: 'failed', problem: found }),
    )
  }

  /** Takes people out of a segment; where it is gone, nobody is in it any more. */
  async #takeOutPart(segmentId: string, targets: readonly BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache, line } = this.tools
    const emails = targets.map(({ email }) => email)
    const path = `/segments/${encodeURIComponent(segmentId)}/members`
    const title = `Remove ${emails.length.toLocaleString('en-US')} from a segment`
    try {
      await this.#logged({ title, method: 'DELETE', path, body: { emails } }, signal, (options) =>
        line.client.removeMembers(segmentId, emails, options),
      )
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
    }
    const positions = targets.map(({ position }) => position)
    await cache.bulk.settleUndo({ id: this.record.id, positions, outcome: 'reversed' })
  }

  async #read(id: string, signal: AbortSignal): Promise<Contact | null> {
    const { line, clock } = this.tools
    try {
      return (await leaving(signal, clock, (options) => line.client.getContact(id, options))).value
    } catch (error) {
      if (isProblem(error, 'not_found')) return null
      throw error
    }
  }

  #logged<T>(
    write: { title: string; method: 'PATCH' | 'DELETE'; path: string; body: unknown },
    signal: AbortSignal,
    call: Parameters<typeof leaving<Answer<T>>>[2],
  ): Promise<Answer<T>> {
    const { cache, clock } = this.tools
    const entry = { cause: this.job.title, ...write }
    return leaving(signal, clock, (options) => logged(cache, clock, entry, () => call(options)))
  }
}

/** What puts back who was subscribed or unsubscribed; null: no one call does. */
function wayBack({ kind }: BulkAction): 'subscribe' | 'unsubscribe' | null {
  if (kind === 'subscribe') return 'unsubscribe'
  return kind === 'unsubscribe' ? 'subscribe' : null
}
