import type { Slice } from '../../src-shared/bridge/base'
import type { Job, JobFailure, JobKind, JobPace, JobState } from '../../src-shared/bridge/jobs'
import type { Problem } from '../../src-shared/problem'
import type { Cache, JobRecord } from '../cache/store'
import type { Clock } from '../host'
import type { Logger } from '../log'
import { asProblem, isProblem, problem } from '../problems'
import { Drive, isLive, type DriveEnd } from './drive'
import type { Jobs, ListFailures, NewJob, OpenWork } from './job'
import { createJobLog, type JobLog } from './job-log'
import type { JobLine } from './line'
import { PaceRecorder, secondsLeft } from './pace'
import { passesByItself } from './trouble'
import { noticeOf } from './words'

/** What the jobs of a profile are given. */
export interface JobsOptions {
  cache: Cache
  line: JobLine
  clock: Clock
  log: Logger
  /** Asked before every item. */
  readOnly(): boolean
  /** Tells a person who may not be looking. */
  notify(title: string, body: string): void
  /** Shows how far the running job is, 0 to 1; null: none runs. */
  progress(share: number | null): void
}

/** What ended is shown for so long after. */
const latelyMs = 24 * 3_600_000
/** After a trouble that passes by itself: doubled each time that nothing was done in between. */
const firstPauseMs = 2000
const longestPauseMs = 300_000
/** Listeners hear of changes so often at most. */
const quietMs = 100

/** The jobs of a profile. Nothing runs before {@link Jobs.start}. */
export function createJobs(options: JobsOptions): Jobs {
  return new ProfileJobs(options)
}

/** One at a time, in the order in which they were made. */
class ProfileJobs implements Jobs {
  readonly #kinds = new Map<JobKind, { open: OpenWork; failures: ListFailures }>()
  readonly #listeners = new Set<() => void>()
  readonly #closing = new AbortController()
  readonly #jobLog: JobLog
  /** The order is that of their making. */
  readonly #records = new Map<number, JobRecord>()
  readonly #pace = new Map<number, PaceRecorder>()
  #ended: Job[] = []
  #drive: Drive | null = null
  #started = false
  #online = true
  /** When what waits for a trouble to pass may try again, on the monotonic clock, and how often it did in vain. */
  #again = { at: 0, tries: 0 }
  #announcing = false
  #turn: Promise<unknown> = Promise.resolve()
  #unwatch: () => void = () => undefined

  constructor(private readonly options: JobsOptions) {
    this.#jobLog = createJobLog(options.cache, () => options.clock.now())
  }

  handle(kind: JobKind, open: OpenWork, failures: ListFailures): void {
    this.#kinds.set(kind, { open, failures })
  }

