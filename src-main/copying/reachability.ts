import { Emitter } from '../../src-shared/emitter'
import type { Clock } from '../core/clock'
import type { Problem } from '../../src-shared/problem'
import { isElsewhere, needsPerson, reachOf, refusesKey } from '../core/client/reach'
import type { Logger } from '../core/log'
import { asProblem, isProblem } from '../core/problems'
import { backOff } from './back-off'
import { untilFound } from '../core/until-found'

/** Of which service it is learnt. */
interface ReachabilityOptions {
  /** Why there is no client yet; null: there is one. */
  known: Problem | null
  /** Asks for as little as can be asked for, ahead of everything else. What comes of it is told to `observe`. */
  ask(signal: AbortSignal): Promise<unknown>
  /** Why the client's last request got no answer; null once one came. */
  unreachable(): Problem | null
  /** Whether an answer says that nothing more is worth trying until a person acts. */
  isLasting?: (problem: Problem) => boolean
  clock: Clock
  log: Logger
}

/** Whether a service answers, learnt from what comes of every call, and from questions of its own while it does not. */
export type Reachability = ReturnType<typeof createReachability>

/** Watches one service. In one piece: whether it answers, and when it is asked, hang on each other. */
export function createReachability(options: ReachabilityOptions) {
  const { clock, log, known, isLasting = needsPerson } = options
  const listeners = new Emitter()
  const closing = new AbortController()
  let online = known === null || (reachOf(known)?.online ?? true)
  let since = clock.now()
  let problem = known
  let probing: Promise<void> | null = null
  let asking = false

  if (!online) keepProbing()

  function observe(failure: unknown, tellsOfKey = true): void {
    if (failure === undefined) {
      settle(true, null)
      return
    }
    const found = asProblem(failure).problem
    const reach = reachOf(found)
    if (!reach) return
    if (!tellsOfKey && refusesKey(found)) {
      askNow()
      return
    }
    // One call that leads elsewhere is about that call, unless the service's own list leads there too.
    if (isElsewhere(found) && online && !asking) {
      askNow()
      return
    }
    // An answer about one record or one list says that the service is there, and nothing against the connection.
    const lasts = !reach.online || isLasting(found) || found.code === 'service_failed'
    settle(reach.online, lasts ? found : blockedBy())
  }

  /** What stands in the way until a person has seen to it. */
  function blockedBy(): Problem | null {
    return problem && isLasting(problem) ? problem : null
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

  /** Asks again and again, ever more rarely, until an answer comes. */
  function keepProbing(): void {
    if (closing.signal.aborted) return
    probing ??= (async () => {
      for (let tries = 1; !online; tries += 1) {
        await clock.sleep(backOff(tries, clock), closing.signal)
        if (!online) await probe()
      }
    })()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error('probe_failed', { detail: String(error) })
      })
      .finally(() => {
        probing = null
        // What failed between the last look at `online` and here must not leave it unwatched.
        if (!online) keepProbing()
      })
  }

  async function probe(): Promise<void> {
    // A probe goes ahead of everything, so that a full budget does not hide what comes of it.
    await options.ask(closing.signal).catch((error: unknown) => {
      if (!isProblem(error)) log.error('probe_failed', { detail: String(error) })
    })
  }

  function askNow(): void {
    if (asking || closing.signal.aborted) return
    asking = true
    void probe().finally(() => (asking = false))
  }

  function when(isSo: () => boolean, signal: AbortSignal): Promise<unknown> {
    if (isSo()) return Promise.resolve()
    return untilFound(
      () => isSo() || null,
      (listener) => listeners.add(listener),
      signal,
    )
  }

  function announce(): void {
    listeners.emit()
  }

  return {
    get online() {
      return online
    },
    /** Wall-clock instant since which that is so. */
    get since() {
      return since
    },
    /** What is wrong beyond a single call; null: nothing. */
    get problem() {
      return problem
    },
    /** Why nothing more is worth trying until a person acts. */
    get blocked() {
      return blockedBy()
    },
    /**
     * What came of a call: undefined when an answer came that could be used, else the failure. A call that does not tell of
     * the key may be refused by itself (a service may take events with a public key alone): then the service is asked.
     */
    observe,
    /** The budget of the client in use changed: a request may have got no answer. */
    hear() {
      // The client tries again by itself, ever more slowly, without a word until it gives up: a question of our own, which
      // nothing holds back, tells sooner whether the service is there.
      if (options.unreachable() && online) askNow()
      announce()
    },
    /** Another client is in use from now on; or none, and why. */
    restart(reason: Problem | null) {
      settle(reason ? (reachOf(reason)?.online ?? true) : true, reason)
      announce()
    },
    /** Asks now. Never rejects: the state says what came of it. */
    probe,
    /** Resolves once the service answers; rejects when aborted. */
    whenOnline: (signal: AbortSignal) => when(() => online, signal),
    /** Resolves once it answers and nothing is blocked; rejects when aborted. */
    whenOpen: (signal: AbortSignal) => when(() => online && blockedBy() === null, signal),
    /** Called with every change. Returns the way to stop. */
    watch(listener: () => void) {
      return listeners.add(listener)
    },
    close() {
      closing.abort(new Error('The connection is closed'))
      listeners.clear()
    },
  }
}
