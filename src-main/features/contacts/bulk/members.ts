import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { inHalves } from '../../../core/client/in-halves'
import { pagesOf } from '../../../core/client/pages'
import { problem } from '../../../core/problems'
import { ContactCalls } from '../../../jobs/contact-calls'
import type { JobProgress, JobWork } from '../../../jobs/job'
import { leaving } from '../../../jobs/leaving'
import { memberBatch, positionsOf } from './batches'
import type { BulkList, BulkTarget, BulkTools } from './tools'

/** Adds people to a static segment, a batch a request; who is in it already is passed over, and so never taken out by undo. */
export class MemberRun implements JobWork {
  readonly itemsPerRequest = memberBatch
  /** Addresses that were in the segment before, folded; null until they are known. */
  #members: Set<string> | null = null

  constructor(
    private readonly job: Job,
    private readonly list: BulkList,
    private readonly of: { segmentId: string; isNew: boolean },
    private readonly tools: BulkTools,
  ) {}

  progress(): Promise<JobProgress> {
    return this.list.progress('run')
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { list } = this
    // Of those nobody knows whether they were added: to add them again changes nothing.
    const begun = await list.next('run', 'leaving', memberBatch)
    if (begun.length > 0) {
      await this.#add(begun, signal)
      return 'done'
    }
    const targets = await list.next('run', 'waiting', memberBatch)
    if (targets.length === 0) return 'none'
    const members = (this.#members ??= await this.#readMembers(signal))
    const inside = targets.filter(({ email }) => members.has(email.toLowerCase()))
    if (inside.length > 0) await list.settle('run', [{ positions: positionsOf(inside), outcome: 'skipped' }])
    const outside = targets.filter(({ email }) => !members.has(email.toLowerCase()))
    if (outside.length === 0) return 'done'
    await list.leave('run', outside)
    await this.#add(outside, signal)
    return 'done'
  }

  /** An address that the service does not take fails alone. */
  #add(targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    return inHalves(
      targets,
      (part) => this.#addPart(part, signal),
      (target, found) =>
        this.list.settle('run', [{ positions: positionsOf([target]), outcome: 'failed', problem: found }]),
    )
  }

  async #addPart(targets: readonly BulkTarget[], signal: AbortSignal): Promise<void> {
    const { segmentId } = this.of
    const emails = targets.map(({ email }) => email)
    const write = {
      title: tell('told.addMembers', { count: emails.length }),
      method: 'POST',
      path: `/segments/${encodeURIComponent(segmentId)}/members`,
      body: { emails },
    } as const
    const calls = new ContactCalls(this.job, this.tools, signal)
    const { value } = await calls.send(write, (options) =>
      this.tools.access.client.addMembers(segmentId, emails, options),
    )
    const missing = new Set(value.notFound.map((email) => email.toLowerCase()))
    const isMissing = ({ email }: BulkTarget) => missing.has(email.toLowerCase())
    const failed = positionsOf(targets.filter(isMissing))
    const done = positionsOf(targets.filter((target) => !isMissing(target)))
    await this.list.settle('run', [
      { positions: failed, outcome: 'failed', problem: noSuchContact() },
      { positions: done, outcome: 'done' },
    ])
  }

  async #readMembers(signal: AbortSignal): Promise<Set<string>> {
    const found = new Set<string>()
    if (this.of.isNew) return found
    const { clock, access } = this.tools
    const pages = pagesOf(
      (request) =>
        leaving(signal, clock, (options) => access.client.listMembers(this.of.segmentId, request, options)),
      t('core.pages.members'),
    )
    for await (const page of pages) for (const { email } of page) found.add(email.toLowerCase())
    return found
  }
}

const noSuchContact = () => problem('not_found', { why: tell('contacts.members.theServiceKnowsNo') }).problem
