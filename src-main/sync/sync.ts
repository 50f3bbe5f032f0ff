import { SerialQueue } from '../../src-shared/serial-queue'
import { Emitter } from '../../src-shared/emitter'
import type { Clock } from '../clock'
import type { SyncPlan } from '../../src-shared/bridge/profiles'
import type { ConnectionState, Resource, Run, RunMode, SyncState } from '../../src-shared/bridge/sync'
import { isCatalogueList } from '../../src-shared/interface/catalogue'
import { limits } from '../../src-shared/interface/limits'
import { ownerLists, type PartsOf } from '../cache/catalogue/api'
import type { Cache } from '../cache/store'
import type { Logger } from '../log'
import { isProblem, problem } from '../problems'
import type { Connection } from './connection'
import { secondsLeft } from './rate'
import { PartReader } from './parts'
import { openResourceStates, type ResourceStates } from './resource-states'
import { resources } from './resources'
import { createRunLog } from './run-log'
import { isLive, Runner, type RunnerTools } from './runner'
import { titleOf } from './words'
import { untilFull, untilQuick, type LastAct, type Moment } from './schedule'

/** The synchronisation of one profile: its runs, its schedule, and what is known of its service. */
export interface Sync {
  readonly state: SyncState
  /**
   * Starts a run of the resource given, or of all. A run under way is left alone, one that is paused goes on where
   * a person asks, not the schedule. A quick
   * refresh of what was never read whole becomes a full run: it would stop at the first known page and miss the rest.
   */
  start(mode: RunMode, cause: Run['cause'], resource?: Resource): Promise<void>
  pause(resource?: Resource): Promise<void>
  resume(resource?: Resource): Promise<void>
  /** Resolves when nothing more is sent. */
  cancel(resource?: Resource): Promise<void>
  /** Rejects with `not_found` where no run of this id asks. */
  answer(runId: number, remove: boolean): Promise<void>
  /** Puts the problem of an ended run away; the activity log keeps it. */
  acknowledge(runId: number): Promise<void>
  reconnect(): Promise<ConnectionState>
  /** Reads the members of a segment or the executions of a workflow now, ahead of everything in the background. */
  readParts(of: PartsOf): Promise<void>
  /** A write of ours made a list longer or shorter: its state is read again. */
  recount(resource: Resource): Promise<void>
  setPlan(plan: SyncPlan): void
  /** Ends every run without starting it anew, and forgets what was known: the copy was emptied. */
  reset(): Promise<void>
  watch(listener: () => void): () => void
  /** Resolves when no run is under way: paused, asking and ended ones are at rest. */
  settled(): Promise<void>
  /** Stops everything; runs under way wait in the cache for the next time. */
  close(): Promise<void>
}

/** What the synchronisation of a profile is given. `connection` is closed by whoever opened it. */
export interface SyncOptions {
  cache: Cache
  connection: Connection
  clock: Clock
  log: Logger
  plan: SyncPlan
  /** Tells a person who may not be looking. */
  notify(title: string, body: string): void
}

/** The schedule looks at both clocks so often: after a sleep or a jump of the clock it is late by that at most. */
const tickMs = 20_000

/** Opens the synchronisation of a profile: goes on with the runs that wait, and begins a first copy where there is none. */
export async function openSync(options: SyncOptions): Promise<Sync> {
  const sync = new ProfileSync(options)
  await sync.open()
  return sync
}

class ProfileSync implements Sync {
  readonly #runners = new Map<Resource, Runner>()
  readonly #listeners = new Emitter()
  readonly #closing = new AbortController()
  readonly #tools: RunnerTools
  readonly #last: LastAct = { quick: null, full: null }
  #states!: ResourceStates
  #plan: SyncPlan
  #begun = false
  readonly #reader: PartReader
  #parts = { reading: Promise.resolve(), stop: new AbortController() }
  #ticking: Promise<void> = Promise.resolve()
  /** Commands of a person, one after another, so that two clicks do not start two runs. */
  readonly #queue = new SerialQueue()

