import { tell } from '../../src-shared/messages/told'
import { Emitter } from '../../src-shared/emitter'
import { SerialQueue } from '../../src-shared/serial-queue'
import type { Cache } from '../cache/store'
import type { Clock } from '../core/clock'
import type { Logger } from '../core/log'
import { isProblem, problem } from '../core/problems'
import { isLive, waitsForKey, type AnyRun, type RunRows } from './run'
import { type LoggedWork, WorkLog } from '../cache/work-log'
import { Runner, type CopiedList, type RunnerTools, type Stop } from './runner'

/** What the copy holds of a list: the run that is still to come to its end, and the last that has. */
interface ListState<R extends AnyRun> {
  run: R | null
  last: R | null
}

/** What the runs of a profile over lists of one kind are given. */
interface RunsOptions<K extends string, R extends AnyRun, S extends ListState<R>> {
  cache: Pick<Cache, 'activity'>
  rows: RunRows<R>
  clock: Clock
  log: Logger
  /** What the activity log says of them; `more`: what it keeps besides their counts. */
  logged: Pick<LoggedWork<R>, 'idKey' | 'titleOf' | 'causeOf'> & { more(run: R): object }
  keyOf(run: R): K
  list(run: R): CopiedList<R>
  /** What a run says of itself by its row. */
  saidBy(run: R): readonly string[]
  /** What the copy holds of a list now. */
  stateOf(key: K): Promise<S>
  /** Told when a run has come to its end, once its list's state was read again. */
  ended?(run: R): void
  /** What a person who may not be looking is told of, by name; null: its list is gone. */
  nameOf(run: R): string | null
  notify(title: string, body: string): void
}

/** The runs over a profile's lists of one kind: of each list one at a time, and what the copy holds of it. */
export class Runs<K extends string, R extends AnyRun, S extends ListState<R>> {
  readonly #runners = new Map<K, Runner<R>>()
  readonly #states = new Map<K, S>()
  readonly #listeners = new Emitter()
  readonly watch = this.#listeners.add
  readonly #tools: RunnerTools<R>
  /** Commands of a person, one after another, so that two clicks do not start two runs. */
  readonly #queue = new SerialQueue()

