import { tell, retold } from '../../src-shared/messages/told'
import { SerialQueue } from '../../src-shared/serial-queue'
import { Emitter } from '../../src-shared/emitter'
import type { Clock } from '../core/clock'
import type { Slice } from '../../src-shared/bridge/base'
import type { Job, JobFailure, JobKind, JobPace, JobState } from '../../src-shared/bridge/jobs'
import type { Problem } from '../../src-shared/problem'
import type { Cache } from '../cache/store'
import type { JobRecord } from './store/api'
import type { Logger } from '../core/log'
import { asProblem, problem } from '../core/problems'
import { isLive, JobRegistry } from './registry'
import { Drive, type DriveEnd } from './drive'
import type { ListFailures, NewJob, OpenWork } from './job'
import type { JobAccess } from './access'
import { PaceRecorder, secondsLeft } from './pace'
import { passesByItself, waitsForKey } from './trouble'
import { t } from '../../src-shared/messages/message'

/** What the jobs of a profile are given. */
interface JobsOptions {
  cache: Cache
  access: JobAccess
  clock: Clock
  log: Logger
  /** Asked before every item. */
  readOnly(): boolean
  /** Tells a person who may not be looking. */
  notify(title: string, body: string): void
  /** Shows how far the running job is, 0 to 1; null: none runs. */
  progress(share: number | null): void
}

/** After a trouble that passes by itself: doubled each time that nothing was done in between. */
const firstPauseMs = 2000
const longestPauseMs = 300_000
/** Listeners hear of changes so often at most. */
const quietMs = 100

/**
 * The jobs of a profile, one at a time, in the order in which they were made; none runs before {@link Jobs.start}. Methods
 * that take an id reject with `not_found` where there is no such job.
 */
export class Jobs {
  readonly #kinds = new Map<JobKind, { open: OpenWork; failures: ListFailures }>()
  readonly #listeners = new Emitter()
  /** Called whenever {@link live} changed, at most ten times a second. Returns the way to stop. */
  readonly watch = this.#listeners.add
  readonly #closing = new AbortController()
  readonly #registry: JobRegistry
  readonly #pace = new Map<number, PaceRecorder>()
  #drive: Drive | null = null
  #started = false
  #usable = true
  /** When what waits for a trouble to pass may try again, on the monotonic clock, and how often it did in vain. */
  #again = { at: 0, tries: 0 }
  #announcing = false
  readonly #queue = new SerialQueue()
  #unwatch: () => void = () => undefined

  constructor(private readonly options: JobsOptions) {
    this.#registry = new JobRegistry(options)
  }

  /** Says who does the work of a kind; before {@link start}. */
  handle(kind: JobKind, open: OpenWork, failures: ListFailures): void {
    this.#kinds.set(kind, { open, failures })
  }

