import { said, saidText, toldOf } from '../../src-shared/messages/told'
import type { Clock } from '../core/clock'
import type { SyncPlan } from '../../src-shared/bridge/profiles'
import type {
  ConnectionState,
  Resource,
  ResourceState,
  Run,
  RunMode,
  SyncState,
} from '../../src-shared/bridge/sync'
import { isCatalogueList } from '../../src-shared/interface/catalogue'
import { limits } from '../../src-shared/interface/limits'
import { ownerLists, type PartsOf } from '../features/catalogue/store'
import type { Cache } from '../cache/store'
import { secondsLeft } from './rate'
import { Runs } from './runs'
import { keepTime, momentOf, untilFull, untilQuick, type LastAct, type Moment } from './schedule'
import type { Logger } from '../core/log'
import type { Connection } from './connection'
import { PartReader } from './cursor/parts'
import { resources } from './cursor/resources'
import { serviceList } from './cursor/service-list'
import { titleOf } from './words'

/** What the synchronisation of a profile is given. `connection` is closed by whoever opened it. */
interface SyncOptions {
  cache: Cache
  connection: Connection
  clock: Clock
  log: Logger
  plan: SyncPlan
  /** Tells a person who may not be looking. */
  notify(title: string, body: string): void
}

/** The synchronisation of one profile: its runs, its schedule, and what is known of its service. */
export class Sync {
  readonly #runs: Runs<Resource, Run, ResourceState>
  readonly #closing = new AbortController()
  readonly #last: LastAct = { quick: null, full: null }
  readonly #reader: PartReader
  #plan: SyncPlan
  #begun = false
  #parts = { reading: Promise.resolve(), stop: new AbortController() }
  #ticking: Promise<void> = Promise.resolve()
  #stopWatching: () => void = () => undefined

