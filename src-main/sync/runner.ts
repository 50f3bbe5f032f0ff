import type { Clock } from '../clock'
import type { Run, RunState } from '../../src-shared/bridge/sync'
import type { Problem } from '../../src-shared/problem'
import type { Cache } from '../cache/store'
import { isAway, needsPerson, refusesKey } from '../client/reach'
import { joinSignals } from '../client/signals'
import type { Logger } from '../log'
import { asProblem, isProblem, problem } from '../problems'
import { asideNote, doubtedEnd, doubtsAbout, shortfall } from './completeness'
import type { Connection } from './connection'
import type { Bookmark } from './pager'
import { readThrough, startedOverNote, type PassEnd } from './pass'
import { createRateMeter, type RateMeter } from './rate'
import { listedResources } from './resources'
import type { RunLog } from './run-log'
import { nouns } from './words'

/** What runs of one profile share. */
export interface RunnerTools {
  cache: Cache
  connection: Connection
  clock: Clock
  log: Logger
  runLog: RunLog
  /** Told whenever the run's row changed. */
  changed(): void
  /** Told when the run has come to its end, before it is at rest. */
  ended(run: Run): Promise<void>
  /** Told when the run asks a person something. */
  asks(run: Run): void
  /** Told when the run waits until a person changed the key, the address or the project. */
  waits(run: Run): void
}

/** Why a run is stopped from outside: `close` leaves it waiting for the next start of the program. */
export type Stop = 'pause' | 'cancel' | 'close'

/** So often may a run fail at one place although the service answers before it gives up. */
const strikesToFail = 5
const firstPauseMs = 2000
const longestPauseMs = 60_000

/** Carries one run from where it is to its end, through pauses, waits for the service and restarts of its list. */
export class Runner {
  #run: Run
  /** Where the run begins that has no stored bookmark. */
  #first: Bookmark = { place: { kind: 'start' }, startedOver: false }
  #meter: RateMeter
  #note: string | null
  #stopping = new AbortController()
  #driving: Promise<void> | null = null
  #stop: Stop | null = null
  /** How often it failed where it is. */
  #strikes = 0

  constructor(
    run: Run,
    private readonly tools: RunnerTools,
  ) {
    this.#run = run
    this.#note = run.note
    this.#meter = createRateMeter(() => tools.clock.monotonic(), run.received)
  }

  /** The run's row as it stands. */
  get run(): Run {
    return this.#run
  }

  /** Records a second over the last half minute; null until 20 s were watched, and while it does not run. */
  get rate(): number | null {
    return this.#run.state === 'running' ? this.#meter.rate() : null
  }

