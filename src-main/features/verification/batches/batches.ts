import { compareNames } from '../../../../src-shared/messages/order'
import { said, tell, toldText } from '../../../../src-shared/messages/told'
import { Emitter } from '../../../../src-shared/emitter'
import type { BatchesOptions } from './options'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { Job } from '../../../../src-shared/bridge/jobs'
import type {
  Batch,
  BatchDetail,
  BatchFilter,
  BatchRow,
  BatchSort,
  BatchSource,
  BatchState,
} from '../../../../src-shared/bridge/verification'
import type { BatchRecord } from '../store/batches/api'
import { problem } from '../../../core/problems'
import { isLive } from '../../../jobs/registry'
import { pagesOf } from '../../../core/client/pages'
import { batchDetailSchema, type BatchJobDetail } from './batch-work'
import { Gathering } from './gathering'
import { shownBatch, shownDetail, shownRow } from './shown'
import { canBeReadAgain, nameOfSource } from './sources'
import { fold } from '../../../../src-shared/fold'
import { noneUnknown, refuseLive, refuseSettled, refuseUncollected, sourceGone } from './words'

const dayMs = 86_400_000

/** More batches than are looked through by name or state. */
const everyBatch: Slice = { offset: 0, limit: 10_000 }

interface BatchPageAsked {
  slice: Slice
  search?: string
  state?: BatchState | null
}

/** What a batch is made of, and how. */
interface BatchAsked {
  source: BatchSource
  older?: number | null
  draft?: boolean
}

/** The verification batches of a profile: which of these addresses may still be written to, and why. */
export class Batches {
  readonly #listeners = new Emitter()
  /** Called after every change to any batch. Returns the way to stop. */
  readonly watch = this.#listeners.add
  /** What is under way in the background, by batch. */
  readonly #gatherings = new Map<number, Gathering>()
  /** Batches of jobs, as far as they were asked for. */
  readonly #ofJobs = new Map<number, number | null>()
  #revision: number

  private constructor(private readonly options: BatchesOptions) {
    // So that it is another number after another profile was open.
    this.#revision = options.clock.now()
  }

  /** Opens the batches of a profile: what was being collected when all ended is begun again, where it can be. */
  static async open(options: BatchesOptions): Promise<Batches> {
    const batches = new Batches(options)
    for (const id of await options.cache.batches.drafts()) await options.cache.batches.remove(id)
    for (const record of await options.cache.batches.unfinished()) await batches.#goOn(record)
    return batches
  }

  /** Grows with every change to any batch. */
  get revision(): number {
    return this.#revision
  }

  /** Tells that something of a batch, or of what classes follow from, is other than before. */
  readonly announce = (): void => {
    this.#revision += 1
    this.#listeners.emit()
  }

