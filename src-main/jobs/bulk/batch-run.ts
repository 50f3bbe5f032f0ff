import type { BulkAction } from '../../../src-shared/bridge/bulk'
import type { Job } from '../../../src-shared/bridge/jobs'
import { idsPerRequest, type BulkOperation } from '../../../src-shared/interface/bulk'
import type { BulkBatch, BulkTarget } from '../../cache/bulk-api'
import type { JobProgress, JobWork } from '../job'
import { isWhole, positionsOf, runOutcomes, type BatchEnd, type SeenContacts } from './batches'
import { ManyCalls } from './many-calls'
import { planFor } from './plan'
import { bulkProgress, type BulkTools } from './tools'

/** After so many batches in a row of which nobody knows whether they were taken, contacts go one by one. */
const mostUnknown = 2

/** A change that the service can do to many at once. */
export interface BatchOf {
  id: number
  action: BulkAction
  operation: BulkOperation
}

/** Does a change a batch a request; by `single`, one contact a request, where the service takes no batches. */
export class BatchRun implements JobWork {
  readonly #batches: RunBatches
  /** Whether nothing is on its way. */
  #settled = false

  constructor(
    job: Job,
    private readonly of: BatchOf,
    private readonly single: JobWork,
    private readonly tools: BulkTools,
  ) {
    this.#batches = new RunBatches(job, of, tools)
  }

  get itemsPerRequest(): number {
    return this.#isSingle ? 1 : idsPerRequest / 2
  }

  progress(): Promise<JobProgress> {
    return bulkProgress(this.tools, this.of.id)
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (!this.#settled && (await this.#batches.finish(signal))) return 'done'
    // Until this has come to its end, something may be on its way.
    this.#settled = false
    const outcome = this.#isSingle ? await this.single.next(signal) : await this.#nextBatch(signal)
    this.#settled = this.#isSingle
    return outcome
  }

  close(): Promise<void> {
    return this.single.close()
  }

  get #isSingle(): boolean {
    return this.#batches.refused || this.tools.offered.offers('bulk') === false
  }

  async #nextBatch(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache } = this.tools
    const { id, action } = this.of
    const waiting = await cache.bulk.next({ id, outcome: 'waiting', limit: idsPerRequest })
    if (waiting.length === 0) return 'none'
    const targets = await this.#toChange(waiting)
    if (targets.length === 0) return 'done'
    // That it was otherwise before is what the service says by counting it among those it changed.
    const before = action.kind === 'delete' ? null : { subscribed: action.kind === 'unsubscribe', data: {} }
    await cache.bulk.leave({ id, targets: targets.map(({ position }) => ({ position, before })) })
    await this.#batches.send(targets, false, signal)
    return 'done'
  }

  /** Those who are not so already by the copy; the others are settled. */
  async #toChange(waiting: BulkTarget[]): Promise<BulkTarget[]> {
    const { cache } = this.tools
    const { id, action } = this.of
    const rows = await cache.contacts.rowsByIds(waiting.map(({ contactId }) => contactId))
    const already = new Set(
      rows.filter((row) => planFor(action, row).kind === 'already').map((row) => row.id),
    )
    const isSo = ({ contactId }: BulkTarget) => already.has(contactId)
    const positions = positionsOf(waiting.filter(isSo))
    if (positions.length > 0) await cache.bulk.settle({ id, positions, outcome: 'skipped' })
    return waiting.filter((target) => !isSo(target))
  }
}

/** The batches of a change, from the moment when they leave until their outcome is known. */
export class RunBatches {
  /** Whether the service refused a batch, or left it unanswered too often. */
  refused = false
  readonly #calls: ManyCalls
  #unknown = 0

  constructor(
    job: Job,
    private readonly of: BatchOf,
    private readonly tools: BulkTools,
  ) {
    this.#calls = new ManyCalls(job, tools)
  }