  /** Goes on with the run. Returns at once; {@link stopped} tells when it has come to rest. */
  go(): void {
    if (this.#driving) return
    this.#strikes = 0
    this.#begin()
  }

  /** Goes on where the service refused everything and no longer does. One that refuses this run alone is not asked for ever. */
  goAgain(): void {
    if (!this.#driving && isRefused(this.#run)) this.#begin()
  }

  #begin(): void {
    this.#stop = null
    this.#stopping = new AbortController()
    this.#meter = createRateMeter(() => this.tools.clock.monotonic(), this.#run.received)
    this.#driving = this.#drive()
      .catch((error: unknown) => this.#broke(error))
      .finally(() => {
        this.#driving = null
        this.tools.changed()
      })
  }

  /** Stops the run. Resolves when nothing more is sent and nothing more is applied. */
  async stop(stop: Stop): Promise<void> {
    if (this.#driving) {
      this.#stop = stop
      this.#stopping.abort(new Error(`The run was stopped: ${stop}`))
      await this.#driving
      // It may have come to its end, or to a question, before it heard of this.
    }
    if (stop === 'pause' && (this.#run.state === 'running' || this.#run.state === 'queued'))
      await this.#set('paused')
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
    const note = remove ? this.#note : joined(this.#note, 'What the service did not list was kept.')
    await this.#finish(remove, note)
  }

  async #drive(): Promise<void> {
    const { connection, runLog } = this.tools
    const { signal } = this.#stopping
    await runLog.begin(this.#run)
    while (!signal.aborted) {
      const pages = this.#run.pages
      try {
        if (!connection.state.online) await this.#set('queued', connection.state.problem)
        await connection.whenOnline(signal)
        await this.#set('running')
        await this.#ended(await this.#read(signal))
        return
      } catch (error) {
        if (signal.aborted) return
        // Its requests were called off because the service is away: it waits, and that is no failure of its own.
        if (isProblem(error, 'cancelled') && !connection.state.online) continue
        this.#strikes = this.#run.pages === pages ? this.#strikes + 1 : 1
        if (!(await this.#failed(error, this.#strikes, signal))) return
      }
    }
  }

  async #read(signal: AbortSignal): Promise<PassEnd> {
    const { connection, cache } = this.tools
    // After a pause or a failure the stored bookmark says where to go on; a run without a page has none yet.
    const row = await cache.runs.get(this.#run.id)
    const pass = joinSignals(signal)
    const unwatch = connection.watch(() => {
      if (!connection.state.online) pass.abort(problem('cancelled'))
    })
    try {
      return await readThrough({
        run: this.#run,
        stored: row?.bookmark ?? this.#first,
        client: connection.client,
        cache,
        now: () => this.tools.clock.now(),
        signal: pass.signal,
        progress: (run) => {
          this.#run = { ...run, note: this.#note }
          this.#meter.note(run.received)
          this.tools.changed()
        },
      })
    } finally {
      unwatch()
      pass.release()
    }
  }

  async #ended(end: PassEnd): Promise<void> {
    if (end.kind === 'bookmarkRefused') {
      await this.#startOver()
      await this.#drive()
      return
    }
    const { resource, id: runId } = this.#run
    const aside = await this.tools.cache.unread.ofRun({ resource, runId })
    if (aside > 0) this.#note = joined(this.#note, asideNote(nouns[resource], aside))
    if (end.kind === 'partial') {
      await this.#finish(false, joined(this.#note, end.note))
      return
    }
    if (this.#run.mode === 'full') await this.tools.cache.unread.settle({ resource, runId })
    const reads = this.#run.mode === 'full' && resource !== 'eventNames'
    // What could not be read may be a record of the copy: without it nobody knows which are gone.
    const sweeps = reads && aside === 0
    const unseen = reads ? await this.tools.cache.runs.unseen(this.#run.id) : null
    const seen = unseen ? unseen.total - unseen.unseen + aside : 0
    const doubted = end.isDoubted ? doubtedEnd(nouns[resource], { seen, promised: this.#run.expected }) : null
    if (doubted !== null) {
      await this.#finish(false, joined(this.#note, doubted))
      return
    }
    const doubts = unseen !== null && sweeps ? doubtsAbout(this.#run, nouns[resource], unseen) : null
    if (doubts) {
      await this.#set('asking', doubts)
      this.tools.asks(this.#run)
      return
    }
    const short = unseen && (await this.#shortfall(seen))
    if (short) await this.#finish(false, joined(this.#note, short))
    else await this.#finish(sweeps, this.#note)
  }

  /** What is missing of what was promised. Records deleted while the list was read are none of that, so it is asked again. */
  async #shortfall(seen: number): Promise<string | null> {
    const { expected, resource } = this.#run
    if (resource === 'eventNames' || shortfall(nouns[resource], { seen, promised: expected }) === null)
      return null
    const { connection, cache } = this.tools
    const { signal } = this.#stopping
    const list = listedResources(connection.client, cache, () => this.tools.clock.now())[resource]
    const promised = await list.total({ priority: 'sync', signal })
    return shortfall(nouns[resource], {
      seen,
      promised: promised === null ? null : Math.min(promised, expected ?? promised),
    })
  }

  /** Whether to try again. Waits as long as that takes. */
  async #failed(error: unknown, strikes: number, signal: AbortSignal): Promise<boolean> {
    const { problem } = asProblem(error)
    const { connection, clock, log } = this.tools
    log.warn('run_stopped', { run: this.#run.id, resource: this.#run.resource, code: problem.code })
    if (!isProblem(error)) log.error('run_failed', { run: this.#run.id, detail: String(error) })
    // Some calls are refused by themselves: whether the key is taken at all, a question to the service tells.
    if (refusesKey(problem) && !connection.blocked) await connection.probe()
    // Something is in the way that somebody sees to: what is missing can be had later, without doing it all again.
    const isOurs = isProblem(error, 'disk_full', 'cache_busy', 'cache_worker_stopped')
    const isRefused = connection.state.online && connection.blocked !== null
    if (isOurs || (isRefused && strikes < strikesToFail)) {
      await this.#set('paused', problem)
      if (isRefused) this.tools.waits(this.#run)
      return false
    }
    if (problem.retryable && strikes < strikesToFail && !connection.blocked) {
      await this.#set('queued', problem)
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (strikes - 1))
      // While the service is away, the connection's own probes say when to go on.
      if (!isAway(error) || connection.state.online) await clock.sleep(pause, signal).catch(() => undefined)
      return !signal.aborted
    }
    await this.#set('failed', problem)
    await this.tools.ended(this.#run)
    return false
  }

  /** A run of its own takes over, because what this one saw belongs to a list that the service no longer continues. */
  async #startOver(): Promise<void> {
    const { cache, clock, runLog } = this.tools
    const { resource, mode } = this.#run
    this.#note = startedOverNote(mode)
    await this.#set('cancelled')
    await runLog.end(this.#run)
    this.#run = await cache.runs.begin({ resource, mode, cause: 'resumed', now: clock.now() })
    this.#first = { place: { kind: 'start' }, startedOver: true }
  }

  async #finish(sweep: boolean, note: string | null): Promise<void> {
    const { cache, clock } = this.tools
    this.#run = await cache.runs.finish({ runId: this.#run.id, sweep, note, now: clock.now() })
    await this.tools.ended(this.#run)
  }

  async #set(state: RunState, problem: Problem | null = null): Promise<void> {
    if (this.#run.state === state && this.#run.problem?.code === problem?.code) return
    const { cache, clock, log } = this.tools
    try {
      this.#run = await cache.runs.setState({
        runId: this.#run.id,
        state,
        now: clock.now(),
        problem,
        note: this.#note,
      })
    } catch (error) {
      // A full disk does not let a run say that the disk is full: it is said from memory until there is room.
      if (!isProblem(error, 'disk_full', 'cache_busy', 'cache_worker_stopped')) throw error
      log.warn('run_state_unwritten', { run: this.#run.id, code: error.problem.code })
      this.#run = { ...this.#run, state, problem }
    }
    this.tools.changed()
  }

  #broke(error: unknown): void {
    if (this.#stop === 'close') return // The cache may have closed under a run that was being stopped.
    this.tools.log.error('run_broke', { run: this.#run.id, detail: String(error) })
    this.#run = { ...this.#run, state: 'failed', problem: asProblem(error).problem }
  }
}

/** Whether a run was paused because the service refused everything. */
function isRefused({ state, problem }: Run): boolean {
  return state === 'paused' && problem !== null && needsPerson(problem)
}

/** Whether a run is still to come to an end. */
export function isLive(run: Run): boolean {
  return run.state === 'queued' || run.state === 'running' || run.state === 'paused' || run.state === 'asking'
}

function joined(a: string | null, b: string): string {
  return a === null ? b : `${a} ${b}`
}
