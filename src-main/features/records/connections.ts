import { t } from '../../../src-shared/messages/message'
import { tell, toldOf } from '../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import type {
  RecordConnection,
  RecordConnectionInput,
  RecordRun,
  RecordTest,
} from '../../../src-shared/bridge/records'
import type { RecordSummary } from './store/api'
import type { Cache } from '../../cache/store'
import { tidyAddress } from '../../core/client/address'
import { refuseOtherOrigin, refuseUnencrypted } from '../../core/client/destination'
import { Runs } from '../../copying/runs'
import { problem } from '../../core/problems'
import { isSameList, type StoredConnection } from './registry'
import { testRecords } from './connection-test'
import { recordList } from './record-list'
import { RecordSchedule } from './schedule'
import { shownConnection } from './shown'
import { RecordAccess, type AccessOptions } from './access'

/** What the connections of a profile are given. */
interface RecordConnectionsOptions extends AccessOptions {
  cache: Pick<Cache, 'records' | 'activity'>
  /** Pages asked for at once at most; four unless said otherwise. */
  mostInFlight?: number
  notify(title: string, body: string): void
}

const mostInFlight = 4

/** What the copy holds of a connection of which nothing was read. */
const nothing: RecordSummary = { rows: 0, revision: 0, asOf: null, run: null, last: null }

/** The connections of a profile to record-management services: their lists, and the runs that copy them. */
export class RecordConnections {
  readonly #access: RecordAccess
  readonly #runs: Runs<string, RecordRun, RecordSummary>
  readonly #schedule: RecordSchedule

