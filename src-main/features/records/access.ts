import { tell } from '../../../src-shared/messages/told'
import type { Answer, CallOptions } from '../../core/client/call-options'
import type { Clock } from '../../core/clock'
import type { Problem, ProblemCode } from '../../../src-shared/problem'
import type { OffsetPage } from '../../../src-shared/interface/offset-list'
import { needsPerson } from '../../core/client/reach'
import { createRecordClient, type RecordClient } from '../../core/client/records'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'
import { createReachability, type Reachability } from '../../copying/reachability'
import type { RunReach } from '../../copying/runner'
import type { ConnectionRegistry } from './registry'
import type { AskPage } from '../../copying/offset/pages-ahead'
import type { Flow } from '../../copying/offset/flow'

/** How access to a service stands. */
export interface AccessState {
  online: boolean
  blocked: Problem | null
  spent: number
  ceiling: number | null
  /** Wall-clock instant until which requests are held back; null: they are not. */
  heldUntil: number | null
  /** Requests a minute that background work may take. */
  share: number | null
}

interface Access {
  client: RecordClient | null
  opening: Promise<RecordClient> | null
  reach: Reachability
  /** How often the service had asked to wait when that last counted against the pages asked for at once. */
  holds: number
  stopWatching(): void
}

/** What clients are opened with. */
export interface AccessOptions {
  registry: ConnectionRegistry
  clock: Clock
  log: Logger
  version: string
  /** 0.05 to 1: of each connection's own budget. */
  backgroundShare: number
  /** Requests a minute, where it is not the documented limit. */
  ceiling?: number
}

const keyProblems: readonly ProblemCode[] = ['key_missing', 'key_refused', 'keychain_locked']

/** Where something else answers at the address, that is what blocks: it is not waited for. */
function isOnline({ online, blocked }: Reachability): boolean {
  return online || blocked !== null
}

/** Access to the services: a client for each connection, opened when it is first needed, with its token. */
export class RecordAccess {
  readonly #connections = new Map<string, Access>()
  #share: number

  constructor(
    private readonly options: AccessOptions,
    private readonly changed: () => void,
  ) {
    this.#share = options.backgroundShare
  }

  /** Asks for pages of a connection's list; what comes of it is told to the flow. */
  asker(id: string, flow: Flow): AskPage {
    return async (of, signal) => {
      const access = this.#of(id)
      const { value } = await this.#list(id, access, of, { priority: 'sync', signal })
      const { holds = 0, latencyMs = null } = access.client?.budget ?? {}
      if (holds > access.holds) flow.refused()
      else if (latencyMs !== null) flow.came(latencyMs)
      access.holds = holds
      return value
    }
  }

  /**
   * Whether the service of a connection answers. One that is not what was meant does not become it by waiting: a run ends with
   * that. It waits for a key alone.
   */
  reach(id: string): RunReach {
    const { reach } = this.#of(id)
    return {
      get online() {
        return isOnline(reach)
      },
      get blocked() {
        return reach.blocked && keyProblems.includes(reach.blocked.code) ? reach.blocked : null
      },
      get problem() {
        return reach.problem
      },
      probe: () => reach.probe(),
      whenOnline: (signal) => reach.whenOnline(signal),
      watch: (listener) => reach.watch(listener),
    }
  }

  /** Asks a service that was away whether it is back: a person does not wait for the next question. Never rejects. */
  async wake(id: string): Promise<void> {
    const reach = this.#connections.get(id)?.reach
    if (reach && !reach.online) await reach.probe()
  }

  stateOf(id: string): AccessState {
    const access = this.#connections.get(id)
    const budget = access?.client?.budget
    return {
      online: access === undefined || isOnline(access.reach),
      blocked: access?.reach.blocked ?? null,
      spent: budget?.spent ?? 0,
      ceiling: budget?.ceiling ?? null,
      heldUntil: budget?.heldUntil ?? null,
      share: budget?.share ?? null,
    }
  }

  /** Changes the share of every connection's budget, of those that are opened later too. */
  setBackgroundShare(share: number): void {
    this.#share = share
    for (const { client } of this.#connections.values()) client?.setBackgroundShare(share)
  }

  /** Lets go of a client: its settings or its token are others. */
  async forget(id: string): Promise<void> {
    const access = this.#connections.get(id)
    if (!access) return
    this.#connections.delete(id)
    access.reach.close()
    await access.opening?.catch(() => undefined)
    access.stopWatching()
    await access.client?.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections.keys()].map((id) => this.forget(id)))
  }

  #of(id: string): Access {
    const known = this.#connections.get(id)
    if (known) return known
    const { clock, log } = this.options
    const access: Access = {
      client: null,
      opening: null,
      reach: createReachability({
        known: null,
        ask: (signal) => this.#list(id, access, { skip: 0, limit: 1 }, { priority: 'click', signal }),
        unreachable: () => access.client?.budget.unreachable ?? null,
        // A connection is of one list: where the token does not open it, nothing else is worth asking.
        isLasting: (found) => needsPerson(found) || found.code === 'forbidden',
        clock,
        log,
      }),
      holds: 0,
      stopWatching: () => undefined,
    }
    access.reach.watch(this.changed)
    this.#connections.set(id, access)
    return access
  }

  async #list(
    id: string,
    access: Access,
    page: { skip: number; limit: number },
    options: CallOptions,
  ): Promise<Answer<OffsetPage>> {
    try {
      const client = await this.#client(id, access)
      const answer = await client.list(page, options)
      access.reach.observe(undefined)
      return answer
    } catch (error) {
      access.reach.observe(error)
      throw error
    }
  }

  async #client(id: string, access: Access): Promise<RecordClient> {
    if (access.client) return access.client
    access.opening ??= this.#open(id)
      .then((client) => {
        access.stopWatching = client.watch(() => access.reach.hear())
        return (access.client = client)
      })
      .finally(() => (access.opening = null))
    return access.opening
  }

  async #open(id: string): Promise<RecordClient> {
    const { registry, clock, log, version, ceiling } = this.options
    const stored = registry.all().find((each) => each.id === id)
    if (!stored) throw problem('cancelled', { why: tell('records.access.theConnectionWasRemoved') })
    const token = await registry.tokenOf(id)
    return createRecordClient({
      ...stored,
      token,
      clock,
      log,
      version,
      backgroundShare: this.#share,
      ceiling,
    })
  }
}
