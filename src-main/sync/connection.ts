import type { ConnectionState } from '../../src-shared/bridge/sync'
import type { Problem } from '../../src-shared/problem'
import type { ServiceClient } from '../client/client'
import { needsPerson, reachOf } from '../client/reach'
import type { Clock } from '../host'
import type { Logger } from '../log'
import { asProblem, isProblem } from '../problems'
import { observeClient } from './observed-client'
import { refusingClient } from './refusing-client'

/** Whether the service answers, learnt from all traffic, and from probes while it does not. */
export interface Connection {
  /** The client to use: what comes of each call is noticed here. */
  readonly client: ServiceClient
  readonly state: ConnectionState
  /** Why nothing more is worth trying until a person acts: a refused key, a disabled project. */
  readonly blocked: Problem | null
  /** Resolves once the service answers; rejects when aborted. */
  whenOnline(signal: AbortSignal): Promise<void>
  /** Asks now. Never rejects: the state says what came of it. */
  probe(): Promise<ConnectionState>
  /** Takes another client from now on: an address or a key changed, or there was none yet. Closes the one before. */
  use(client: ServiceClient): Promise<void>
  /** Lets nothing through from now on, and says why: there is no usable key, the embedded service did not start. */
  fail(reason: Problem): Promise<void>
  /** Called with every change. Returns the way to stop. */
  watch(listener: () => void): () => void
  close(): Promise<void>
}

const firstPauseMs = 2000
const longestPauseMs = 60_000

/** Watches one project's service through its client; `first` may also be why there is none yet. */
export function createConnection(first: ServiceClient | Problem, clock: Clock, log: Logger): Connection {
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  const known = 'code' in first ? first : null
  let bare = 'code' in first ? refusingClient(first) : first
  let stopWatching = bare.watch(hear)
  let online = known === null || (reachOf(known)?.online ?? true)
  let since = clock.now()
  let problem = known
  let probing: Promise<void> | null = null
  let asking = false

  const client = observeClient(() => bare, observe)
  if (!online) keepProbing()

  function observe(failure: unknown): void {
    if (failure === undefined) {
      settle(true, null)
      return
    }
    const found = asProblem(failure).problem
    const reach = reachOf(found)
    if (!reach) return
    // An answer about one record or one list says that the service is there, and nothing against the connection.
    const lasting = !reach.online || needsPerson(found) || found.code === 'service_failed'
    settle(reach.online, lasting ? found : problem && needsPerson(problem) ? problem : null)
  }

  function settle(nowOnline: boolean, found: Problem | null): void {
    const changed = nowOnline !== online || found?.code !== problem?.code
    if (nowOnline !== online) {
      online = nowOnline
      since = clock.now()
      log.info(online ? 'online' : 'offline', { code: found?.code })
    }
    problem = found
    if (!online) keepProbing()
    if (changed) announce()
  }

  /**
   * A request got no answer. The client tries again by itself, ever more slowly, without a word until it gives up:
   * a question of our own, which nothing holds back, tells sooner whether the service is there.
   */
  function hear(): void {
    if (bare.budget.unreachable && online && !asking) {
      asking = true
      void ask().finally(() => (asking = false))
    }
    announce()
  }

  /** Asks again and again, ever more rarely, until an answer comes. */
  function keepProbing(): void {
    probing ??= (async () => {
      let pause = firstPauseMs
      while (!online) {
        await clock.sleep(pause * (0.8 + 0.4 * clock.random()), closing.signal)
        if (!online) await ask()
        pause = Math.min(longestPauseMs, pause * 2)
      }
    })()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error('probe_failed', { detail: String(error) })
      })
      .finally(() => {
        probing = null
        // What failed between the last look at `online` and here must not leave it unwatched.
        if (!online && !closing.signal.aborted) keepProbing()
      })
  }

  async function ask(): Promise<void> {
    // The outcome is noticed by `observe`; a probe goes ahead of everything, so that a full budget does not hide it.
    await client
      .listContacts({ limit: 1 }, { priority: 'click', signal: closing.signal })
      .catch((error: unknown) => {
        if (!isProblem(error)) log.error('probe_failed', { detail: String(error) })
      })
  }

  async function replace(next: ServiceClient, reason: Problem | null): Promise<void> {
    const before = bare
    stopWatching()
    bare = next
    stopWatching = bare.watch(hear)
    settle(reason ? (reachOf(reason)?.online ?? true) : true, reason)
    announce()
    await before.close()
  }

  function announce(): void {
    for (const listener of listeners) listener()
  }

  function state(): ConnectionState {
    const { spent, ceiling, heldUntil, latencyMs } = bare.budget
    return { online, since, latencyMs, spent, ceiling, heldUntil, problem }
  }

  return {
    client,
    get state() {
      return state()
    },
    get blocked() {
      return problem && needsPerson(problem) ? problem : null
    },
    whenOnline(signal) {
      if (online) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const done = () => {
          listeners.delete(check)
          signal.removeEventListener('abort', abort)
        }
        const abort = () => {
          done()
          reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
        }
        const check = () => {
          if (!online) return
          done()
          resolve()
        }
        if (signal.aborted) {
          abort()
          return
        }
        signal.addEventListener('abort', abort, { once: true })
        listeners.add(check)
      })
    },
    async probe() {
      await ask()
      return state()
    },
    use: (next) => replace(next, null),
    fail: (reason) => replace(refusingClient(reason), reason),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort(new Error('The connection is closed'))
      stopWatching()
      listeners.clear()
      await bare.close()
    },
  }
}
