import { SerialQueue } from '../../src-shared/serial-queue'
import { Emitter } from '../../src-shared/emitter'
import { randomUUID } from 'node:crypto'
import type {
  RecordConnection,
  RecordConnectionInput,
  RecordRun,
  RecordTest,
} from '../../src-shared/bridge/records'
import type { RecordSummary } from '../cache/records/api'
import type { Cache } from '../cache/store'
import { tidyAddress } from '../client/address'
import { refuseOtherOrigin, refuseUnencrypted } from '../client/destination'
import { isProblem, problem } from '../problems'
import { isSameList, type StoredConnection } from './book'
import { testRecords } from './connection-test'
import { isLive, RecordRunner, type RecordRunnerTools, type Stop } from './runner'
import { RecordRunLog } from './run-log'
import { RecordSchedule } from './schedule'
import { shownConnection } from './shown'
import { RecordWays, type WayOptions } from './ways'

/** What the connections of a profile are given. */
export interface RecordConnectionsOptions extends WayOptions {
  cache: Pick<Cache, 'records' | 'activity'>
  /** Pages asked for at once at most; four unless said otherwise. */
  mostInFlight?: number
  notify(title: string, body: string): void
}

const mostInFlight = 4

/** The connections of a profile to record-management services: their lists, and the runs that copy them. */
export class RecordConnections {
  readonly #ways: RecordWays
  readonly #runners = new Map<string, RecordRunner>()
  readonly #summaries = new Map<string, RecordSummary>()
  readonly #schedule: RecordSchedule
  readonly #runLog: RecordRunLog
  readonly #listeners = new Emitter()
  readonly #tools: RecordRunnerTools
  readonly #queue = new SerialQueue()

