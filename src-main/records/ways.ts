import type { Problem } from '../../src-shared/problem'
import { isAway, needsPerson } from '../client/reach'
import { createRecordClient, type RecordClient } from '../client/records'
import type { Clock } from '../host'
import type { Logger } from '../log'
import { asProblem, problem } from '../problems'
import type { ConnectionBook } from './book'
import type { AskPage } from './flights'
import type { Flow } from './flow'
import { asked } from './steps'

/** How the way to a service stands. */
export interface WayState {
  online: boolean
  blocked: Problem | null
  spent: number
  ceiling: number | null
  /** Requests a minute that background work may take. */
  share: number | null
}

interface Way {
  client: RecordClient | null
  opening: Promise<RecordClient> | null
  failure: Problem | null
}

/** What the ways are opened with. */
export interface WayOptions {
  book: ConnectionBook
  clock: Clock
  log: Logger
  version: string
  /** 0.05 to 1: of each connection's own budget. */
  backgroundShare: number
  /** Requests a minute, where it is not the documented limit. */
  ceiling?: number
}

/** The ways to the services: a client for each connection, opened when it is first needed, with its token. */
export class RecordWays {
  readonly #ways = new Map<string, Way>()
  #share: number

  constructor(
    private readonly options: WayOptions,
    private readonly changed: () => void,
  ) {
    this.#share = options.backgroundShare
  }

  /** Asks for pages of a connection's list; what comes of it is noticed. */
  asker(id: string, flow: Flow): AskPage {
    return async (skip, signal) => {
      const way = this.#of(id)
      try {
        const client = await this.#client(id, way)
        const before = client.budget.refusedForRate
        const { value } = await client.list({ skip, limit: asked }, { priority: 'sync', signal })
        const { refusedForRate, latencyMs } = client.budget
        if (refusedForRate > before) flow.refused()
        else if (latencyMs !== null) flow.came(latencyMs)
        this.#notice(way, null)
        return value
      } catch (error) {
        const failure = asProblem(error).problem
        if (failure.code !== 'cancelled') this.#notice(way, failure)
        throw error
      }
    }
  }

  stateOf(id: string): WayState {
    const { client = null, failure = null } = this.#ways.get(id) ?? {}
    return {
      online: failure === null || !isAway(problem(failure.code, failure)),
      blocked: failure && (needsPerson(failure) || failure.code === 'forbidden') ? failure : null,
      spent: client?.budget.spent ?? 0,
      ceiling: client?.budget.ceiling ?? null,
      share: client?.budget.share ?? null,
    }
  }

  /** Changes the share of every connection's budget, of those that are opened later too. */
  setBackgroundShare(share: number): void {
    this.#share = share
    for (const { client } of this.#ways.values()) client?.setBackgroundShare(share)
  }

  /** Lets go of a client: its settings or its token are others. */
  async forget(id: string): Promise<void> {
    const way = this.#ways.get(id)
    this.#ways.delete(id)
    await way?.opening?.catch(() => undefined)
    await way?.client?.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#ways.keys()].map((id) => this.forget(id)))
  }

  #of(id: string): Way {
    const known = this.#ways.get(id)
    if (known) return known
    const made: Way = { client: null, opening: null, failure: null }
    this.#ways.set(id, made)
    return made
  }

  async #client(id: string, way: Way): Promise<RecordClient> {
    if (way.client) return way.client
    way.opening ??= this.#open(id)
      .then((client) => (way.client = client))
      .finally(() => (way.opening = null))
    return way.opening
  }

  async #open(id: string): Promise<RecordClient> {
    const { book, clock, log, version, ceiling } = this.options
    const stored = book.all().find((each) => each.id === id)
    if (!stored) throw problem('cancelled', { why: 'The connection was removed.' })
    const token = await book.tokenOf(id)
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

  #notice(way: Way, failure: Problem | null): void {
    if (way.failure?.code === failure?.code) return
    way.failure = failure
    this.changed()
  }
}
