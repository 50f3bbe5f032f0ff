import type { Job } from '../../../src-shared/bridge/jobs'
import { idsPerRequest } from '../../../src-shared/interface/bulk'
import type { BulkBatch, BulkTarget } from '../../cache/bulk-api'
import { isWhole, positionsOf, undoOutcomes, type BatchEnd } from './batches'
import { ManyCalls } from './many-calls'
import type { BulkTools } from './tools'

/** After so many batches in a row of which nobody knows whether they were taken, contacts go one by one. */
const mostUnknown = 2

/** The way back of who was subscribed or unsubscribed, a batch a request. */
export class UndoBatches {
  readonly #calls: ManyCalls
  #refused = false
  #unknown = 0

  constructor(
    job: Job,
    /** `operation` leads back to what was before. */
    private readonly of: { id: number; operation: 'subscribe' | 'unsubscribe' },
    private readonly tools: BulkTools,
  ) {
    this.#calls = new ManyCalls(job, tools)
  }

  /** So many go at once: none where the service does not change many, or cannot say whose address is still there. */
  get most(): number {
    const { offered } = this.tools
    const lacking = offered.offers('bulk') === false || offered.offers('lookup') === false
    return this.#refused || lacking ? 0 : idsPerRequest
  }

  /** Brings what is on its way to its outcome; answers false where nothing is. What nobody has done waits again. */
  async finish(signal: AbortSignal): Promise<boolean> {
    const { cache } = this.tools
    const { id } = this.of
    const begun = await cache.bulk.undoLeaving(id)
    if (begun.length === 0) return false
    const { undoBatch } = await cache.bulk.get(id)
    if (undoBatch) await this.#settle(begun, undoBatch, signal)
    else await this.#ask(begun, signal)
    return true
  }

  /**
   * Whom of these a batch can put back. The others are to be looked at one by one: of whose address there is no contact any
   * more, where the service can tell, and of whom nobody knows what they were. So the batch is mostly answered whole.
   */
  async sort(
    targets: BulkTarget[],
    signal: AbortSignal,
  ): Promise<{ batch: BulkTarget[]; single: BulkTarget[] }> {
    const wanted = this.of.operation === 'subscribe'
    const apt = targets.filter(({ before }) => before?.subscribed === wanted)
    const batch = (await this.#calls.lookUp(apt, signal)) ?? new Set(apt)
    return { batch: [...batch], single: targets.filter((target) => !batch.has(target)) }
  }

  /** Sends a batch, once it is on the disk that it leaves. What the service did not take waits again. */
  async send(targets: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id, operation } = this.of
    await cache.bulk.leaveUndo({ id, positions: positionsOf(targets) })
    let taken = false
    try {
      const sent = await this.#calls.send(operation, targets, signal)
      taken = sent.kind !== 'refused'
      if (sent.kind === 'queued') {
        await cache.bulk.queued({ id, of: 'undo', batch: { job: sent.job, again: false } })
        this.#unknown = 0
      } else if (sent.kind === 'unknown') this.#unknown += 1
      else this.#refused = true
    } finally {
      if (!taken) await cache.bulk.stay({ id, of: 'undo' })
    }
  }

  async #settle(targets: BulkTarget[], batch: BulkBatch, signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id, operation } = this.of
    const end = await this.#calls.end(batch.job, signal)
    // Who had come back by themselves are as they were, too.
    if (isWhole(end, targets.length, true)) {
      const ids = targets.map(({ contactId }) => contactId)
      await cache.contacts.subscribeAll({ ids, subscribed: operation === 'subscribe' })
      const outcomes = [{ positions: positionsOf(targets), outcome: 'reversed' as const }]
      return cache.bulk.settleUndoBatch({ id, outcomes })
    }
    const seen = await this.#calls.read(targets, signal)
    await cache.bulk.settleUndoBatch({ id, outcomes: undoOutcomes(operation, targets, seen, end) })
  }

  async #ask(begun: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { id, operation } = this.of
    const seen = await this.#calls.read(begun, signal)
    const end: BatchEnd = { result: null, reason: null }
    const outcomes = undoOutcomes(operation, begun, seen, end)
    await cache.bulk.settleUndoBatch({ id, outcomes: outcomes.filter(({ outcome }) => outcome !== 'failed') })
    await cache.bulk.stay({ id, of: 'undo' })
    if (this.#unknown >= mostUnknown) this.#refused = true
  }
}