  private constructor(private readonly options: RecordConnectionsOptions) {
    const { cache, registry, clock, log, notify } = options
    this.#access = new RecordAccess(options, () => this.#runs.announce())
    const nameOf = ({ connectionId }: RecordRun) => this.#find(connectionId)?.name ?? null
    this.#runs = new Runs({
      cache,
      clock,
      log,
      notify,
      rows: {
        find: (runId) => cache.records.run(runId),
        live: () => cache.records.live(),
        set: ({ said, ...row }) => cache.records.setState({ ...row, report: [...said] }),
        finish: ({ said, ...row }) => cache.records.finish({ ...row, report: [...said] }),
      },
      logged: {
        idKey: 'recordRun',
        titleOf: (run) => tell('told.readRecords', { name: nameOf(run) ?? '–' }),
        causeOf: ({ cause }) => cause,
        more: ({ drift, report }) => ({ drift, report: report.map(toldOf) }),
      },
      keyOf: ({ connectionId }) => connectionId,
      list: ({ connectionId }) =>
        recordList(connectionId, {
          cache,
          access: this.#access,
          most: options.mostInFlight ?? mostInFlight,
          copied: (copy) => this.#runs.note(connectionId, copy),
        }),
      saidBy: ({ report }) => report,
      stateOf: (id) => cache.records.summary(id),
      nameOf,
    })
    this.#schedule = new RecordSchedule({
      registry,
      clock,
      log,
      isUnderWay: (id) => this.#runs.isUnderWay(id),
      lastAt: (id) => {
        const { asOf, last } = this.#summaryOf(id)
        return last?.endedAt ?? asOf
      },
      begin: (id) =>
        this.#runs.inTurn(async () => {
          // What happened before its turn came may have begun a run, or removed the connection.
          if (this.#find(id) && !this.#runs.isUnderWay(id)) await this.#begin(id, 'schedule')
        }),
    })
  }

  /** Opens the connections of a profile: runs that wait go on, and what was never read is read. */
  static async open(options: RecordConnectionsOptions): Promise<RecordConnections> {
    const connections = new RecordConnections(options)
    await connections.#goOn()
    return connections
  }

  /** As they stand, in the order in which they were made. */
  list(): RecordConnection[] {
    return this.options.registry.all().map((stored) => this.#shown(stored))
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
    const { clock, registry } = this.options
    const { address } = tidyAddress(input.address)
    refuseUnencrypted(address, unencrypted)
    const stored = { ...input, address, id: randomUUID(), createdAt: clock.now() }
    await registry.put(stored, token)
    await this.#begin(stored.id, 'first')
    return this.get(stored.id)
  }

  /** Changes a connection. A list that is another one is read anew; another origin needs its token typed. */
  edit(
    id: string,
    input: RecordConnectionInput,
    { token, unencrypted = false }: { token?: string | undefined; unencrypted?: boolean } = {},
  ): Promise<RecordConnection> {
    return this.#runs.inTurn(async () => {
      const before = this.#must(id)
      const { address } = tidyAddress(input.address)
      if (token === undefined) refuseOtherOrigin(before.address, address)
      if (address !== before.address) refuseUnencrypted(address, unencrypted)
      const next: StoredConnection = { ...input, address, id, createdAt: before.createdAt }
      const change = async () => {
        await this.options.registry.put(next, token)
        await this.#access.forget(id)
      }
      if (isSameList(before, next)) await this.#runs.stopped(id, change, token !== undefined)
      else {
        await this.#runs.stop('cancel', [id])
        await change()
        await this.options.cache.records.remove({ connectionId: id, keepViews: true })
        this.#runs.forget(id)
        await this.#begin(id, 'first')
      }
      await this.reload(id)
      return this.get(id)
    })
  }

  /** Deletes a connection with its token and its copy. */
  remove(id: string, name: string): Promise<void> {
    return this.#runs.inTurn(async () => {
      const stored = this.#must(id)
      if (name.trim() !== stored.name) {
        throw problem('input_invalid', {
          why: tell('records.connections.theNameTypedIs'),
          fields: [{ field: 'name', message: t('records.connections.itDiffersFromThe') }],
        })
      }
      await this.#runs.stop('cancel', [id])
      await this.#access.forget(id)
      await this.options.registry.remove(id)
      await this.options.cache.records.remove({ connectionId: id, keepViews: false })
      this.#runs.forget(id)
      this.#schedule.forget(id)
      this.#runs.announce()
    })
  }

  /** Begins a run; one under way is left alone, a paused one goes on. */
  start(id: string): Promise<RecordConnection> {
    return this.#change(id, async () => {
      if (this.#runs.isUnderWay(id)) this.#runs.resume(id)
      else await this.#begin(id, 'person')
      void this.#access.wake(id)
    })
  }

  pause(id: string): Promise<RecordConnection> {
    return this.#change(id, () => this.#runs.stop('pause', [id]))
  }

  resume(id: string): Promise<RecordConnection> {
    return this.#change(id, () => {
      this.#runs.resume(id)
      void this.#access.wake(id)
    })
  }

  cancel(id: string): Promise<RecordConnection> {
    return this.#change(id, () => this.#runs.stop('cancel', [id]))
  }

  answer(id: string, runId: number, remove: boolean): Promise<RecordConnection> {
    return this.#change(id, () => this.#runs.answer(runId, remove))
  }

  /** The way to a connection's service is another one: its address or its token changed without a person. */
  renew(id: string): Promise<void> {
    return this.#runs.inTurn(async () => {
      await this.#runs.stopped(id, () => this.#access.forget(id))
      this.#runs.announce()
    })
  }

  /** The keychain gives more than before: runs that waited for their tokens go on. */
  keysCame(): void {
    this.#runs.keyCame()
    this.#runs.announce()
  }

  /** Something of a connection's copy is other than before: records went to the audience. */
  reload(id: string): Promise<void> {
    return this.#runs.reload(id)
  }

  /** Changes what part of each connection's own budget its runs may take: 0.05 to 1. */
  setBackgroundShare(share: number): void {
    this.#access.setBackgroundShare(share)
  }

  /** Throws away what was copied of every connection, with its runs. */
  async reset(empty: () => Promise<void>): Promise<void> {
    await this.#runs.inTurn(async () => {
      await this.#runs.stop('cancel')
      this.#runs.forget()
      await empty()
      for (const { id } of this.options.registry.all()) {
        // What a person emptied is not filled again behind their back before its time.
        this.#schedule.tried(id)
        await this.reload(id)
      }
    })
  }

  watch(listener: () => void): () => void {
    return this.#runs.watch(listener)
  }

  /** Resolves when no run is under way. */
  settled(): Promise<void> {
    return this.#runs.settled()
  }

  /** Stops everything; runs under way wait in the cache for the next time. */
  async close(): Promise<void> {
    const scheduled = this.#schedule.close()
    await this.#runs.inTurn(() => this.#runs.close())
    await scheduled
    await this.#access.close()
  }

  async #goOn(): Promise<void> {
    await this.#runs.takeLive((id) => this.#find(id) !== undefined)
    this.#runs.goOn()
    for (const { id } of this.options.registry.all()) {
      await this.reload(id)
      const { run, last } = this.#summaryOf(id)
      if (!run && !last) await this.#begin(id, 'first')
    }
    this.#schedule.start()
  }

  async #begin(id: string, cause: RecordRun['cause']): Promise<void> {
    const { cache, clock } = this.options
    this.#schedule.tried(id)
    await this.#runs.begin(id, () => cache.records.begin({ connectionId: id, cause, now: clock.now() }))
  }

  #change(id: string, work: () => Promise<void> | void): Promise<RecordConnection> {
    return this.#runs.inTurn(async () => {
      this.#must(id)
      await work()
      return this.get(id)
    })
  }

  #summaryOf(id: string): RecordSummary {
    return this.#runs.state(id) ?? nothing
  }

  #shown(stored: StoredConnection): RecordConnection {
    const { id } = stored
    return shownConnection(stored, {
      token: this.options.registry.tokenInfo(id),
      summary: this.#summaryOf(id),
      access: this.#access.stateOf(id),
      nextAt: this.#schedule.nextAt(stored),
    })
  }

  async #storedTokenFor(id: string | undefined, address: string): Promise<string> {
    if (id === undefined)
      throw problem('key_missing', {
        title: tell('words.thereIsNoToken'),
        action: tell('records.connections.enterTheToken'),
      })
    refuseOtherOrigin(this.#must(id).address, address)
    return this.options.registry.tokenOf(id)
  }

  #find(id: string): StoredConnection | undefined {
    return this.options.registry.all().find((each) => each.id === id)
  }

  #must(id: string): StoredConnection {
    const stored = this.#find(id)
    if (stored) return stored
    throw problem('not_found', {
      title: tell('records.connections.thisConnectionIsGone'),
      why: tell('records.connections.itWasRemovedMeanwhile'),
    })
  }
}
