import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import { logged } from '../../cache/write-log'
import type { BulkRecord, BulkTarget } from '../../cache/store'
import type { Answer } from '../../client/client'
import { inHalves } from '../../client/in-halves'
import { isProblem, problem } from '../../problems'
import { takingBack } from '../import/taking-back'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { leaving } from '../leaving'
import { itemProblem } from '../trouble'
import { memberBatch } from './members'
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

  constructor(
    private readonly job: Job,
    private readonly record: BulkRecord,
    private readonly tools: BulkTools,
  ) {}

  async progress(): Promise<JobProgress> {
    const { done, reversed, kept, unreversed } = await this.tools.cache.bulk.get(this.record.id)
    return { total: done, done: reversed + kept + unreversed, failed: unreversed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache } = this.tools
    const { id, segmentId } = this.record
    if (!this.#settledInFlight) {
      // A change that was cancelled may have left these unanswered: what the service holds tells what came of them.
      const begun = await cache.bulk.next({ id, outcome: 'leaving', limit: memberBatch })
      const positions = begun.map(({ position }) => position)
      if (begun.length > 0) await cache.bulk.settle({ id, positions, outcome: 'done' })
      this.#settledInFlight = begun.length === 0
      return 'done'
    }
    const targets = await cache.bulk.nextUndo({ id, limit: segmentId === null ? 1 : memberBatch })
    const [target] = targets
    if (!target) return 'none'
    if (segmentId === null) await this.#takeBack(target, signal)
    else await this.#takeOut(segmentId, targets, signal)
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #takeBack(target: BulkTarget, signal: AbortSignal): Promise<void> {
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
    const { position, contactId, email, before } = target
    if (now) await cache.contacts.upsert(now)
    else await cache.contacts.remove(contactId)
    const wanted = takingBack(
      {
        row: position,
        email: now?.email ?? email,
        contactId,
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
