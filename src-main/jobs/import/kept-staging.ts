import { Emitter } from '../../../src-shared/emitter'
import type { Clock } from '../../clock'
import { isProblem, problem } from '../../problems'
import type { Staging, StagingProgress } from './staging'

/** So long nobody must have asked for the rows before their worker is ended, in milliseconds. */
const idleMs = 60_000

type Input<Name extends keyof Staging> = Parameters<Staging[Name]>[0]

/** The rows of an import, whose worker starts with the first call and ends when none came for a minute. */
export class KeptStaging implements Staging {
  readonly #listeners = new Emitter<StagingProgress | null>()
  #opened: Promise<Staging> | null = null
  #calls = 0
  /** Aborted when somebody asks again before the worker is ended. */
  #idle: AbortController | null = null
  #closed = false

  constructor(
    private readonly open: () => Promise<Staging>,
    private readonly clock: Pick<Clock, 'sleep'>,
  ) {}

  keep = (source: Input<'keep'>) => this.#call((staging) => staging.keep(source))
  read = (input: Input<'read'>) => this.#call((staging) => staging.read(input))
  readAgain = (input: Input<'readAgain'>) => this.#call((staging) => staging.readAgain(input))
  preview = (limit: number) => this.#call((staging) => staging.preview(limit))
  map = (columns: Input<'map'>) => this.#call((staging) => staging.map(columns))
  rules = (rules: Input<'rules'>) => this.#call((staging) => staging.rules(rules))
  check = (input: Input<'check'>) => this.#call((staging) => staging.check(input))
  recheck = () => this.#call((staging) => staging.recheck())
  counts = () => this.#call((staging) => staging.counts())
  rows = (input: Input<'rows'>) => this.#call((staging) => staging.rows(input))
  repair = (input: Input<'repair'>) => this.#call((staging) => staging.repair(input))
  correctTypos = (input: Input<'correctTypos'>) => this.#call((staging) => staging.correctTypos(input))
  leaveOut = (input: Input<'leaveOut'>) => this.#call((staging) => staging.leaveOut(input))
  estimate = () => this.#call((staging) => staging.estimate())
  unverified = (input: Input<'unverified'>) => this.#call((staging) => staging.unverified(input))
  noteVerdicts = (verdicts: Input<'noteVerdicts'>) => this.#call((staging) => staging.noteVerdicts(verdicts))
  noted = (input: Input<'noted'>) => this.#call((staging) => staging.noted(input))
  verifyProgress = () => this.#call((staging) => staging.verifyProgress())
  reasons = () => this.#call((staging) => staging.reasons())
  next = (after: number) => this.#call((staging) => staging.next(after))
  begin = (row: Input<'begin'>) => this.#call((staging) => staging.begin(row))
  settle = (...args: Parameters<Staging['settle']>) => this.#call((staging) => staging.settle(...args))
  progress = () => this.#call((staging) => staging.progress())
  retryFailed = () => this.#call((staging) => staging.retryFailed())
  failures = (input: Input<'failures'>) => this.#call((staging) => staging.failures(input))
  nextUndo = (before: number) => this.#call((staging) => staging.nextUndo(before))
  settleUndo = (...args: Parameters<Staging['settleUndo']>) =>
    this.#call((staging) => staging.settleUndo(...args))
  undoProgress = () => this.#call((staging) => staging.undoProgress())
  undoAgain = () => this.#call((staging) => staging.undoAgain())
  people = (input: Input<'people'>) => this.#call((staging) => staging.people(input))
  rejects = (input: Input<'rejects'>) => this.#call((staging) => staging.rejects(input))
  header = () => this.#call((staging) => staging.header())

  watch(listener: (progress: StagingProgress | null) => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.clear()
    await this.#end()
  }

  async #call<T>(act: (staging: Staging) => Promise<T>): Promise<T> {
    if (this.#closed) throw problem('cancelled', { why: 'The rows of this import were closed.' })
    this.#calls += 1
    this.#idle?.abort()
    const opened = (this.#opened ??= this.#start())
    try {
      return await act(await opened)
    } catch (error) {
      // A worker that ended is not asked again: the next call starts another.
      if (isProblem(error, 'cache_worker_stopped') && this.#opened === opened) this.#opened = null
      throw error
    } finally {
      this.#calls -= 1
      if (this.#calls === 0 && !this.#closed) void this.#endWhenIdle()
    }
  }

  async #start(): Promise<Staging> {
    try {
      const staging = await this.open()
      staging.watch((progress) => {
        this.#listeners.emit(progress)
      })
      return staging
    } catch (error) {
      // The next call tries again.
      this.#opened = null
      throw error
    }
  }

  async #endWhenIdle(): Promise<void> {
    const idle = new AbortController()
    this.#idle = idle
    await this.clock.sleep(idleMs, idle.signal).catch(() => undefined)
    if (!idle.signal.aborted) await this.#end()
  }

  async #end(): Promise<void> {
    this.#idle?.abort()
    const opened = this.#opened
    this.#opened = null
    // What could not be opened needs no closing: whoever asked was told why.
    const staging = await opened?.catch(() => null)
    await staging?.close()
  }
}
