import type { Clock } from '../core/clock'
import type { Cache } from '../cache/store'
import type { JobRecord } from './store/api'
import type { Logger } from '../core/log'
import { isProblem, problem } from '../core/problems'
import type { JobProgress, JobWork, OpenWork } from './job'
import type { RateMeter } from '../core/rate-meter'
import { createJobMeter } from './pace'

/** What one drive of a job is given. */
interface DriveTools {
  cache: Cache
  clock: Clock
  log: Logger
  readOnly(): boolean
  /** Told whenever its counts changed. */
  changed(): void
}

/** How a drive came to its end. `stopped`: from outside, before the job was done. */
export type DriveEnd = { kind: 'finished' } | { kind: 'stopped' } | { kind: 'trouble'; error: unknown }

/** The counts are asked for so often, and stored so often, in milliseconds. */
const countMs = 200
const storeMs = 2000
/** So often in a row may a request be called off, as when the client is replaced by another, before that is trouble. */
const mostCalledOff = 8

/** One job on its way, from where it stands until its end, a stop or a trouble. */
export class Drive {
  readonly ended: Promise<DriveEnd>
  /** Whether an item was done by it. */
  moved = false
  readonly #stopping = new AbortController()
  #progress: JobProgress
  #work: JobWork | null = null
  #meter: RateMeter
  #counted = Number.NEGATIVE_INFINITY
  #stored = Number.NEGATIVE_INFINITY
  /** Counts what was done last while the next item waits, so that nobody is told less than was done. */
  #later: Promise<void> | null = null
  readonly #resting = new AbortController()

  constructor(
    readonly record: JobRecord,
    open: OpenWork,
    private readonly tools: DriveTools,
  ) {
    const { total, done, failed } = record.job
    this.#progress = { total, done, failed }
    this.#meter = createJobMeter(() => tools.clock.monotonic(), done)
    this.ended = this.#run(open)
  }

  get itemsPerRequest(): number {
    return this.#work?.itemsPerRequest ?? 1
  }

  /** Until when nothing is sent; null: it is not held. */
  get heldUntil(): number | null {
    return this.#work?.heldUntil ?? null
  }

  get progress(): JobProgress {
    return this.#progress
  }

  /** Items a minute; null until that can be told. */
  get rate(): number | null {
    return this.#meter.rate()
  }

  /** Stops it. Resolves once nothing more is sent. */
  stop(): Promise<DriveEnd> {
    this.#stopping.abort(new Error('The job is stopped'))
    return this.ended
  }

  async #run(open: OpenWork): Promise<DriveEnd> {
    let work: JobWork | null = null
    try {
      work = await open(this.record.job, this.record.detail)
      this.#work = work
      this.#progress = await work.progress()
      this.#meter = createJobMeter(() => this.tools.clock.monotonic(), this.#progress.done)
      this.tools.changed()
      return await this.#doAll(work)
    } catch (error) {
      return this.#stopping.signal.aborted && isProblem(error, 'cancelled')
        ? { kind: 'stopped' }
        : { kind: 'trouble', error }
    } finally {
      await this.#leave(work)
    }
  }

  async #doAll(work: JobWork): Promise<DriveEnd> {
    const { signal } = this.#stopping
    let calledOff = 0
    while (!signal.aborted) {
      if (this.tools.readOnly()) throw problem('profile_read_only')
      try {
        if ((await work.next(signal)) === 'none') return { kind: 'finished' }
        calledOff = 0
        this.moved = true
      } catch (error) {
        if (signal.aborted || !isProblem(error, 'cancelled') || ++calledOff > mostCalledOff) throw error
        await this.tools.clock.sleep(100 * calledOff, signal).catch(() => undefined)
      }
      await this.#count(work)
    }
    return { kind: 'stopped' }
  }

  async #count(work: JobWork): Promise<void> {
    const now = this.tools.clock.monotonic()
    const wait = this.#counted + countMs - now
    if (wait > 0) {
      this.#later ??= this.#countLater(work, wait)
      return
    }
    this.#counted = now
    this.#progress = await work.progress()
    this.#meter.note(this.#progress.done)
    this.tools.changed()
    if (now - this.#stored < storeMs) return
    this.#stored = now
    await this.tools.cache.jobs.count({ id: this.record.job.id, progress: this.#progress })
  }

  async #countLater(work: JobWork, ms: number): Promise<void> {
    try {
      await this.tools.clock.sleep(ms, this.#resting.signal)
      this.#progress = await work.progress()
      this.#meter.note(this.#progress.done)
      this.tools.changed()
    } catch (error) {
      // The next item counts again, and fails the job where its rows are out of reach.
      if (!this.#resting.signal.aborted) this.tools.log.warn('job_not_counted', this.#said(error))
    } finally {
      this.#later = null
    }
  }

  #said(error: unknown): { job: number; detail: string } {
    return { job: this.record.job.id, detail: String(error) }
  }

  /** What cannot be counted or closed now says nothing about the items: it is logged. */
  async #leave(work: JobWork | null): Promise<void> {
    this.#resting.abort(new Error('The drive is at its end'))
    await this.#later
    if (!work) return
    try {
      this.#progress = await work.progress()
    } catch (error) {
      this.tools.log.warn('job_not_counted', this.#said(error))
    }
    try {
      await work.close?.()
    } catch (error) {
      this.tools.log.warn('job_not_closed', this.#said(error))
    }
  }
}
