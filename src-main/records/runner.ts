import type { Clock } from '../clock'
import type { RecordRun } from '../../src-shared/bridge/records'
import type { RunState } from '../../src-shared/bridge/sync'
import type { Problem, ProblemCode } from '../../src-shared/problem'
import type { Cache } from '../cache/store'
import { isAway, needsPerson } from '../client/reach'
import { joinSignals } from '../client/signals'
import type { Logger } from '../log'
import { asProblem, isProblem, problem } from '../problems'
import { doubtsAbout } from '../sync/completeness'
import type { Reachability } from '../sync/reachability'
import type { AskPage } from './flights'
import { createFlow, type Flow } from './flow'
import { readList, type ReadEnd } from './reading'
import { reportOf } from './report'

/** What a run is told of its service. */
export type RunReach = Pick<Reachability, 'online' | 'blocked' | 'problem' | 'whenOnline' | 'watch'>

/** What the runs of a profile's connections share. */
export interface RecordRunnerTools {
  cache: Pick<Cache, 'records'>
  clock: Clock
  log: Logger
  /** Pages asked for at once at most. */
  most: number
  /** Asks for a page; rejects with why there is no way to the service. How quickly it came is told to the flow. */
  ask(connectionId: string, flow: Flow): AskPage
  /** Whether the service of a connection answers. */
  reach(connectionId: string): RunReach
  /** Told whenever a run's row changed. */
  changed(): void
  /** Told when a run has come to its end. */
  ended(run: RecordRun): Promise<void>
  /** Told when a run asks a person something. */
  asks(run: RecordRun): void
}

/** Why a run is stopped from outside: `close` leaves it waiting for the next start of the program. */
export type Stop = 'pause' | 'cancel' | 'close'

/** So often may a run fail at one place although the service answers before it gives up. */
const strikesToFail = 5
/** What a person sees to, after which the run goes on from where it is. */
const inTheWay: readonly ProblemCode[] = [
  'disk_full',
  'cache_busy',
  'cache_worker_stopped',
  'key_missing',
  'key_refused',
  'keychain_locked',
]
const firstPauseMs = 1000

/** Carries one run over a connection's list from where it is to its end, through pauses and restarts. */
export class RecordRunner {
  #run: RecordRun
  #stopping = new AbortController()
  #driving: Promise<void> | null = null
  #stop: Stop | null = null
  /** Lives as long as the runner: what the service takes at once was learnt. */
  readonly #flow: Flow
  #copy: { rows: number; revision: number } | null = null

  constructor(
    run: RecordRun,
    private readonly tools: RecordRunnerTools,
  ) {
    this.#run = run
    this.#flow = createFlow(tools.most)
  }

  get run(): RecordRun {
    return this.#run
  }

  /** What the copy held after the last page; null before the first. */
  get copy(): { rows: number; revision: number } | null {
    return this.#copy
  }