  constructor(private readonly options: RunsOptions<K, R, S>) {
    const { rows, clock, log, logged, keyOf, saidBy, ended } = options
    const runLog = new WorkLog<R>(options.cache, () => clock.now(), {
      ...logged,
      find: async (id) => (await rows.find(id))?.run ?? null,
      countsOf: (run) => {
        const { pages, received, added, changed, unchanged, removed, expected } = run
        return { pages, received, added, changed, unchanged, removed, expected, ...logged.more(run) }
      },
      requestOf: ({ problem: found }) => ({
        status: found?.status ?? null,
        requestId: found?.requestId ?? null,
      }),
    })
    // Of a run that nobody asked for, nobody watches what becomes of it.
    const tellUnwatched = (run: R) => {
      if (run.cause !== 'person') this.#tell(run)
    }
    this.#tools = {
      rows,
      clock,
      log,
      runLog,
      saidBy,
      changed: () => this.#changed(),
      ended: async (run) => {
        await runLog.end(run)
        if (run.state === 'failed') tellUnwatched(run)
        // At once with its end: what is shown never has a finished run and yet an old "as of".
        await this.reload(keyOf(run))
        ended?.(run)
      },
      asks: (run) => this.#tell(run),
      waits: tellUnwatched,
    }
  }

  /** What the copy holds of a list, as it was last read, with the run under way as it stands; undefined: it was never read. */
  state(key: K): S | undefined {
    const state = this.#states.get(key)
    const run = this.#runners.get(key)?.run
    return state && run && isLive(run) ? { ...state, run } : state
  }

  isUnderWay(key: K): boolean {
    const runner = this.#runners.get(key)
    return runner !== undefined && isLive(runner.run)
  }

  /** Whether no run is known. */
  get isEmpty(): boolean {
    return this.#runners.size === 0
  }

  /** Reads again what the copy holds of a list. */
  async reload(key: K): Promise<void> {
    this.#states.set(key, await this.options.stateOf(key))
    this.announce()
  }

  /** Takes over what became known of a list without reading it again: a progress that changes many times a second costs nothing. */
  note(key: K, more: Partial<S>): void {
    const state = this.#states.get(key)
    if (state) this.#states.set(key, { ...state, ...more })
  }

  /** Takes the runs that the program's end had stopped, of lists that are still there. */
  async takeLive(isKnown: (key: K) => boolean = () => true): Promise<void> {
    for (const { run } of await this.options.rows.live()) {
      if (isKnown(this.options.keyOf(run))) this.#add(run)
    }
  }

  /** Goes on with the runs that the program's end had stopped, but those that wait for a person. */
  goOn(): void {
    for (const runner of this.#runners.values()) {
      const { state } = runner.run
      if (state === 'queued' || state === 'running') runner.go()
    }
  }

  /** Goes on with what waits for a key: there may be one. */
  keyCame(): void {
    for (const runner of this.#runners.values()) runner.goAgain()
  }

  /** Begins a run. Where the copy holds one that broke off without a word, that one goes on. */
  async begin(key: K, begin: () => Promise<R>): Promise<void> {
    const run = await begin().catch(async (error: unknown) => {
      const found = isProblem(error, 'sync_running') ? (await this.options.stateOf(key)).run : null
      if (!found) throw error
      return found
    })
    if (!this.#states.has(key)) await this.reload(key)
    this.#add(run).go()
    this.announce()
  }

  /** Goes on with a run that is paused. */
  resume(key: K): void {
    const runner = this.#runners.get(key)
    if (runner?.run.state === 'paused') runner.go()
  }

  /** Stops runs, of all lists or of these. Resolves when nothing more is sent. */
  async stop(stop: Stop, keys: readonly K[] = [...this.#runners.keys()]): Promise<void> {
    await Promise.all(keys.map((key) => this.#runners.get(key)?.stop(stop)))
  }

  /** Does something to what a list is read from while its run is stopped. It goes on afterwards if it went on, or waited for a key. */
  async stopped(key: K, work: () => Promise<void>, hasKey = true): Promise<void> {
    const runner = this.#runners.get(key)
    const before = runner?.run
    await runner?.stop('close')
    await work()
    if (!before) return
    const wentOn = before.state === 'running' || before.state === 'queued'
    if (wentOn || (hasKey && waitsForKey(before))) runner?.go()
  }

  /** Ends a run that asks. Rejects with `not_found` where no run of this id does. */
  async answer(runId: number, remove: boolean): Promise<void> {
    const runner = [...this.#runners.values()].find(({ run }) => run.id === runId && run.state === 'asking')
    if (!runner)
      throw problem('not_found', {
        title: tell('copying.runs.thisRunAsksNothing'),
        why: tell('copying.runs.itWasAnsweredOr'),
      })
    await runner.answer(remove)
  }

  /** Forgets the run over a list, or of all. */
  forget(key?: K): void {
    if (key === undefined) this.#runners.clear()
    else {
      this.#runners.delete(key)
      this.#states.delete(key)
    }
  }

  /** Does things one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work)
  }

  announce(): void {
    this.#listeners.emit()
  }

  /** Resolves when no run is under way: paused, asking and ended ones are at rest. */
  async settled(): Promise<void> {
    await this.#queue.idle()
    await Promise.all([...this.#runners.values()].map((runner) => runner.stopped()))
  }

  /** Stops everything; runs under way wait in the cache for the next time. */
  async close(): Promise<void> {
    this.#listeners.clear()
    await this.stop('close')
  }

  #add(run: R): Runner<R> {
    const runner = new Runner(run, this.options.list(run), this.#tools)
    this.#runners.set(this.options.keyOf(run), runner)
    this.#follow(run)
    return runner
  }

  #changed(): void {
    for (const { run } of this.#runners.values()) if (isLive(run)) this.#follow(run)
    this.announce()
  }

  /** What is shown goes on from a live run's row until its list's state is read again. */
  #follow(run: R): void {
    const key = this.options.keyOf(run)
    const state = this.#states.get(key)
    if (state) this.#states.set(key, { ...state, run })
  }

  #tell(run: R): void {
    const name = this.options.nameOf(run)
    if (run.problem && name !== null) this.options.notify(name, `${run.problem.title}. ${run.problem.action}`)
  }
}
