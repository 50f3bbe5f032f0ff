import { toKeep } from '../../src-shared/messages/told'
import type { RunState } from '../../src-shared/bridge/sync'
import type { Problem } from '../../src-shared/problem'
import { isAway, needsPerson, refusesKey } from '../core/client/reach'
import { joinSignals } from '../../src-shared/signals'
import type { Clock } from '../core/clock'
import type { Logger } from '../core/log'
import { asProblem, isProblem, problem } from '../core/problems'
import { backOff } from './back-off'
import type { RateMeter } from '../core/rate-meter'
import { createRunMeter } from './rate'
import type { Reachability } from './reachability'
import { isLive, waitsForKey, type AnyRun, type RunRows } from './run'
import type { WorkLog } from '../cache/work-log'

/** What a run is told of its service. `online` false: it is waited for; `blocked`: nothing more is answered to this key. */
export type RunReach = Pick<Reachability, 'online' | 'blocked' | 'problem' | 'probe' | 'whenOnline' | 'watch'>

/** How a list was read. */
export type ListEnd =
  /** To its end: with `sweep`, what was not seen is gone, unless there are doubts, which a person must see to. */
  | { kind: 'read'; sweep: boolean; doubts: Problem | null; said: string[] }
  /** The service does not know any more where the run had stopped: another run begins at the beginning. */
  | { kind: 'startOver'; said: string }

/** What reading a list is given. */
export interface ListReading<R extends AnyRun> {
  /** This run took over from one whose place the service did not know any more. */
  startedOver: boolean
  signal: AbortSignal
  /** Told of the run's row after every page. */
  progress(run: R): void
}

/** A list that runs read, from where the run's stored bookmark is. */
export interface CopiedList<R extends AnyRun> {
  reach(): RunReach
  /** Every failure leaves the bookmark with the last page applied; once it has settled, nothing more is sent or applied. */
  read(run: R, reading: ListReading<R>): Promise<ListEnd>
  /** Begins a run that takes over from one that is cancelled; absent: no place in the list is ever forgotten. */
  beginAgain?(run: R): Promise<R>
}

/** What runs of one kind share. */
export interface RunnerTools<R extends AnyRun> {
  rows: RunRows<R>
  clock: Clock
  log: Logger
  runLog: Pick<WorkLog<R>, 'begin' | 'note' | 'end'>
  /** What a run says of itself by its row. */
  saidBy(run: R): readonly string[]
  /** Told whenever the run's row changed. */
  changed(): void
  /** Told when the run has come to its end, before it is at rest. */
  ended(run: R): Promise<void>
  /** Told when the run asks a person something. */
  asks(run: R): void
  /** Told when the run waits until a person changed the key, the address or the project. */
  waits(run: R): void
}

/** Why a run is stopped from outside: `close` leaves it waiting for the next start of the program. */
export type Stop = 'pause' | 'cancel' | 'close'

/** So often may a run fail at one place although the service answers before it gives up. */
const strikesToFail = 5

/** Carries one run from where it is to its end, through pauses, waits for the service and restarts of its list. */
export class Runner<R extends AnyRun> {
  #run: R
  #startedOver = false
  #meter: RateMeter
  #said: readonly string[]
  /** What it said before its list was read. */
  #saidBefore: readonly string[]
  #stopping = new AbortController()
  #driving: Promise<void> | null = null
  #stop: Stop | null = null
  /** How often it failed where it is. */
  #strikes = 0

  constructor(
    run: R,
    private readonly list: CopiedList<R>,
    private readonly tools: RunnerTools<R>,
  ) {
    this.#run = run
    this.#said = this.#saidBefore = tools.saidBy(run)
    this.#meter = this.#newMeter()
  }

