import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { idsPerRequest, type BulkOperation } from '../../../../src-shared/interface/bulk'
import type { JobProgress, JobWork } from '../../../jobs/job'
import { positionsOf } from './batches'
import { planFor } from './plan'
import { SentBatches } from './sent-batches'
import type { BulkList, BulkTarget, BulkTools } from './tools'

/** Does a change a batch a request; by `single`, one contact a request, where the service takes no batches. */
export class BatchRun implements JobWork {
  readonly #batches: SentBatches
  /** Whether nothing is on its way. */
  #settled = false

  constructor(
    job: Job,
    private readonly list: BulkList,
    private readonly action: BulkAction,
    operation: BulkOperation,
    private readonly single: JobWork,
    private readonly tools: BulkTools,
  ) {
    this.#batches = new SentBatches(job, list, { of: 'run', operation }, tools)
  }

  get itemsPerRequest(): number {
    return this.#batches.refused ? 1 : idsPerRequest / 2
  }

  progress(): Promise<JobProgress> {
    return this.list.progress('run')
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (!this.#settled && (await this.#batches.finish(signal))) return 'done'
    // Until this has come to its end, something may be on its way.
    this.#settled = false
    const outcome = this.#batches.refused ? await this.single.next(signal) : await this.#nextBatch(signal)
    this.#settled = this.#batches.refused
    return outcome
  }

  async #nextBatch(signal: AbortSignal): Promise<'done' | 'none'> {
    const waiting = await this.list.next('run', 'waiting', idsPerRequest)
    if (waiting.length === 0) return 'none'
    const targets = await this.#toChange(waiting)
    if (targets.length === 0) return 'done'
    // That it was otherwise before is what the service says by counting it among those it changed.
    const { kind } = this.action
    const before = kind === 'delete' ? null : { subscribed: kind === 'unsubscribe', data: {} }
    await this.list.leave(
      'run',
      targets.map(({ position }) => ({ position, before })),
    )
    await this.#batches.send(targets, false, signal)
    return 'done'
  }

  /** Those who are not so already by the copy; the others are settled. */
  async #toChange(waiting: BulkTarget[]): Promise<BulkTarget[]> {
    const rows = await this.tools.cache.contacts.rowsByIds(waiting.map(({ contactId }) => contactId))
    const already = new Set(
      rows.filter((row) => planFor(this.action, row).kind === 'already').map((row) => row.id),
    )
    const isSo = ({ contactId }: BulkTarget) => already.has(contactId)
    const positions = positionsOf(waiting.filter(isSo))
    if (positions.length > 0) await this.list.settle('run', [{ positions, outcome: 'skipped' }])
    return waiting.filter((target) => !isSo(target))
  }
}