  /** Goes on with the run. Returns at once; {@link stopped} tells when it has come to rest. */
  go(): void {
    if (this.#driving) return
    this.#stop = null
    this.#stopping = new AbortController()
    this.#driving = this.#drive()
      .catch((error: unknown) => this.#broke(error))
      .finally(() => {
        this.#driving = null
        this.tools.changed()
      })
  }

  /** Stops the run. Resolves when nothing more is sent and nothing more is stored. */
  async stop(stop: Stop): Promise<void> {
    if (this.#driving) {
      this.#stop = stop
      this.#stopping.abort(new Error(`The run was stopped: ${stop}`))
      await this.#driving
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
    if (this.#run.state === 'asking')
      await this.#finish(remove, { complete: true, missing: 0, kept: !remove })
  }

  async #drive(): Promise<void> {
    const { signal } = this.#stopping
    const reach = this.tools.reach(this.#run.connectionId)
    let strikes = 0
    while (!signal.aborted) {
      const { pages } = this.#run
      try {
        if (isWaitedFor(reach)) {
          await this.#set('queued', reach.problem)
          await reach.whenOnline(signal)
        }
        await this.#set('running')
        const end = await this.#read(reach, signal)
        if (!end) continue
        await this.#ended(end)
        return
      } catch (error) {
        if (signal.aborted) return
        strikes = this.#run.pages === pages ? strikes + 1 : 1
        if (!(await this.#failed(error, strikes, signal))) return
      }
    }
  }

  /** null: the service went away, and its requests were called off. That is no failure of the run. */
  async #read(reach: RunReach, signal: AbortSignal): Promise<ReadEnd | null> {
    const { cache, ask } = this.tools
    const flow = this.#flow
    const reading = joinSignals(signal)
    const unwatch = reach.watch(() => {
      if (isWaitedFor(reach)) reading.abort(problem('cancelled'))
    })
    try {
      return await readList(this.#run.id, {
        cache,
        ask: ask(this.#run.connectionId, flow),
        flow,
        signal: reading.signal,
        progress: (run, { rows, revision }) => {
          this.#run = run
          this.#copy = { rows, revision }
          this.tools.changed()
        },
      })
    } catch (error) {
      if (reading.signal.aborted && !signal.aborted) return null
      throw error
    } finally {
      unwatch()
      reading.release()
    }
  }

  async #ended({ run, complete, missing }: ReadEnd): Promise<void> {
    this.#run = run
    const { cache, asks } = this.tools
    const doubts = complete ? doubtsAbout(run, 'records', await cache.records.unseen(run.id)) : null
    if (doubts) {
      await this.#set('asking', doubts)
      asks(this.#run)
    } else await this.#finish(complete, { complete, missing, kept: false })
  }

  /** Whether to try again. Waits as long as that takes. */
  async #failed(error: unknown, strikes: number, signal: AbortSignal): Promise<boolean> {
    const failure = asProblem(error).problem
    const { clock, log } = this.tools
    log.warn('record_run_stopped', { run: this.#run.id, code: failure.code })
    if (!isProblem(error)) log.error('record_run_failed', { run: this.#run.id, detail: String(error) })
    // The disk or the token is in the way, not the service: it goes on from here when that was seen to.
    if (isProblem(error, ...inTheWay)) {
      await this.#set('paused', failure)
      return false
    }
    // A service that is away comes back: it is waited for. One that answers and fails all the same is not asked for ever.
    if (isAway(error)) return true
    if (failure.retryable && strikes < strikesToFail && !needsPerson(failure)) {
      await this.#set('queued', failure)
      const pause = firstPauseMs * 2 ** strikes
      await clock.sleep(pause * (0.8 + 0.4 * clock.random()), signal).catch(() => undefined)
      return !signal.aborted
    }
    await this.#set('failed', failure)
    await this.tools.ended(this.#run)
    return false
  }

  async #finish(sweep: boolean, end: Parameters<typeof reportOf>[1]): Promise<void> {
    const { cache, clock } = this.tools
    const report = reportOf(this.#run, end)
    const run = await cache.records.finish({ runId: this.#run.id, sweep, report, now: clock.now() })
    // What it deleted is known before it is shown as finished.
    await this.tools.ended(run)
    this.#run = run
    this.tools.changed()
  }

  async #set(state: RunState, reason: Problem | null = null): Promise<void> {
    if (this.#run.state === state && this.#run.problem?.code === reason?.code) return
    const { cache, clock, log } = this.tools
    try {
      this.#run = await cache.records.setState({
        runId: this.#run.id,
        state,
        now: clock.now(),
        problem: reason,
      })
    } catch (error) {
      // A full disk does not let a run say that the disk is full: it is said from memory until there is room.
      if (!isProblem(error, 'disk_full', 'cache_busy', 'cache_worker_stopped')) throw error
      log.warn('record_run_unwritten', { run: this.#run.id, code: error.problem.code })
      this.#run = { ...this.#run, state, problem: reason }
    }
    this.tools.changed()
  }

  #broke(error: unknown): void {
    if (this.#stop === 'close') return // The cache may have closed under a run that was being stopped.
    this.tools.log.error('record_run_broke', { run: this.#run.id, detail: String(error) })
    this.#run = { ...this.#run, state: 'failed', problem: asProblem(error).problem }
  }
}

/** Whether a service is away. One that is not what was meant does not become it by waiting: the run ends with that. */
function isWaitedFor({ online, blocked }: RunReach): boolean {
  return !online && blocked === null
}

/** Whether a run is still to come to an end. */
export function isLive({ state }: RecordRun): boolean {
  return state === 'queued' || state === 'running' || state === 'paused' || state === 'asking'
}