  start(): Promise<void> {
    return this.#inTurn(async () => {
      const { cache, clock, line } = this.options
      for (const record of await cache.jobs.live()) this.#records.set(record.job.id, record)
      this.#ended = await cache.jobs.lately(clock.now() - latelyMs)
      this.#online = line.online
      this.#unwatch = line.watch(() => this.#hear())
      this.#started = true
      await this.#goOn()
    })
  }

  add({ kind, title, importId, detail }: NewJob): Promise<Job> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly()
      const { cache, clock } = this.options
      const job = await cache.jobs.add({ kind, title, importId, detail, now: clock.now() })
      this.#records.set(job.id, { job, detail })
      await this.#goOn()
      return this.#shown(job.id)
    })
  }

  async get(id: number): Promise<Job> {
    return this.#overlaid((await this.#record(id)).job)
  }

  pause(id: number): Promise<Job> {
    return this.#inTurn(async () => {
      await this.#halt(id)
      const { job } = await this.#record(id)
      // One that waited for a trouble to pass waits for a person from now on.
      if (isLive(job)) await this.#set(id, 'paused', null)
      await this.#goOn()
      return this.#shown(id)
    })
  }

  resume(id: number): Promise<Job> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly()
      const { job } = await this.#record(id)
      if (!isLive(job)) {
        throw problem('conflict', {
          title: 'This job has ended',
          why: 'Only a paused job can go on.',
          action: 'Start it anew.',
        })
      }
      if (job.state === 'paused') await this.#set(id, 'queued', null)
      this.#again = { at: 0, tries: 0 }
      await this.#goOn()
      return this.#shown(id)
    })
  }

  cancel(id: number): Promise<Job> {
    return this.#inTurn(async () => {
      await this.#halt(id)
      const { job } = await this.#record(id)
      if (isLive(job)) await this.#set(id, 'cancelled', null)
      await this.#goOn()
      return this.#shown(id)
    })
  }

  async dismiss(id: number): Promise<void> {
    const { job } = await this.#record(id)
    if (isLive(job)) return
    await this.options.cache.jobs.dismiss(id)
    this.#ended = this.#ended.filter((ended) => ended.id !== id)
    this.#announce()
  }

  live(): readonly Job[] {
    const live = [...this.#records.values()].map(({ job }) => this.#overlaid(job))
    const since = this.options.clock.now() - latelyMs
    const ended = this.#ended.filter(({ endedAt }) => (endedAt ?? 0) >= since)
    return [...live, ...ended].sort((a, b) => b.id - a.id)
  }

  async page(input: { kind: JobKind | null; slice: Slice }): Promise<{ jobs: Job[]; count: number }> {
    const { jobs, count } = await this.options.cache.jobs.page(input)
    return { jobs: jobs.map((job) => this.#overlaid(this.#records.get(job.id)?.job ?? job)), count }
  }

  async ofImport(importId: number): Promise<Job[]> {
    const jobs = await this.options.cache.jobs.ofImport(importId)
    return jobs.map((job) => this.#overlaid(this.#records.get(job.id)?.job ?? job))
  }

  async failures(id: number, slice: Slice): Promise<{ failures: JobFailure[]; count: number }> {
    const { job, detail } = await this.#record(id)
    return this.#kind(job.kind).failures(this.#overlaid(job), detail, slice)
  }

  pace(id: number): JobPace[] {
    return this.#pace.get(id)?.points ?? []
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    this.#unwatch()
    this.#listeners.clear()
    await this.#drive?.stop()
    await this.#turn
    this.options.progress(null)
  }

  /** Within a turn: starts the first in line, if nothing runs and nothing is in its way. */
  async #goOn(): Promise<void> {
    const { clock, line, readOnly } = this.options
    if (!this.#started || this.#drive || this.#closing.signal.aborted) return
    const first = [...this.#records.values()].find(({ job }) => this.#isInLine(job))
    if (!first) return
    const { id } = first.job
    if (readOnly()) return this.#set(id, 'paused', problem('profile_read_only').problem)
    if (!line.online) {
      // The line tells when it is there again.
      if (first.job.state === 'paused') return
      return this.#set(id, 'paused', line.problem ?? problem('offline', offlineWords).problem)
    }
    if (first.job.state === 'paused' && clock.monotonic() < this.#again.at) return
    await this.#set(id, 'running', null)
    await this.#enter(id)
    const record = this.#records.get(id)
    if (record && !this.#closing.signal.aborted) this.#begin(record)
  }

  #begin(record: JobRecord): void {
    const { cache, clock, log, line, readOnly } = this.options
    const { id, kind } = record.job
    const open: OpenWork = async (job, detail) => this.#kind(kind).open(job, detail)
    const tools = { cache, clock, log, readOnly, changed: () => this.#moved() }
    const drive = new Drive(record, open, tools)
    this.#drive = drive
    const pace = this.#pace.get(id) ?? new PaceRecorder(clock)
    this.#pace.set(id, pace)
    pace.note(line.client.budget)
    void drive.ended.then((end) =>
      this.#inTurn(async () => {
        if (this.#drive !== drive) return // A person stopped it, and was told what became of it.
        await this.#rest(drive, end)
        await this.#goOn()
      }).catch((error: unknown) => log.error('job_broke', { job: id, detail: String(error) })),
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
    if (end.kind === 'finished') await this.#set(id, 'finished', null, drive)
    else if (end.kind === 'stopped') await this.#set(id, 'queued', null, drive)
    else await this.#trouble(drive, end.error)
    this.options.progress(null)
  }

  async #trouble(drive: Drive, error: unknown): Promise<void> {
    const { clock, log, notify } = this.options
    const { id, title } = drive.record.job
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
    } else if (found.code !== 'internal') {
      const { job } = await this.#record(id)
      const notice = noticeOf(job)
      if (notice !== null) notify(title, notice)
    }
  }

  async #set(id: number, state: JobState, found: Problem | null, drive?: Drive): Promise<void> {
    const record = this.#records.get(id)
    if (!record) return
    const { cache, clock, log, notify } = this.options
    const now = clock.now()
    const progress = drive ? { progress: drive.progress } : {}
    let job: Job
    try {
      job = await cache.jobs.set({ id, state, now, problem: found, ...progress })
    } catch (error) {
      // A full disk does not let a job say that the disk is full: it is said from memory until there is room.
      if (!isProblem(error)) throw error
      log.warn('job_state_unwritten', { job: id, code: error.problem.code })
      const endedAt = state === 'finished' || state === 'failed' || state === 'cancelled' ? now : null
      job = { ...record.job, ...drive?.progress, state, problem: found, endedAt }
    }
    this.#records.set(id, { ...record, job })
    if (!isLive(job)) {
      this.#records.delete(id)
      this.#ended.push(job)
      await this.#leaveLog(job)
      const notice = noticeOf(job)
      if (notice !== null) notify(job.title, notice)
    }
    this.#announce()
  }

  /** That an entry of the log cannot be written now must not stop the job: its row is the truth. */
  async #enter(id: number): Promise<void> {
    const record = this.#records.get(id)
    if (record) await this.#logged(this.#jobLog.begin(record.job))
  }

  async #leaveLog(job: Job): Promise<void> {
    await this.#logged(this.#jobLog.end(job))
  }

  async #logged(entering: Promise<void>): Promise<void> {
    try {
      await entering
    } catch (error) {
      this.options.log.warn('job_not_entered', { detail: String(error) })
    }
  }

  #isInLine({ state, problem: found }: Job): boolean {
    return state === 'queued' || (state === 'paused' && passesByItself(found))
  }

  #hear(): void {
    const { line } = this.options
    if (this.#drive) this.#pace.get(this.#drive.record.job.id)?.note(line.client.budget)
    const came = line.online && !this.#online
    this.#online = line.online
    if (!came) return
    this.#again = { at: 0, tries: 0 }
    this.#tryAgain()
  }

  #tryAgain(): void {
    this.#inTurn(() => this.#goOn()).catch((error: unknown) =>
      this.options.log.error('job_broke', { detail: String(error) }),
    )
  }

  #moved(): void {
    if (!this.#drive) return
    const { total, done } = this.#drive.progress
    this.options.progress(total === 0 ? 0 : done / total)
    this.#announce()
  }

  #overlaid(job: Job): Job {
    const drive = this.#drive
    if (drive?.record.job.id !== job.id) return job
    const { total, done, failed } = drive.progress
    const { rate } = drive
    const { share } = this.options.line.client.budget
    return { ...job, total, done, failed, rate, secondsLeft: secondsLeft(total - done, rate, share) }
  }

  async #shown(id: number): Promise<Job> {
    return this.#overlaid((await this.#record(id)).job)
  }

  async #record(id: number): Promise<JobRecord> {
    const record = this.#records.get(id) ?? (await this.options.cache.jobs.get(id))
    if (!record)
      throw problem('not_found', {
        title: 'There is no such job',
        why: 'This copy holds no job of that number.',
      })
    return record
  }

  #kind(kind: JobKind) {
    const found = this.#kinds.get(kind)
    if (!found) throw new Error(`Nobody does jobs of kind ${kind}`)
    return found
  }

  #refuseReadOnly(): void {
    if (this.options.readOnly()) throw problem('profile_read_only')
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Ten times a second at most. */
  #announce(): void {
    if (this.#announcing) return
    this.#announcing = true
    this.options.clock.sleep(quietMs, this.#closing.signal).then(
      () => {
        this.#announcing = false
        for (const listener of this.#listeners) listener()
      },
      () => undefined, // Closed.
    )
  }
}

const offlineWords = { why: 'The service cannot be reached.', action: 'The job goes on when it answers.' }
