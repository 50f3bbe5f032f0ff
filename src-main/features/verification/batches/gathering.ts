import type { BatchesOptions } from './options'
import type { Batch } from '../../../../src-shared/bridge/verification'
import type { BatchRecord } from '../store/batches/api'
import { asProblem, isProblem } from '../../../core/problems'
import { BatchRows } from './batch-rows'
import { collect } from './sources'

type GatheringTools = Pick<
  BatchesOptions,
  'cache' | 'frozen' | 'openSelection' | 'files' | 'access' | 'clock' | 'log' | 'lookUp'
> & {
  changed(): void
}

/**
 * What goes on in a batch before anybody is asked: its addresses are collected, then what is known of them is noted.
 * What was collected in part when the program ended is begun anew.
 */
export class Gathering {
  /** Resolves when it does nothing any more. Never rejects: what it fails with is the batch's problem. */
  readonly ended: Promise<void>
  work: NonNullable<Batch['work']>
  readonly #stop = new AbortController()

  constructor(
    private readonly record: BatchRecord,
    private readonly tools: GatheringTools,
  ) {
    const isCollected = record.unfinished === 'lookingUp'
    this.work = { what: isCollected ? 'lookingUp' : 'collecting', done: 0, total: null }
    this.ended = this.#run(isCollected)
  }

  /** Stops it. Resolves when it does nothing any more. */
  stop(): Promise<void> {
    this.#stop.abort(new Error('It is stopped'))
    return this.ended
  }

  async #run(isCollected: boolean): Promise<void> {
    const { cache, log } = this.tools
    const { id } = this.record
    try {
      if (!isCollected) await this.#collect()
      await this.#lookUp()
    } catch (error) {
      if (this.#stop.signal.aborted) return
      const found = asProblem(error).problem
      log.warn('batch_not_gathered', {
        code: found.code,
        detail: isProblem(error) ? undefined : String(error),
      })
      await cache.batches.set({ id, problem: found }).catch((unwritten: unknown) => {
        log.warn('batch_problem_unwritten', { detail: String(unwritten) })
      })
    }
  }

  async #collect(): Promise<void> {
    const { cache } = this.tools
    const { id, source } = this.record
    const { signal } = this.#stop
    await cache.batches.set({ id, problem: null })
    await cache.batches.empty(id)
    await collect(
      id,
      source,
      this.tools,
      (done, total) => this.#tell({ what: 'collecting', done, total }),
      signal,
    )
    signal.throwIfAborted()
    await cache.batches.set({ id, unfinished: 'lookingUp' })
  }

  async #lookUp(): Promise<void> {
    const { cache, lookUp } = this.tools
    const { id, since } = this.record
    const { signal } = this.#stop
    const { waiting: total } = await cache.batches.get(id)
    this.#tell({ what: 'lookingUp', done: 0, total })
    let done = 0
    const read = (addresses: number) => {
      done += addresses
      this.#tell({ what: 'lookingUp', done, total })
    }
    const { changed } = this.tools
    const rows = new BatchRows(id, { batches: cache.batches, clock: null, changed, read }, total)
    await lookUp(rows, since, signal)
    signal.throwIfAborted()
    await cache.batches.set({ id, unfinished: null })
  }

  #tell(work: NonNullable<Batch['work']>): void {
    this.work = work
    this.tools.changed()
  }
}
