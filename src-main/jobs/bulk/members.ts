import type { Job } from '../../../src-shared/bridge/jobs'
import { logged } from '../../cache/write-log'
import type { BulkTarget } from '../../cache/store'
import { inHalves } from '../../client/in-halves'
import { pagesOf } from '../../client/pages'
import { problem } from '../../problems'
import type { JobProgress, JobWork } from '../job'
import { leaving } from '../leaving'
import { memberBatch, positionsOf } from './batches'
import { bulkProgress, type BulkTools } from './tools'

/** Adds people to a static segment, a batch a request; who is in it already is passed over, and so never taken out by undo. */
export class MemberRun implements JobWork {
  readonly itemsPerRequest = memberBatch
  /** Addresses that were in the segment before, folded; null until they are known. */
  #members: Set<string> | null = null
  #settledInFlight = false

  constructor(
    private readonly job: Job,
    private readonly of: { id: number; segmentId: string; isNew: boolean },
    private readonly tools: BulkTools,
  ) {}

  progress(): Promise<JobProgress> {
    return bulkProgress(this.tools, this.of.id)
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache } = this.tools
    const { id } = this.of
    if (!this.#settledInFlight) {
      const begun = await cache.bulk.next({ id, outcome: 'leaving', limit: memberBatch })
      if (begun.length > 0) await this.#add(begun, signal)
      else this.#settledInFlight = true
      return 'done'
    }
    const targets = await cache.bulk.next({ id, outcome: 'waiting', limit: memberBatch })
    if (targets.length === 0) return 'none'
    const members = (this.#members ??= await this.#readMembers(signal))
    const inside = targets.filter(({ email }) => members.has(email.toLowerCase()))
    if (inside.length > 0) await cache.bulk.settle({ id, positions: positionsOf(inside), outcome: 'skipped' })
    const outside = targets.filter(({ email }) => !members.has(email.toLowerCase()))
    if (outside.length === 0) return 'done'
    await cache.bulk.leave({ id, targets: outside.map(({ position }) => ({ position, before: null })) })
    await this.#add(outside, signal)
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /** An address that the service does not take fails alone. */
  #add(targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id } = this.of
    return inHalves(
      targets,
      (part) => this.#addPart(part, signal),
      (target, found) =>
        cache.bulk.settle({ id, positions: positionsOf([target]), outcome: 'failed', problem: found }),
    )
  }

  async #addPart(targets: readonly BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache, clock, line } = this.tools
    const { id, segmentId } = this.of
    const emails = targets.map(({ email }) => email)
    const write = {
      cause: this.job.title,
      title: `Add ${emails.length.toLocaleString('en-US')} to a segment`,
      method: 'POST',
      path: `/segments/${encodeURIComponent(segmentId)}/members`,
      body: { emails },
    } as const
    const { value } = await leaving(signal, clock, (options) =>
      logged(cache, clock, write, () => line.client.addMembers(segmentId, emails, options)),
    )
    const missing = new Set(value.notFound.map((email) => email.toLowerCase()))
    const isMissing = ({ email }: BulkTarget) => missing.has(email.toLowerCase())
    const failed = positionsOf(targets.filter(isMissing))
    if (failed.length > 0) {
      await cache.bulk.settle({ id, positions: failed, outcome: 'failed', problem: noSuchContact })
    }
    const done = positionsOf(targets.filter((target) => !isMissing(target)))
    await cache.bulk.settle({ id, positions: done, outcome: 'done' })
  }

  async #readMembers(signal: AbortSignal): Promise<Set<string>> {
    const found = new Set<string>()
    if (this.of.isNew) return found
    const { clock, line } = this.tools
    const pages = pagesOf(
      (request) =>
        leaving(signal, clock, (options) => line.client.listMembers(this.of.segmentId, request, options)),
      'members',
    )
    for await (const page of pages) for (const { email } of page) found.add(email.toLowerCase())
    return found
  }
}

const noSuchContact = problem('not_found', { why: 'The service knows no contact of this address.' }).problem