  private constructor(private readonly options: RecordConnectionsOptions) {
    const { cache, clock, log } = options
    this.#ways = new RecordWays(options, () => this.#announce())
    this.#runLog = new RecordRunLog(options)
    this.#schedule = new RecordSchedule({
      book: options.book,
      clock,
      log,
      isUnderWay: (id) => this.#isUnderWay(id),
      lastAt: (id) => {
        const { asOf, last } = this.#summaryOf(id)
        return last?.endedAt ?? asOf
      },
      begin: (id) =>
        this.#queue.run(async () => {
          // What happened before its turn came may have begun a run, or removed the connection.
          const isKnown = options.book.all().some((stored) => stored.id === id)
          if (isKnown && !this.#isUnderWay(id)) await this.#begin(id, 'schedule')
        }),
    })
    this.#tools = {
      cache,
      clock,
      log,
      most: options.mostInFlight ?? mostInFlight,
      ask: (id, flow) => this.#ways.asker(id, flow),
      reach: (id) => this.#ways.reach(id),
      changed: () => this.#announce(),
      ended: async (run) => {
        await this.#runLog.ended(run)
        await this.#reload(run.connectionId)
      },
      asks: (run) => this.#runLog.tell(run),
    }
  }

  /** Opens the connections of a profile: runs that wait go on, and what was never read is read. */
  static async open(options: RecordConnectionsOptions): Promise<RecordConnections> {
    const connections = new RecordConnections(options)
    await connections.#goOn()
    return connections
  }

  /** As they stand, in the order in which they were made. */
  list(): RecordConnection[] {
    return this.options.book.all().map((stored) => this.#shown(stored))
  }

  get(id: string): RecordConnection {
    return this.#shown(this.#must(id))
  }

  async test(
    input: Omit<RecordConnectionInput, 'name' | 'everyHours'> & {
      id?: string
      token?: string
      unencrypted?: boolean
    },
  ): Promise<RecordTest> {
    const { address } = tidyAddress(input.address)
    const token = input.token ?? (await this.#storedTokenFor(input.id, address))
    refuseUnencrypted(address, input.unencrypted === true)
    return testRecords({ ...input, token }, this.options)
  }

  /** Stores a connection and begins to read its list. `unencrypted`: a person agreed to plain http. */
  async add(input: RecordConnectionInput, token: string, unencrypted = false): Promise<RecordConnection> {
    const { clock, book } = this.options
    const { address } = tidyAddress(input.address)
    refuseUnencrypted(address, unencrypted)
    const stored = { ...input, address, id: randomUUID(), createdAt: clock.now() }
    await book.put(stored, token)
    await this.#begin(stored.id, 'first')
    return this.get(stored.id)
  }

  /** Changes a connection. A list that is another one is read anew; another origin needs its token typed. */
  edit(
    id: string,
    input: RecordConnectionInput,
    { token, unencrypted = false }: { token?: string | undefined; unencrypted?: boolean } = {},
  ): Promise<RecordConnection> {
    return this.#queue.run(async () => {
      const before = this.#must(id)
      const { address } = tidyAddress(input.address)
      if (token === undefined) refuseOtherOrigin(before.address, address)
      if (address !== before.address) refuseUnencrypted(address, unencrypted)
      const next: StoredConnection = { ...input, address, id, createdAt: before.createdAt }
      const goesOn = this.#runners.get(id)?.run.state
      const waitsForToken = token !== undefined && goesOn === 'paused' && this.#waitsForKey(id)
      const isOther = !isSameList(before, next)
      await this.#runners.get(id)?.stop(isOther ? 'cancel' : 'close')
      await this.options.book.put(next, token)
      await this.#ways.forget(id)
      if (isOther) {
        await this.options.cache.records.remove({ connectionId: id, keepViews: true })
        this.#runners.delete(id)
        await this.#begin(id, 'first')
      } else if (goesOn === 'running' || goesOn === 'queued' || waitsForToken) this.#runners.get(id)?.go()
      await this.#reload(id)
      return this.get(id)
    })
  }

  /** Deletes a connection with its token and its copy. */
  remove(id: string, name: string): Promise<void> {
    return this.#queue.run(async () => {
      const stored = this.#must(id)
      if (name.trim() !== stored.name) {
        throw problem('input_invalid', {
          why: 'The name typed is not the name of this connection. Nothing was removed.',
          fields: [{ field: 'name', message: 'It differs from the connection’s name.' }],
        })
      }
      await this.#runners.get(id)?.stop('cancel')
      this.#runners.delete(id)
      await this.#ways.forget(id)
      await this.options.book.remove(id)
      await this.options.cache.records.remove({ connectionId: id, keepViews: false })
      this.#summaries.delete(id)
      this.#schedule.forget(id)
      this.#announce()
    })
  }

  /** Begins a run; one under way is left alone, a paused one goes on. */
  start(id: string): Promise<RecordConnection> {
    return this.#queue.run(async () => {
      this.#must(id)
      const runner = this.#runners.get(id)
      if (!this.#isUnderWay(id)) await this.#begin(id, 'person')
      else if (runner?.run.state === 'paused') runner.go()
      void this.#ways.wake(id)
      return this.get(id)
    })
  }

  pause(id: string): Promise<RecordConnection> {
    return this.#stop(id, 'pause')
  }

  resume(id: string): Promise<RecordConnection> {
    return this.#queue.run(() => {
      const runner = this.#runners.get(id)
      if (runner?.run.state === 'paused') runner.go()
      void this.#ways.wake(id)
      return Promise.resolve(this.get(id))
    })
  }

  cancel(id: string): Promise<RecordConnection> {
    return this.#stop(id, 'cancel')
  }

  answer(id: string, runId: number, remove: boolean): Promise<RecordConnection> {
    return this.#queue.run(async () => {
      const runner = this.#runners.get(id)
      if (runner?.run.id !== runId || runner.run.state !== 'asking') {
        throw problem('not_found', { title: 'This run asks nothing', why: 'It was answered, or has ended.' })
      }
      await runner.answer(remove)
      return this.get(id)
    })
  }

  /** The way to a connection's service is another one: its address or its token changed without a person. */
  renew(id: string): Promise<void> {
    return this.#queue.run(async () => {
      const runner = this.#runners.get(id)
      const state = runner?.run.state
      await runner?.stop('close')
      await this.#ways.forget(id)
      if (state === 'running' || state === 'queued' || this.#waitsForKey(id)) runner?.go()
    })
  }

  /** The keychain gives more than before: runs that waited for their tokens go on. */
  keysCame(): void {
    for (const [id, runner] of this.#runners) if (this.#waitsForKey(id)) runner.go()
  }

  /** Something of a connection's copy is other than before: records went to the audience. */
  reload(id: string): Promise<void> {
    return this.#reload(id)
  }

  /** Changes what part of each connection's own budget its runs may take: 0.05 to 1. */
  setBackgroundShare(share: number): void {
    this.#ways.setBackgroundShare(share)
  }

  /** Throws away what was copied of every connection, with its runs. */
  async reset(empty: () => Promise<void>): Promise<void> {
    await this.#queue.run(async () => {
      await this.#stopAll('cancel')
      this.#runners.clear()
      await empty()
      for (const { id } of this.options.book.all()) {
        // What a person emptied is not filled again behind their back before its time.
        this.#schedule.tried(id)
        await this.#reload(id)
      }
    })
  }

  watch(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    await this.#queue.idle()
    await Promise.all([...this.#runners.values()].map((runner) => runner.stopped()))
  }

  /** Stops everything; runs under way wait in the cache for the next time. */
  async close(): Promise<void> {
    const scheduled = this.#schedule.close()
    this.#listeners.clear()
    await this.#queue.idle()
    await this.#stopAll('close')
    await scheduled
    await this.#ways.close()
  }

  async #goOn(): Promise<void> {
    const { cache, book } = this.options
    const known = new Set(book.all().map(({ id }) => id))
    for (const { run } of await cache.records.live()) {
      if (!known.has(run.connectionId)) continue
      const runner = new RecordRunner(run, this.#tools)
      this.#runners.set(run.connectionId, runner)
      if (run.state === 'queued' || run.state === 'running') runner.go()
    }
    for (const { id } of book.all()) {
      await this.#reload(id)
      const { run, last } = this.#summaryOf(id)
      if (!run && !last) await this.#begin(id, 'first')
    }
    this.#schedule.start()
  }

  async #begin(id: string, cause: RecordRun['cause']): Promise<void> {
    this.#schedule.tried(id)
    const runner = new RecordRunner(await this.#newRun(id, cause), this.#tools)
    this.#runners.set(id, runner)
    runner.go()
    this.#announce()
  }

  /** A run of its own; where the copy holds one that broke off without a word, that one goes on. */
  async #newRun(id: string, cause: RecordRun['cause']): Promise<RecordRun> {
    const { cache, clock } = this.options
    try {
      return await cache.records.begin({ connectionId: id, cause, now: clock.now() })
    } catch (error) {
      const { run } = await cache.records.summary(id)
      if (!isProblem(error, 'sync_running') || !run) throw error
      return run
    }
  }

  #stop(id: string, stop: Stop): Promise<RecordConnection> {
    return this.#queue.run(async () => {
      this.#must(id)
      await this.#runners.get(id)?.stop(stop)
      return this.get(id)
    })
  }

  async #stopAll(stop: Stop): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop(stop)))
  }

  async #reload(id: string): Promise<void> {
    this.#summaries.set(id, await this.options.cache.records.summary(id))
    this.#announce()
  }

  #summaryOf(id: string): RecordSummary {
    return this.#summaries.get(id) ?? { rows: 0, revision: 0, asOf: null, run: null, last: null }
  }

  #shown(stored: StoredConnection): RecordConnection {
    const runner = this.#runners.get(stored.id)
    return shownConnection(stored, {
      token: this.options.book.tokenInfo(stored.id),
      summary: this.#summaryOf(stored.id),
      run: runner?.run ?? null,
      copy: runner?.copy ?? null,
      way: this.#ways.stateOf(stored.id),
      nextAt: this.#schedule.nextAt(stored),
    })
  }

  #isUnderWay(id: string): boolean {
    const runner = this.#runners.get(id)
    return runner !== undefined && isLive(runner.run)
  }

  #waitsForKey(id: string): boolean {
    const run = this.#runners.get(id)?.run
    const codes = ['key_missing', 'key_refused', 'keychain_locked']
    return run?.state === 'paused' && run.problem !== null && codes.includes(run.problem.code)
  }

  async #storedTokenFor(id: string | undefined, address: string): Promise<string> {
    if (id === undefined)
      throw problem('key_missing', { title: 'There is no token', action: 'Enter the token.' })
    refuseOtherOrigin(this.#must(id).address, address)
    return this.options.book.tokenOf(id)
  }

  #must(id: string): StoredConnection {
    const stored = this.options.book.all().find((each) => each.id === id)
    if (stored) return stored
    throw problem('not_found', { title: 'This connection is gone', why: 'It was removed meanwhile.' })
  }

  #announce(): void {
    this.#listeners.emit()
  }
}