  constructor(private readonly options: SyncOptions) {
    this.#plan = options.plan
    const { cache, connection, clock, log } = options
    this.#reader = new PartReader({ cache, connection, clock, log })
    const runLog = createRunLog(options.cache, () => options.clock.now())
    this.#tools = {
      cache: options.cache,
      connection: options.connection,
      clock: options.clock,
      log: options.log,
      runLog,
      changed: () => this.#changed(),
      ended: async (run) => {
        await runLog.end(run)
        // Of a run that nobody asked for, nobody watches the end.
        if (run.state === 'failed' && run.cause !== 'person') this.#tell(run)
        // At once with its end: what is shown never has a finished run and yet an old "as of".
        await this.#states.reload(run.resource)
        if (run.state === 'finished' && (run.resource === 'segments' || run.resource === 'workflows')) {
          this.#readAllParts(run.resource)
        }
      },
      asks: (run) => this.#tell(run),
      waits: (run) => {
        if (run.cause !== 'person') this.#tell(run)
      },
    }
  }

  async open(): Promise<void> {
    const { cache, connection } = this.options
    this.#states = await openResourceStates(cache, () => this.#announce())
    connection.watch(() => {
      void this.#queue.run(() => this.#goOn())
      this.#announce()
    })
    for (const { run } of await cache.runs.live()) this.#add(run)
    await this.#goOn()
    if (this.#runners.size === 0) void connection.probe()
    this.#ticking = this.#keepTime()
  }

  /**
   * As soon as there is a key to work with: goes on with what waits for one. The first time, with what the program's end
   * had stopped too, and begins the first copy.
   */
  async #goOn(): Promise<void> {
    if (this.options.connection.blocked || this.#closing.signal.aborted) return
    for (const runner of this.#runners.values()) runner.goAgain()
    if (this.#begun) return
    this.#begun = true
    for (const runner of this.#runners.values()) {
      if (runner.run.state === 'queued' || runner.run.state === 'running') runner.go()
    }
    for (const resource of resources) {
      const { run, last, asOf } = this.#states.of(resource)
      if (run === null && last === null && asOf === null) await this.#begin('full', 'first', resource)
    }
  }

  get state(): SyncState {
    const now = this.#moment()
    return {
      resources: resources.map((resource) => {
        const state = this.#states.of(resource)
        const runner = this.#runners.get(resource)
        return runner && isLive(runner.run) ? { ...state, run: this.#shown(runner) } : state
      }),
      connection: this.options.connection.state,
      nextQuickAt: this.#instant(now, this.#untilQuick(now)),
      nextFullAt: this.#instant(now, this.#untilFull(now)),
    }
  }

  start(mode: RunMode, cause: Run['cause'], resource?: Resource): Promise<void> {
    return this.#queue.run(async () => {
      for (const each of chosen(resource)) {
        const runner = this.#runners.get(each)
        if (!runner || !isLive(runner.run)) await this.#begin(mode, cause, each)
        else if (runner.run.state === 'paused' && cause === 'person') runner.go()
      }
    })
  }

  pause(resource?: Resource): Promise<void> {
    return this.#queue.run(() => this.#stop('pause', resource))
  }

  resume(resource?: Resource): Promise<void> {
    return this.#queue.run(async () => {
      for (const each of chosen(resource)) {
        const runner = this.#runners.get(each)
        if (runner?.run.state === 'paused') runner.go()
      }
    })
  }

  cancel(resource?: Resource): Promise<void> {
    return this.#queue.run(() => this.#stop('cancel', resource))
  }

  answer(runId: number, remove: boolean): Promise<void> {
    return this.#queue.run(async () => {
      const runner = [...this.#runners.values()].find(({ run }) => run.id === runId && run.state === 'asking')
      if (!runner)
        throw problem('not_found', { title: 'This run asks nothing', why: 'It was answered, or has ended.' })
      await runner.answer(remove)
    })
  }

  async acknowledge(runId: number): Promise<void> {
    const row = await this.options.cache.runs.get(runId)
    if (!row || isLive(row.run) || row.run.problem === null) return
    const { run } = row
    await this.options.cache.runs.setState({
      runId,
      state: run.state,
      now: run.endedAt ?? this.options.clock.now(),
      problem: null,
    })
    await this.#states.reload(run.resource)
  }

  async reconnect(): Promise<ConnectionState> {
    return this.options.connection.probe()
  }

  async readParts(of: PartsOf): Promise<void> {
    await this.#reader.read(of, { priority: 'click', signal: this.#closing.signal })
    await this.#states.reload(ownerLists[of.list])
  }

  recount(resource: Resource): Promise<void> {
    return this.#states.reload(resource)
  }

  setPlan(plan: SyncPlan): void {
    this.#plan = plan
    this.options.connection.client.setBackgroundShare(plan.backgroundShare)
    this.#announce()
  }

  reset(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#stop('cancel', undefined)
      await this.#stopParts()
      this.#runners.clear()
      // What a person emptied is not filled again behind their back before its time.
      this.#last.quick = this.#moment()
      await this.options.cache.maintenance.clear()
      await Promise.all(resources.map((resource) => this.#states.reload(resource)))
    })
  }

  watch(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  async settled(): Promise<void> {
    await this.#queue.idle()
    await Promise.all([...this.#runners.values()].map((runner) => runner.stopped()))
    await this.#parts.reading
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    await this.#stop('close', undefined)
    await this.#stopParts()
    await this.#ticking
    this.#states.close()
    this.#listeners.clear()
  }

  async #begin(mode: RunMode, cause: Run['cause'], resource: Resource): Promise<void> {
    const { cache, clock } = this.options
    const whole = mode === 'quick' && (isCatalogueList(resource) || this.#hasGaps(resource)) ? 'full' : mode
    // A catalogue is read whole at a quick refresh too: that says nothing of when the audience was. A full run is a
    // refresh as well: else a first copy that takes its time would be refreshed in the middle.
    this.#last.quick = this.#moment()
    if ((isCatalogueList(resource) ? mode : whole) === 'full') this.#last.full = this.#moment()
    try {
      const run = await cache.runs.begin({ resource, mode: whole, cause, now: clock.now() })
      this.#add(run).go()
    } catch (error) {
      if (!isProblem(error, 'sync_running')) throw error // It is under way: exactly what was wanted.
    }
    this.#announce()
  }

  /**
   * Whether the copy may miss something older than its newest records: it was never read whole, or a run that
   * brought new records stopped before it had read down to the old ones.
   */
  #hasGaps(resource: Resource): boolean {
    const { fullAsOf, last } = this.#states.of(resource)
    if (fullAsOf === null) return true
    return last !== null && last.state !== 'finished' && last.added > 0
  }

  #add(run: Run): Runner {
    const runner = new Runner(run, this.#tools)
    this.#runners.set(run.resource, runner)
    this.#states.follow(run)
    return runner
  }

  /** In the background, one list after another: a quick look at the catalogue must not wait for its executions. */
  #readAllParts(list: 'segments' | 'workflows'): void {
    const { stop } = this.#parts
    this.#parts.reading = this.#parts.reading
      .then(() => this.#reader.readAll(list, stop.signal))
      .then(() => this.#states.reload(list))
      .catch((error: unknown) =>
        this.options.log.error('parts_failed', { resource: list, detail: String(error) }),
      )
  }

  async #stopParts(): Promise<void> {
    this.#parts.stop.abort(new Error('The reading was stopped'))
    await this.#parts.reading
    this.#parts = { reading: Promise.resolve(), stop: new AbortController() }
  }

  async #stop(stop: 'pause' | 'cancel' | 'close', resource: Resource | undefined): Promise<void> {
    const runners = chosen(resource).map((each) => this.#runners.get(each))
    await Promise.all(runners.map((runner) => runner?.stop(stop)))
  }

  #shown(runner: Runner): Run {
    const { run, rate } = runner
    const { ceiling, spent } = this.options.connection.state
    const perMinute = ceiling * this.#plan.backgroundShare
    const allowance = { perMinute, left: perMinute - spent }
    return { ...run, rate, secondsLeft: secondsLeft(run, rate, limits.page.max, allowance) }
  }

  #changed(): void {
    for (const { run } of this.#runners.values()) if (isLive(run)) this.#states.follow(run)
    this.#announce()
  }

  #tell({ resource, mode, problem }: Run): void {
    if (problem) this.options.notify(titleOf(resource, mode), `${problem.title}. ${problem.action}`)
  }

  #announce(): void {
    this.#listeners.emit()
  }

  async #keepTime(): Promise<void> {
    const { clock, log } = this.options
    while (!this.#closing.signal.aborted) {
      try {
        await this.#act()
      } catch (error) {
        log.error('schedule_failed', { detail: String(error) })
      }
      const now = this.#moment()
      const wait = Math.min(tickMs, this.#untilQuick(now) ?? tickMs, this.#untilFull(now) ?? tickMs)
      await clock.sleep(Math.max(1000, wait), this.#closing.signal).catch(() => undefined)
    }
  }

  /** Starts what is due. While the service is away or a person must act first, it stays due. */
  async #act(): Promise<void> {
    const { connection } = this.options
    if (!connection.state.online || connection.blocked) return
    const now = this.#moment()
    const due = this.#untilFull(now) === 0 ? 'full' : this.#untilQuick(now) === 0 ? 'quick' : null
    if (due === null) return
    // Noted before the start: where every resource is busy, nothing begins.
    this.#last.quick = now
    if (due === 'full') this.#last.full = now
    await this.start(due, 'schedule')
  }

  #untilQuick(now: Moment): number | null {
    return untilQuick(this.#plan, this.#freshness(), this.#last, now)
  }

  #untilFull(now: Moment): number | null {
    return untilFull(this.#plan, this.#freshness(), this.#last, now)
  }

  /** As fresh as the stalest of the resources. */
  #freshness() {
    const states = resources.map((resource) => this.#states.of(resource))
    const oldest = (instants: (number | null)[]) =>
      instants.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)))
    return {
      asOf: oldest(states.map(({ asOf }) => asOf)),
      fullAsOf: oldest(states.map(({ fullAsOf }) => fullAsOf)),
    }
  }

  #moment(): Moment {
    return { wall: this.options.clock.now(), steady: this.options.clock.monotonic() }
  }

  #instant(now: Moment, wait: number | null): number | null {
    return wait === null ? null : now.wall + wait
  }
}

function chosen(resource: Resource | undefined): readonly Resource[] {
  return resource === undefined ? resources : [resource]
}
