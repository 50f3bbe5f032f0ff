import { Emitter } from '../../src-shared/emitter'
import type { Clock } from '../core/clock'
import type { ConnectionState } from '../../src-shared/bridge/sync'
import type { FilterReading } from '../../src-shared/interface/filter'
import type { Problem } from '../../src-shared/problem'
import type { ServiceClient } from '../core/client/client'
import type { HeardAnswer } from '../core/client/heard'
import type { Logger } from '../core/log'
import { observeClient, refusingClient } from './observed-client'
import { createReachability } from './reachability'

/** Whether the service answers, learnt from all traffic, and from probes while it does not. */
export type Connection = ReturnType<typeof createConnection>

/**
 * Watches one project's service through its client; `first` may also be why there is none yet.
 * In one piece: all of it is about which client is in use.
 */
export function createConnection(first: ServiceClient | Problem, clock: Clock, log: Logger) {
  const known = 'code' in first ? first : null
  let bare = 'code' in first ? refusingClient(first) : first
  const client = observeClient(
    () => bare,
    (failure, tellsOfKey) => {
      reach.observe(failure, tellsOfKey)
      tellReading()
    },
  )
  const readings = new Emitter<FilterReading>()
  const answers = new Emitter<HeardAnswer>()
  let told: FilterReading | null = null
  const reach = createReachability({
    known,
    ask: (signal) => client.listContacts({ limit: 1 }, { priority: 'click', signal }),
    unreachable: () => bare.budget.unreachable,
    clock,
    log,
  })
  const hear = () => reach.hear()
  let stopWatching = follow(bare)

  function follow(followed: ServiceClient): () => void {
    const stops = [followed.watch(hear), followed.hear((heard) => answers.emit(heard))]
    return () => stops.forEach((stop) => stop())
  }

  function tellReading(): void {
    const { reading } = bare
    if (reading === null || reading === told) return
    told = reading
    readings.emit(reading)
  }

  async function replace(next: ServiceClient, reason: Problem | null): Promise<void> {
    const before = bare
    stopWatching()
    bare = next
    stopWatching = follow(bare)
    reach.restart(reason)
    await before.close()
  }

  function state(): ConnectionState {
    const { spent, ceiling, share, slowed, heldUntil, latencyMs } = bare.budget
    const { online, since, problem } = reach
    return { online, since, latencyMs, spent, ceiling, slowedTo: slowed ? share : null, heldUntil, problem }
  }

  return {
    /** The client to use: what comes of each call is noticed here. */
    client,
    /** The same, as runs are told of it. */
    reach,
    get state() {
      return state()
    },
    /** Why nothing more is worth trying until a person acts: a refused key, a disabled project. */
    get blocked() {
      return reach.blocked
    },
    /** Resolves once the service answers; rejects when aborted. */
    whenOnline: (signal: AbortSignal) => reach.whenOnline(signal),
    /** Resolves once it answers and nothing is blocked; rejects when aborted. */
    whenOpen: (signal: AbortSignal) => reach.whenOpen(signal),
    /** Asks now. Never rejects: the state says what came of it. */
    async probe() {
      await reach.probe()
      return state()
    },
    /** Takes another client from now on: an address or a key changed, or there was none yet. Closes the one before. */
    use: (next: ServiceClient) => replace(next, null),
    /** Lets nothing through from now on, and says why: there is no usable key, the embedded service did not start. */
    fail: (reason: Problem) => replace(refusingClient(reason), reason),
    /** Called with every change. Returns the way to stop. */
    watch: (listener: () => void) => reach.watch(listener),
    /** Calls once it is known, and when it is another, how the service reads conditions. */
    onReading: (listener: (reading: FilterReading) => void) => void readings.add(listener),
    /** Calls with every answer of whatever client is in use, but those to probes. */
    onHeard: (listener: (heard: HeardAnswer) => void) => void answers.add(listener),
    async close() {
      stopWatching()
      reach.close()
      await bare.close()
    },
  }
}