  /** The run's row as it stands, with how fast it is: records a second over the last half minute, once 20 s were watched. */
  get run(): R {
    return { ...this.#run, rate: this.#run.state === 'running' ? this.#meter.rate() : null }
  }

  /** Goes on with the run. Returns at once; {@link stopped} tells when it has come to rest. */
  go(): void {
    if (this.#driving) return
    this.#strikes = 0
    this.#begin()
  }

  /** Goes on where the service refused everything and no longer does. One that refuses this run alone is not asked for ever. */
  goAgain(): void {
    if (!this.#driving && waitsForKey(this.#run)) this.#begin()
  }

  #begin(): void {
    this.#stop = null
    this.#stopping = new AbortController()
    this.#meter = this.#newMeter()
    this.#driving = this.#drive()
      .catch((error: unknown) => this.#broke(error))
      .finally(() => {
        this.#driving = null
        this.tools.changed()
      })
  }

  #newMeter(): RateMeter {
    return createRunMeter(() => this.tools.clock.monotonic(), this.#run.received)
  }

  /** Stops the run. Resolves when nothing more is sent and nothing more is applied. */
  async stop(stop: Stop): Promise<void> {
    if (this.#driving) {
      this.#stop = stop
      this.#stopping.abort(new Error(`The run was stopped: ${stop}`))
      await this.#driving
      // It may have come to its end, or to a question, before it heard of this.
    }
    const { state } = this.#run
    if (stop === 'pause' && (state === 'running' || state === 'queued')) await this.#set('paused')
    if (stop === 'cancel' && isLive(this.#run)) {
      await this.#set('cancelled')
      await this.tools.ended(this.#run)
    }
  }

  /** Resolves when the run has come to rest: ended, paused, asking or stopped. */
  async stopped(): Promise<void> {
    await this.#driving
  }

  /** Ends a run that asked: with `remove`, what it did not see is deleted. */
  async answer(remove: boolean): Promise<void> {
    if (this.#run.state !== 'asking') return
    if (!remove) this.#said = [...this.#said, toKeep('told.unlistedKept')]
    await this.#finish(remove)
  }

  async #drive(): Promise<void> {
    const { signal } = this.#stopping
    await this.tools.runLog.begin(this.#run)
    while (!signal.aborted) {
      const { pages } = this.#run
      const reach = this.list.reach()
      try {
        if (!reach.online) {
          await this.#set('queued', reach.problem)
          await reach.whenOnline(signal)
        }
        await this.#set('running')
        const end = await this.#read(reach, signal)
        if (end?.kind === 'startOver') await this.#startOver(end.said)
        else if (end) {
          await this.#ended(end)
          return
        }
      } catch (error) {
        if (signal.aborted) return
        this.#strikes = this.#run.pages === pages ? this.#strikes + 1 : 1
        if (!(await this.#failed(error, reach, signal))) return
      }
    }
  }

  /** null: the service went away, and its requests were called off. That is no failure of the run. */
  async #read(reach: RunReach, signal: AbortSignal): Promise<ListEnd | null> {
    const reading = joinSignals(signal)
    const unwatch = reach.watch(() => {
      if (!reach.online) reading.abort(problem('cancelled'))
    })
    try {
      return await this.list.read(this.#run, {
        startedOver: this.#startedOver,
        signal: reading.signal,
        progress: (run) => {
          this.#run = run
          this.#meter.note(run.received)
          this.tools.changed()
          this.#note()
        },
      })
    } catch (error) {
      const wasCalledOff = reading.signal.aborted && !signal.aborted && isProblem(error, 'cancelled')
      if (wasCalledOff) return null
      throw error
    } finally {
      unwatch()
      reading.release()
    }
  }

  /** That the log cannot be written now must not stop the run: its row is the truth. */
  #note(): void {
    const { log, runLog } = this.tools
    const run = this.#run
    runLog.note(run).catch((error: unknown) => {
      log.warn('run_not_noted', { run: run.id, detail: String(error) })
    })
  }

  async #ended({ sweep, doubts, said }: Extract<ListEnd, { kind: 'read' }>): Promise<void> {
    this.#said = [...this.#saidBefore, ...said]
    if (sweep && doubts) {
      await this.#set('asking', doubts)
      this.tools.asks(this.#run)
    } else await this.#finish(sweep)
  }

  /** Whether to try again. Waits as long as that takes. */
  async #failed(error: unknown, reach: RunReach, signal: AbortSignal): Promise<boolean> {
    const failure = asProblem(error).problem
    const { clock, log } = this.tools
    log.warn('run_stopped', { run: this.#run.id, code: failure.code })
    if (!isProblem(error)) log.error('run_failed', { run: this.#run.id, detail: String(error) })
    // Some calls are refused by themselves: whether the key is taken at all, a question to the service tells.
    if (refusesKey(failure) && !reach.blocked) await reach.probe()
    const mayTry = this.#strikes < strikesToFail
    // Something is in the way that somebody sees to: what is missing can be had later, without doing it all again.
    const isOurs = isProblem(error, 'disk_full', 'cache_busy', 'cache_worker_stopped')
    const isRefused = reach.online && reach.blocked !== null
    if (isOurs || (isRefused && mayTry)) {
      await this.#set('paused', failure)
      if (isRefused) this.tools.waits(this.#run)
      return false
    }
    // A service that is away comes back: it is waited for, and tells when to go on.
    if (isAway(error) && !reach.online) return true
    if (failure.retryable && mayTry && !reach.blocked && !needsPerson(failure)) {
      await this.#set('queued', failure)
      await clock.sleep(backOff(this.#strikes, clock), signal).catch(() => undefined)
      return !signal.aborted
    }
    await this.#set('failed', failure)
    await this.tools.ended(this.#run)
    return false
  }

  /** A run of its own takes over, because what this one saw belongs to a list that the service no longer continues. */
  async #startOver(said: string): Promise<void> {
    if (!this.list.beginAgain) throw new Error('No run takes over')
    this.#said = this.#saidBefore = [said]
    await this.#set('cancelled')
    await this.tools.runLog.end(this.#run)
    this.#run = await this.list.beginAgain(this.#run)
    this.#startedOver = true
    await this.tools.runLog.begin(this.#run)
  }

  async #finish(sweep: boolean): Promise<void> {
    const { rows, clock } = this.tools
    this.#run = await rows.finish({ runId: this.#run.id, sweep, said: this.#said, now: clock.now() })
    await this.tools.ended(this.#run)
  }

  async #set(state: RunState, reason: Problem | null = null): Promise<void> {
    if (this.#run.state === state && this.#run.problem?.code === reason?.code) return
    const { rows, clock, log } = this.tools
    const { id: runId } = this.#run
    try {
      const now = clock.now()
      this.#run = await rows.set({ runId, state, now, problem: reason, said: this.#said })
    } catch (error) {
      // A full disk does not let a run say that the disk is full: it is said from memory until there is room.
      if (!isProblem(error, 'disk_full', 'cache_busy', 'cache_worker_stopped')) throw error
      log.warn('run_state_unwritten', { run: runId, code: error.problem.code })
      this.#run = { ...this.#run, state, problem: reason }
    }
    this.tools.changed()
  }

  #broke(error: unknown): void {
    if (this.#stop === 'close') return // The cache may have closed under a run that was being stopped.
    this.tools.log.error('run_broke', { run: this.#run.id, detail: String(error) })
    this.#run = { ...this.#run, state: 'failed', problem: asProblem(error).problem }
  }
}