  /**
   * Brings what is on its way to its outcome; answers false where nothing is. What the service has queued is asked after. Of
   * what it may not even have seen, what it holds now tells what was done, and the rest is sent again.
   */
  async finish(signal: AbortSignal): Promise<boolean> {
    const { cache } = this.tools
    const { id } = this.of
    const begun = await cache.bulk.next({ id, outcome: 'leaving', limit: idsPerRequest })
    if (begun.length === 0) return false
    const { batch } = await cache.bulk.get(id)
    if (batch) await this.#settle(begun, batch, signal)
    else await this.#ask(begun, signal)
    return true
  }

  /** Sends what was marked as on its way. What the service did not take waits again. */
  async send(targets: BulkTarget[], again: boolean, signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id, operation } = this.of
    let taken = false
    try {
      const sent = await this.#calls.send(operation, targets, signal)
      taken = sent.kind !== 'refused'
      if (sent.kind === 'queued') {
        await cache.bulk.queued({ id, of: 'run', batch: { job: sent.job, again } })
        this.#unknown = 0
      } else if (sent.kind === 'unknown') this.#unknown += 1
      else this.refused = true
    } finally {
      // What was sent before and is repeated stays on its way: what came of it is to be asked again.
      if (!taken && (!again || this.refused)) await cache.bulk.stay({ id, of: 'run' })
    }
  }

  async #ask(begun: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id, operation } = this.of
    const seen = await this.#read(begun, signal)
    const end: BatchEnd = { result: null, reason: null }
    const outcomes = runOutcomes(operation, begun, seen, { end, again: true })
    // Who is gone cannot be changed, who cannot be read must not be; who is as before is sent again.
    const isAsBefore = ({ contactId }: BulkTarget) => seen.held.has(contactId) && !seen.unread.has(contactId)
    const left = new Set(
      outcomes.flatMap(({ outcome, positions }) => (outcome === 'failed' ? positions : [])),
    )
    const rest = begun.filter((target) => left.has(target.position) && isAsBefore(target))
    const waits = new Set(positionsOf(rest))
    const known = outcomes.map((one) => ({
      ...one,
      positions: one.positions.filter((position) => !waits.has(position)),
    }))
    await cache.bulk.settleBatch({ id, outcomes: known })
    if (rest.length === 0) return
    if (this.#unknown >= mostUnknown) this.refused = true
    if (this.refused || this.tools.offered.offers('bulk') === false) {
      return cache.bulk.stay({ id, of: 'run' })
    }
    await this.send(rest, true, signal)
  }

  async #settle(targets: BulkTarget[], batch: BulkBatch, signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id, operation } = this.of
    const end = await this.#calls.end(batch.job, signal)
    if (isWhole(end, targets.length, batch.again)) {
      const ids = targets.map(({ contactId }) => contactId)
      if (operation === 'delete') await cache.contacts.removeAll(ids)
      else await cache.contacts.subscribeAll({ ids, subscribed: operation === 'subscribe' })
      const outcomes = [{ positions: positionsOf(targets), outcome: 'done' as const }]
      return cache.bulk.settleBatch({ id, outcomes })
    }
    const seen = await this.#read(targets, signal)
    const outcomes = runOutcomes(operation, targets, seen, { end, again: batch.again })
    await cache.bulk.settleBatch({ id, outcomes })
  }

  /** What the service holds of them. Who was to be deleted is looked up by address, where it can be, and few are read. */
  async #read(targets: BulkTarget[], signal: AbortSignal): Promise<SeenContacts> {
    if (this.of.operation !== 'delete') return this.#calls.read(targets, signal)
    const { cache } = this.tools
    const there = await this.#calls.lookUp(targets, signal)
    if (!there) return this.#calls.readEach(targets, signal)
    const gone = targets.filter((target) => !there.has(target))
    await cache.contacts.removeAll(gone.map(({ contactId }) => contactId))
    return this.#calls.readEach([...there], signal)
  }
}