  /** `running` becomes `queued`, and what is queued goes on. */
  start(): Promise<void> {
    return this.#queue.run(async () => {
      const { access } = this.options
      await this.#registry.load()
      this.#usable = this.#isUsable()
      this.#unwatch = access.watch(() => this.#hear())
      this.#started = true
      await this.#goOn()
    })
  }

  /**
   * Makes a job and starts it as soon as the one before it is done: one runs at a time. Rejects with `profile_read_only`
   * where nothing may be changed.
   */
  add(wanted: NewJob): Promise<Job> {
    return this.#queue.run(async () => {
      this.#refuseReadOnly()
      const { id } = await this.#registry.add(wanted)
      this.options.access.client.tryNow()
      await this.#goOn()
      return this.get(id)
    })
  }

  async get(id: number): Promise<Job> {
    return this.#overlaid((await this.#registry.find(id)).job)
  }

  /** One that waited for a trouble to pass waits for a person from now on. */
  pause(id: number): Promise<Job> {
    return this.#haltAs(id, 'paused')
  }

  /** Puts a paused job back in its place in the line. */
  resume(id: number): Promise<Job> {
    return this.#queue.run(async () => {
      this.#refuseReadOnly()
      const { job } = await this.#registry.find(id)
      if (!isLive(job)) {
        throw problem('conflict', {
          title: tell('jobs.runner.thisJobHasEnded'),
          why: tell('jobs.runner.onlyAPausedJob'),
          action: tell('jobs.runner.startItAnew'),
        })
      }
      if (job.state === 'paused') await this.#set(id, 'queued', null)
      this.#again = { at: 0, tries: 0 }
      this.options.access.client.tryNow()
      await this.#goOn()
      return this.get(id)
    })
  }

  /** Once it has answered, nothing more of the job is sent (docs/rules.md, rule 6). */
  cancel(id: number): Promise<Job> {
    return this.#haltAs(id, 'cancelled')
  }

  #haltAs(id: number, state: 'paused' | 'cancelled'): Promise<Job> {
    return this.#queue.run(async () => {
      await this.#halt(id)
      const { job } = await this.#registry.find(id)
      if (isLive(job)) await this.#set(id, state, null)
      await this.#goOn()
      return this.get(id)
    })
  }

  /** Puts an ended job out of {@link live}. */
  async dismiss(id: number): Promise<void> {
    const { job } = await this.#registry.find(id)
    if (isLive(job)) return
    await this.#registry.dismiss(id)
    this.#announce()
  }

  /** Jobs that are queued, running or paused, and what ended lately and was not put away; the newest first. */
  live(): readonly Job[] {
    const live = this.#registry.live.map(({ job }) => this.#overlaid(job))
    return [...live, ...this.#registry.ended.map(retold)].sort((a, b) => b.id - a.id)
  }

  /** The newest first. */
  async page(input: { kind: JobKind | null; slice: Slice }): Promise<{ jobs: Job[]; count: number }> {
    const { jobs, count } = await this.options.cache.jobs.page(input)
    return { jobs: jobs.map((job) => this.#overlaid(this.#registry.current(job))), count }
  }

  /** Those of one import, the newest first. */
  async ofImport(importId: number): Promise<Job[]> {
    const jobs = await this.options.cache.jobs.ofImport(importId)
    return jobs.map((job) => this.#overlaid(this.#registry.current(job)))
  }

  async failures(id: number, slice: Slice): Promise<{ failures: JobFailure[]; count: number }> {
    const { job, detail } = await this.#registry.find(id)
    return this.#kind(job.kind).failures(this.#overlaid(job), detail, slice)
  }

  /** Requests a minute while it ran since this start of the program; nothing for a job that is at its end since before. */
  pace(id: number): JobPace[] {
    return this.#pace.get(id)?.points ?? []
  }

  /** Waits for the item under way, and leaves the rest for the next start. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    this.#unwatch()
    this.#listeners.clear()
    await this.#drive?.stop()
    await this.#queue.idle()
    this.options.progress(null)
  }

  /** Within a turn: starts the first in line, if nothing runs and nothing is in its way. */
  async #goOn(): Promise<void> {
    const { clock, access, readOnly } = this.options
    if (!this.#started || this.#drive || this.#closing.signal.aborted) return
    const first = this.#registry.live.find(({ job }) => this.#isInLine(job))
    if (!first) return
    const { id } = first.job
    if (readOnly()) return this.#set(id, 'paused', problem('profile_read_only').problem)
    if (!this.#isUsable()) {
      // The line tells when it is there again.
      const found = access.problem ?? problem('offline', offlineWords()).problem
      if (first.job.state === 'paused' && first.job.problem?.code === found.code) return
      await this.#set(id, 'paused', found)
      return waitsForKey(found) ? this.#notify(id) : undefined
    }
    if (first.job.state === 'paused' && clock.monotonic() < this.#again.at) return
    await this.#set(id, 'running', null)
    const record = await this.#registry.find(id)
    await this.#registry.enter(record.job)
    if (!this.#closing.signal.aborted) this.#begin(record)
  }

  #begin(record: JobRecord): void {
    const { cache, clock, log, access, readOnly } = this.options
    const { id, kind } = record.job
    const open: OpenWork = async (job, detail) => this.#kind(kind).open(job, detail)
    const tools = { cache, clock, log, readOnly, changed: () => this.#moved() }
    const drive = new Drive(record, open, tools)
    this.#drive = drive
    const pace = this.#pace.get(id) ?? new PaceRecorder(clock)
    this.#pace.set(id, pace)
    pace.note(access.client.budget)
    void drive.ended.then((end) =>
      this.#queue
        .run(async () => {
          if (this.#drive !== drive) return // A person stopped it, and was told what became of it.
          await this.#rest(drive, end)
          await this.#goOn()
        })
        .catch((error: unknown) => log.error('job_broke', { job: id, detail: String(error) })),
    )
  }

  /** Within a turn: stops a job if it runs. It then is as {@link #rest} leaves it. */
  async #halt(id: number): Promise<void> {
    const drive = this.#drive
    if (drive?.record.job.id !== id) return
    await this.#rest(drive, await drive.stop())
  }

  /** Within a turn: a drive has come to its end, and its job's row says how. */
  async #rest(drive: Drive, end: DriveEnd): Promise<void> {
    this.#drive = null
    if (drive.moved) this.#again = { at: 0, tries: 0 }
    const { id } = drive.record.job
    this.#pace.get(id)?.rest(this.options.access.client.budget)
    if (end.kind === 'finished') await this.#set(id, 'finished', null, drive)
    else if (end.kind === 'stopped') await this.#set(id, 'queued', null, drive)
    else await this.#trouble(drive, end.error)
    this.options.progress(null)
  }

  async #trouble(drive: Drive, error: unknown): Promise<void> {
    const { clock, log } = this.options
    const { id } = drive.record.job
    const found = asProblem(error).problem
    log.warn('job_stopped', { job: id, code: found.code })
    if (this.#closing.signal.aborted) return this.#set(id, 'queued', null, drive)
    if (found.code === 'internal') {
      log.error('job_failed', {
        job: id,
        detail: String(error instanceof Error ? (error.cause ?? error) : error),
      })
    }
    await this.#set(id, found.code === 'internal' ? 'failed' : 'paused', found, drive)
    if (passesByItself(found)) {
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#again.tries)
      const again = { at: clock.monotonic() + pause, tries: this.#again.tries + 1 }
      this.#again = again
      clock.sleep(pause, this.#closing.signal).then(
        () => {
          again.at = 0 // A timer may be a moment early.
          this.#tryAgain()
        },
        () => undefined, // Closed.
      )
    } else if (found.code !== 'internal') await this.#notify(id)
  }

  /** Tells a person who may not be looking how a job stands. */
  async #notify(id: number): Promise<void> {
    const { job } = await this.#registry.find(id)
    const notice = noticeOf(job)
    if (notice !== null) this.options.notify(job.title, notice)
  }

  /** Within a turn. */
  async #set(id: number, state: JobState, found: Problem | null, drive?: Drive): Promise<void> {
    const job = await this.#registry.set(await this.#registry.find(id), state, found, drive?.progress)
    const notice = isLive(job) ? null : noticeOf(job)
    if (notice !== null) this.options.notify(job.title, notice)
    this.#announce()
  }

  #isInLine({ state, problem: found }: Job): boolean {
    return state === 'queued' || (state === 'paused' && (passesByItself(found) || waitsForKey(found)))
  }

  /** Whether anything can be asked at all. */
  #isUsable(): boolean {
    const { online, problem: found } = this.options.access
    return online && !waitsForKey(found)
  }

  #hear(): void {
    const { access } = this.options
    if (this.#drive) this.#pace.get(this.#drive.record.job.id)?.note(access.client.budget)
    const usable = this.#isUsable()
    const came = usable && !this.#usable
    this.#usable = usable
    if (!came) return
    this.#again = { at: 0, tries: 0 }
    this.#tryAgain()
  }

  #tryAgain(): void {
    this.#queue
      .run(() => this.#goOn())
      .catch((error: unknown) => this.options.log.error('job_broke', { detail: String(error) }))
  }

  #moved(): void {
    if (!this.#drive) return
    const { total, done } = this.#drive.progress
    this.options.progress(total === 0 ? 0 : done / total)
    this.#announce()
  }

  #overlaid(held: Job): Job {
    const job = retold(held)
    const drive = this.#drive
    if (drive?.record.job.id !== job.id) return job
    const { total, done, failed } = drive.progress
    const { rate, itemsPerRequest, heldUntil } = drive
    const share = this.options.access.client.budget.share * itemsPerRequest
    const counted = { ...job, total, done, failed, rate, secondsLeft: secondsLeft(total - done, rate, share) }
    return heldUntil === null ? counted : { ...counted, heldUntil }
  }

  #kind(kind: JobKind) {
    const found = this.#kinds.get(kind)
    if (!found) throw new Error(`Nobody does jobs of kind ${kind}`)
    return found
  }

  #refuseReadOnly(): void {
    if (this.options.readOnly()) throw problem('profile_read_only')
  }

  /** Ten times a second at most. */
  #announce(): void {
    if (this.#announcing) return
    this.#announcing = true
    this.options.clock.sleep(quietMs, this.#closing.signal).then(
      () => {
        this.#announcing = false
        this.#listeners.emit()
      },
      () => undefined, // Closed.
    )
  }
}

const offlineWords = () => ({
  why: tell('jobs.runner.theServiceCannotBe'),
  action: tell('jobs.runner.theJobGoesOn'),
})

/** What a person who was not looking is told when a job has ended, or waits for them; null: nothing. */
function noticeOf({ state, problem, total, done, failed }: Job): string | null {
  if (state === 'finished') {
    return failed === 0
      ? t('jobs.words.doneOfTotalDone', { done, total })
      : t('jobs.words.doneOfTotalFailed', { done: done - failed, total, failed })
  }
  if (state === 'cancelled' || !problem) return null
  return `${problem.title}. ${problem.action}`
}
