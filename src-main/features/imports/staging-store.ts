import { tell } from '../../../src-shared/messages/told'
import { Emitter } from '../../../src-shared/emitter'
import type { Clock } from '../../core/clock'
import { calledByName } from '../../core/database/called-worker'
import { isProblem, problem } from '../../core/problems'
import type { StagingProgress } from './rows'
import type { EngineCalls, Staging } from './staging'

/**
 * The rows of a profile's imports, one worker each however many ask: a screen, a run, an undo. A worker starts when the
 * first asks, and ends when nobody asked for a minute.
 */
export class StagingStore {
  readonly #kept = new Map<number, KeptStaging>()
  #closed = false

  constructor(
    /** Opens the worker that holds an import's rows. */
    private readonly open: (importId: number) => Promise<Staging>,
    private readonly clock: Pick<Clock, 'sleep'>,
  ) {}

  /** The rows of an import. Nobody needs to close them. Throws `cancelled` once the profile is left. */
  of(importId: number): Staging {
    if (this.#closed) throw problem('cancelled', { why: tell('imports.stagingStore.theProfileWasLeft') })
    const entry = this.#kept.get(importId) ?? new KeptStaging(() => this.open(importId), this.clock)
    this.#kept.set(importId, entry)
    return entry.staging
  }

  /** Ends the worker of an import: its file is about to be deleted. */
  async end(importId: number): Promise<void> {
    const entry = this.#kept.get(importId)
    this.#kept.delete(importId)
    await entry?.close()
  }

  /** Ends every worker. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#kept.keys()].map((importId) => this.end(importId)))
  }
}

/** So long nobody must have asked for the rows before their worker is ended, in milliseconds. */
const idleMs = 60_000

/** The rows of an import, whose worker starts with the first call and ends when none came for a minute. */
class KeptStaging {
  readonly staging: Staging
  readonly #listeners = new Emitter<StagingProgress | null>()
  #opened: Promise<Staging> | null = null
  #calls = 0
  /** Aborted when somebody asks again before the worker is ended. */
  #idle: AbortController | null = null
  #closed = false

  constructor(
    private readonly open: () => Promise<Staging>,
    private readonly clock: Pick<Clock, 'sleep'>,
  ) {
    const calls = calledByName<EngineCalls>((name, args) => this.#call(name, args))
    this.staging = Object.assign(calls, {
      watch: (listener: (progress: StagingProgress | null) => void) => this.#listeners.add(listener),
      close: () => this.close(),
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.clear()
    await this.#end()
  }

  async #call(name: string, args: unknown[]): Promise<unknown> {
    if (this.#closed) throw problem('cancelled', { why: tell('imports.stagingStore.theRowsOfThis') })
    this.#calls += 1
    this.#idle?.abort()
    const opened = (this.#opened ??= this.#start())
    try {
      const staging = await opened
      const call = Reflect.get(staging, name) as (...args: unknown[]) => Promise<unknown>
      return await call(...args)
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