  private constructor(private readonly options: SyncOptions) {
    this.#plan = options.plan
    const { cache, connection, clock, log, notify } = options
    this.#reader = new PartReader({ cache, connection, clock, log })
    const titleOfRun = ({ resource, mode }: Run) => titleOf(resource, mode)
    const noteOf = (said: readonly string[]) => (said.length > 0 ? said.join('\n') : null)
    this.#runs = new Runs({
      cache,
      clock,
      log,
      notify,
      rows: {
        find: (runId) => cache.runs.get(runId),
        live: () => cache.runs.live(),
        set: ({ said, ...row }) => cache.runs.setState({ ...row, note: noteOf(said) }),
        finish: ({ said, ...row }) => cache.runs.finish({ ...row, note: noteOf(said) }),
      },
      logged: {
        idKey: 'run',
        titleOf: titleOfRun,
        causeOf: ({ cause }) => cause,
        more: ({ note }) => ({ note: note?.split('\n').map(toldOf) ?? null }),
      },
      keyOf: ({ resource }) => resource,
      list: () => serviceList({ cache, connection, clock }),
      saidBy: ({ note }) => note?.split('\n') ?? [],
      stateOf: async (resource) => {
        const [known, unread] = await Promise.all([
          cache.runs.resource(resource),
          cache.unread.count({ resource }),
        ])
        return { resource, ...known, unread }
      },
      ended: ({ resource, state }) => {
        const hasParts = resource === 'segments' || resource === 'workflows'
        if (state === 'finished' && hasParts) this.#readAllParts(resource)
      },
      nameOf: (run) => said(titleOfRun(run)),
    })
  }

  /** Opens it: goes on with the runs that wait, and begins a first copy where there is none. */
  static async open(options: SyncOptions): Promise<Sync> {
    const sync = new Sync(options)
    await sync.#open()
    return sync
  }

  async #open(): Promise<void> {
    const { cache, connection, clock, log } = this.options
    this.#stopWatching = cache.watch((copy) => {
      for (const resource of ['contacts', 'events'] as const)
        this.#runs.note(resource, { rows: copy[resource] })
      this.#runs.announce()
    })
    await Promise.all(resources.map((resource) => this.#runs.reload(resource)))
    connection.watch(() => {
      this.#runs
        .inTurn(() => this.#goOn())
        .catch((error: unknown) => log.error('sync_not_begun', { detail: String(error) }))
      this.#runs.announce()
    })
    await this.#runs.takeLive()
    await this.#goOn()
    if (this.#runs.isEmpty) void connection.probe()
    this.#ticking = keepTime({
      clock,
      log,
      signal: this.#closing.signal,
      act: () => this.#act(),
      untilNext: () => {
        const now = momentOf(clock)
        return Math.min(this.#untilQuick(now) ?? Infinity, this.#untilFull(now) ?? Infinity)
      },
    })
  }

  /**
   * As soon as there is a key to work with: goes on with what waits for one. The first time, with what the program's end
   * had stopped too, and begins the first copy.
   */
  async #goOn(): Promise<void> {
    if (this.options.connection.blocked || this.#closing.signal.aborted) return
    this.#runs.keyCame()
    if (this.#begun) return
    this.#begun = true
    this.#runs.goOn()
    for (const resource of resources) {
      const { run, last, asOf } = this.#stateOf(resource)
      if (run === null && last === null && asOf === null) await this.#begin('full', 'first', resource)
    }
  }

  get state(): SyncState {
    const now = momentOf(this.options.clock)
    const instant = (wait: number | null) => (wait === null ? null : now.wall + wait)
    return {
      resources: resources.map((resource) => this.#shown(this.#stateOf(resource))),
      connection: this.options.connection.state,
      nextQuickAt: instant(this.#untilQuick(now)),
      nextFullAt: instant(this.#untilFull(now)),
    }
  }

  /**
   * Starts a run of the resource given, or of all. A run under way is left alone, one that is paused goes on where
   * a person asks, not the schedule. A quick
   * refresh of what was never read whole becomes a full run: it would stop at the first known page and miss the rest.
   */
  start(mode: RunMode, cause: Run['cause'], resource?: Resource): Promise<void> {
    return this.#runs.inTurn(async () => {
      if (cause === 'person') this.options.connection.client.tryNow()
      for (const each of chosen(resource)) {
        if (!this.#runs.isUnderWay(each)) await this.#begin(mode, cause, each)
        else if (cause === 'person') this.#runs.resume(each)
      }
    })
  }

  pause(resource?: Resource): Promise<void> {
    return this.#runs.inTurn(() => this.#runs.stop('pause', chosen(resource)))
  }

  resume(resource?: Resource): Promise<void> {
    return this.#runs.inTurn(() => {
      this.options.connection.client.tryNow()
      for (const each of chosen(resource)) this.#runs.resume(each)
      return Promise.resolve()
    })
  }

  /** Resolves when nothing more is sent. */
  cancel(resource?: Resource): Promise<void> {
    return this.#runs.inTurn(() => this.#runs.stop('cancel', chosen(resource)))
  }

  /** Rejects with `not_found` where no run of this id asks. */
  answer(runId: number, remove: boolean): Promise<void> {
    return this.#runs.inTurn(() => this.#runs.answer(runId, remove))
  }

  async reconnect(): Promise<ConnectionState> {
    return this.options.connection.probe()
  }

  /** Reads the members of a segment or the executions of a workflow now, ahead of everything in the background. */
  async readParts(of: PartsOf): Promise<void> {
    await this.#reader.read(of, { priority: 'click', signal: this.#closing.signal })
    await this.#runs.reload(ownerLists[of.list])
  }

  /** A write of ours made a list longer or shorter: its state is read again. */
  recount(resource: Resource): Promise<void> {
    return this.#runs.reload(resource)
  }

  setPlan(plan: SyncPlan): void {
    this.#plan = plan
    this.options.connection.client.setBackgroundShare(plan.backgroundShare)
    this.#runs.announce()
  }

  /** Ends every run without starting it anew, and forgets what was known: the copy was emptied. */
  reset(): Promise<void> {
    return this.#runs.inTurn(async () => {
      await this.#runs.stop('cancel')
      await this.#stopParts()
      this.#runs.forget()
      // What a person emptied is not filled again behind their back before its time.
      this.#last.quick = momentOf(this.options.clock)
      await this.options.cache.maintenance.clear()
      await Promise.all(resources.map((resource) => this.#runs.reload(resource)))
    })
  }

  watch(listener: () => void): () => void {
    return this.#runs.watch(listener)
  }

  /** Resolves when no run is under way: paused, asking and ended ones are at rest. */
  async settled(): Promise<void> {
    await this.#runs.settled()
    await this.#parts.reading
  }

  /** Stops everything; runs under way wait in the cache for the next time. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    await this.#runs.close()
    await this.#stopParts()
    await this.#ticking
    this.#stopWatching()
  }

  async #begin(mode: RunMode, cause: Run['cause'], resource: Resource): Promise<void> {
    const { cache, clock } = this.options
    const whole = mode === 'quick' && (isCatalogueList(resource) || this.#hasGaps(resource)) ? 'full' : mode
    // A catalogue is read whole at a quick refresh too: that says nothing of when the audience was. A full run is a
    // refresh as well: else a first copy that takes its time would be refreshed in the middle.
    this.#last.quick = momentOf(clock)
    if ((isCatalogueList(resource) ? mode : whole) === 'full') this.#last.full = momentOf(clock)
    await this.#runs.begin(resource, () =>
      cache.runs.begin({ resource, mode: whole, cause, now: clock.now() }),
    )
  }

  /**
   * Whether the copy may miss something older than its newest records: it was never read whole, or a run that
   * brought new records stopped before it had read down to the old ones.
   */
  #hasGaps(resource: Resource): boolean {
    const { fullAsOf, last } = this.#stateOf(resource)
    if (fullAsOf === null) return true
    return last !== null && last.state !== 'finished' && last.added > 0
  }

  /** In the background, one list after another: a quick look at the catalogue must not wait for its executions. */
  #readAllParts(list: 'segments' | 'workflows'): void {
    const { stop } = this.#parts
    this.#parts.reading = this.#parts.reading
      .then(() => this.#reader.readAll(list, stop.signal))
      .then(() => this.#runs.reload(list))
      .catch((error: unknown) =>
        this.options.log.error('parts_failed', { resource: list, detail: String(error) }),
      )
  }

  async #stopParts(): Promise<void> {
    this.#parts.stop.abort(new Error('The reading was stopped'))
    await this.#parts.reading
    this.#parts = { reading: Promise.resolve(), stop: new AbortController() }
  }

  #stateOf(resource: Resource): ResourceState {
    const state = this.#runs.state(resource)
    if (!state) throw new Error(`The state of ${resource} was not read`)
    return state
  }

  #shown(state: ResourceState): ResourceState {
    const { run } = state
    const last = state.last && { ...state.last, note: saidNote(state.last) }
    if (run === null) return { ...state, last }
    const { ceiling, spent } = this.options.connection.state
    const perMinute = ceiling * this.#plan.backgroundShare
    const allowance = { perMinute, left: perMinute - spent }
    const left = secondsLeft(run, run.rate, limits.page.max, allowance)
    return { ...state, last, run: { ...run, note: saidNote(run), secondsLeft: left } }
  }

  /** Starts what is due. While the service is away or a person must act first, it stays due. */
  async #act(): Promise<void> {
    const { connection, clock } = this.options
    if (!connection.state.online || connection.blocked) return
    const now = momentOf(clock)
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
    const states = resources.map((resource) => this.#stateOf(resource))
    const oldest = (instants: (number | null)[]) =>
      instants.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)))
    return {
      asOf: oldest(states.map(({ asOf }) => asOf)),
      fullAsOf: oldest(states.map(({ fullAsOf }) => fullAsOf)),
    }
  }
}

function chosen(resource: Resource | undefined): readonly Resource[] {
  return resource === undefined ? resources : [resource]
}

/** What a run says of itself, in the language that is spoken. */
const saidNote = ({ note }: Run) => note?.split('\n').map(saidText).join(' ') ?? null