  /** Batches in which something is under way, the newest first. */
  async active(): Promise<Batch[]> {
    const busy = new Set(this.#gatherings.keys())
    for (const job of this.options.jobs.live()) {
      const id = isLive(job) ? await this.#batchOf(job) : null
      if (id !== null) busy.add(id)
    }
    const found: Batch[] = []
    for (const id of [...busy].sort((a, b) => b - a)) {
      const works = this.#works()
      found.push(await this.#shown(await this.options.cache.batches.get(id), works))
    }
    return found
  }

  /** The newest first. */
  async page({
    slice,
    search = '',
    state = null,
  }: BatchPageAsked): Promise<{ batches: Batch[]; count: number }> {
    const works = this.#works()
    const narrowed = search !== '' || state !== null
    const { batches, count } = await this.options.cache.batches.page(narrowed ? everyBatch : slice)
    const shown: Batch[] = []
    for (const record of batches) shown.push(await this.#shown(record, works))
    if (!narrowed) return { batches: shown, count }
    const wanted = fold(search.trim())
    const found = shown.filter(
      (batch) => fold(batch.name).includes(wanted) && (state === null || stateOf(batch) === state),
    )
    return { batches: found.slice(slice.offset, slice.offset + slice.limit), count: found.length }
  }

  async get(id: number): Promise<BatchDetail> {
    const { cache, access } = this.options
    const works = this.#works()
    const record = await cache.batches.get(id)
    const tally = await cache.batches.tally(id)
    return shownDetail(await this.#shown(record, works), record, tally, access.client.budget)
  }

  /** Segments of the service, by name. */
  async segments() {
    const { access } = this.options
    const found = []
    const pages = pagesOf((request) =>
      access.client.listCatalogue('segments', request, { priority: 'click' }),
    )
    for await (const page of pages) found.push(...page)
    return found
      .map(({ id, name, type, memberCount }) => {
        const kind = type === 'STATIC' ? ('static' as const) : ('dynamic' as const)
        return { id, name, kind, members: memberCount ?? null }
      })
      .sort((one, other) => compareNames(one.name, other.name))
  }

  /** Makes a batch, and begins to collect its addresses in the background. */
  async create(asked: BatchAsked): Promise<BatchDetail> {
    const { cache, clock, files, frozen } = this.options
    const { older = null, draft = false } = asked
    const source = asked.source.kind === 'repeat' ? await this.#sourceOf(asked.source.id) : asked.source
    if (source.kind === 'contacts' && source.selection.kind === 'frozen') {
      frozen.countOf(source.selection.selectionId)
    }
    const name = await nameOfSource(source, files)
    const now = clock.now()
    const since = older === null ? null : now - older * dayMs
    const record = await cache.batches.add({ name, source, now, draft, since })
    this.#gather(record)
    return this.get(record.id)
  }

  /** A draft becomes a batch like others. */
  async keep(id: number, name: string): Promise<BatchDetail> {
    const { batches } = this.options.cache
    const { name: proposed } = await batches.get(id)
    await batches.settle({ id, name: name === said(proposed) ? toldText(proposed) : name })
    this.announce()
    return this.get(id)
  }

  /** Starts the job that asks, or has it go on. Where collecting failed, that is begun again. */
  async start(id: number): Promise<BatchDetail> {
    const { cache, clock, jobs } = this.options
    const record = await cache.batches.get(id)
    const job = record.job === null ? null : await jobs.get(record.job)
    if (job !== null && isLive(job)) {
      if (job.state === 'paused') await jobs.resume(job.id)
      return this.get(id)
    }
    if (record.unfinished === 'collecting' && record.problem !== null && canBeReadAgain(record.source)) {
      this.#gather(record)
      return this.get(id)
    }
    refuseUncollected(record)
    refuseSettled(record)
    this.#refuseAsking()
    await this.#stopLooking(id)
    if (record.startedAt === null) await cache.batches.set({ id, startedAt: clock.now() })
    await this.#add(record, { batch: id, total: record.addresses, again: null, since: record.since })
    return this.get(id)
  }

  /** Asks again about everybody who is unknown. */
  async retryUnknown(id: number): Promise<BatchDetail> {
    const { cache, clock, jobs } = this.options
    const record = await cache.batches.get(id)
    refuseUncollected(record)
    refuseLive(record.job === null ? null : await jobs.get(record.job))
    this.#refuseAsking()
    await this.#stopLooking(id)
    const again = await cache.batches.again(id)
    if (again === 0) throw noneUnknown()
    const now = clock.now()
    if (record.startedAt === null) await cache.batches.set({ id, startedAt: now })
    await this.#add(record, {
      batch: id,
      total: again + record.waiting,
      again: now,
      since: record.since,
    })
    return this.get(id)
  }

  async rows(input: {
    id: number
    filter: BatchFilter
    sort: BatchSort
    slice: Slice
  }): Promise<{ rows: BatchRow[]; count: number; revision: number }> {
    // Asked in this order, a change in between makes the answer look older than it is, never newer.
    const revision = this.#revision
    const { rows, count } = await this.options.cache.batches.rows(input)
    return { rows: rows.map(shownRow), count, revision }
  }

  /** The contacts among the filtered addresses, frozen. */
  async freeze(input: { id: number; filter: BatchFilter }) {
    const found = await this.options.cache.batches.freeze(input)
    await this.options.frozen.keep(found)
    return found
  }

  /** Deletes a batch that is not running. */
  async discard(id: number): Promise<void> {
    const { cache, jobs } = this.options
    const record = await cache.batches.get(id)
    const job = record.job === null ? null : await jobs.get(record.job)
    if (job?.state === 'paused') await jobs.cancel(job.id)
    else refuseLive(job)
    await this.#gatherings.get(id)?.stop()
    await cache.batches.remove(id)
    this.announce()
  }

  /** Stops what is under way, which is begun again at the next start. */
  async close(): Promise<void> {
    this.#listeners.clear()
    await Promise.all([...this.#gatherings.values()].map((gathering) => gathering.stop()))
  }

  async #goOn(record: BatchRecord): Promise<void> {
    const { cache } = this.options
    if (record.unfinished === 'lookingUp' || canBeReadAgain(record.source)) this.#gather(record)
    else await cache.batches.set({ id: record.id, problem: sourceGone() })
  }

  #gather(record: BatchRecord): void {
    const { id } = record
    const gathering = new Gathering(record, { ...this.options, changed: this.announce })
    this.#gatherings.set(id, gathering)
    this.announce()
    void gathering.ended.then(() => {
      if (this.#gatherings.get(id) === gathering) this.#gatherings.delete(id)
      this.announce()
    })
  }

  /** The job looks up by itself what is known. */
  async #stopLooking(id: number): Promise<void> {
    const { cache } = this.options
    await this.#gatherings.get(id)?.stop()
    await cache.batches.set({ id, unfinished: null, problem: null })
  }

  async #add({ name }: BatchRecord, detail: BatchJobDetail): Promise<void> {
    const title = tell('told.verifyList', { name })
    const { id } = await this.options.jobs.add({ kind: 'verification', title, importId: null, detail })
    this.#ofJobs.set(id, detail.batch)
    this.announce()
  }

  /**
   * What is under way, taken before records are read: work that ends meanwhile then looks as if it went on, never as if
   * it had ended without what it came to.
   */
  #works(): Map<number, Batch['work']> {
    return new Map([...this.#gatherings].map(([id, { work }]) => [id, work]))
  }

  async #shown(record: BatchRecord, works: ReadonlyMap<number, Batch['work']>): Promise<Batch> {
    const job = record.job === null ? null : await this.options.jobs.get(record.job)
    const figures = await this.options.cache.batches.figures(record.id)
    return shownBatch(record, figures, works.get(record.id) ?? null, job)
  }

  async #sourceOf(id: number): Promise<BatchSource> {
    const { source } = await this.options.cache.batches.get(id)
    if (!canBeReadAgain(source)) throw sourceGone()
    return source
  }

  async #batchOf(job: Job): Promise<number | null> {
    if (job.kind !== 'verification' || job.importId !== null) return null
    const known = this.#ofJobs.get(job.id)
    if (known !== undefined) return known
    const record = await this.options.cache.jobs.get(job.id)
    const id = record === null ? null : batchDetailSchema.parse(record.detail).batch
    this.#ofJobs.set(job.id, id)
    return id
  }

  #refuseAsking(): void {
    const { readOnly, unreachable } = this.options
    if (readOnly()) throw problem('profile_read_only')
    const found = unreachable()
    if (found) throw problem(found.code, found)
  }
}

/** The state of a batch, as their list is narrowed by. */
function stateOf({ work, problem, job, waiting }: Batch): BatchState {
  if (problem !== null) return 'stopped'
  if (work !== null) return 'running'
  if (job === null) return waiting > 0 ? 'open' : 'finished'
  if (isLive(job)) return job.state === 'paused' ? 'paused' : 'running'
  return job.state === 'finished' ? 'finished' : 'stopped'
}
