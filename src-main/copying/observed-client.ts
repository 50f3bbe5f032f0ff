import type { ServiceClient } from '../core/client/client'
import { limits } from '../../src-shared/interface/limits'
import { type Problem, ProblemError } from '../../src-shared/problem'
import { noAnswerTimes } from '../core/client/answer-times'

/**
 * Told of the outcome of every call: undefined when an answer came that could be used, else the failure. `tellsOfKey`:
 * whether the call is one that every service answers to a secret key, so that a refusal is about the key and not the call.
 */
type Observe = (failure: unknown, tellsOfKey: boolean) => void

/** What of a client is no call of the service. */
const own = new Set<PropertyKey>(['hear', 'know', 'watch', 'setBackgroundShare', 'tryNow', 'close'])

/**
 * The client of the moment, with every outcome told: how the console learns, from its ordinary traffic, whether
 * the service answers. `current` may answer with another client from call to call: a key was replaced.
 */
export function observeClient(current: () => ServiceClient, observe: Observe): ServiceClient {
  async function watched(call: () => unknown, tellsOfKey: boolean): Promise<unknown> {
    try {
      const answer = await call()
      observe(undefined, tellsOfKey)
      return answer
    } catch (error) {
      observe(error, tellsOfKey)
      throw error
    }
  }
  return new Proxy({} as ServiceClient, {
    get(_, name) {
      const found: unknown = Reflect.get(current(), name)
      if (typeof found !== 'function') return found
      const call = (...args: unknown[]): unknown => {
        const client = current()
        return Reflect.apply(Reflect.get(client, name) as typeof found, client, args)
      }
      if (own.has(name)) return call
      return (...args: unknown[]) => watched(() => call(...args), name === 'listContacts')
    },
  })
}

/** The client of a profile that cannot speak to its service now, and why: every call is refused, and nothing is sent. */
export function refusingClient(problem: Problem): ServiceClient {
  const refuse = () => Promise.reject(new ProblemError(problem))
  const own: Partial<ServiceClient> = {
    service: { address: '', version: null },
    hear: () => () => undefined,
    know: () => undefined,
    reading: null,
    budget: {
      spent: 0,
      spentInBackground: 0,
      ceiling: limits.requestsPerMinute,
      share: 0,
      slowed: false,
      refusedForRate: 0,
      holds: 0,
      serverErrors: 0,
      answerTimes: noAnswerTimes(),
      heldUntil: null,
      latencyMs: null,
      unreachable: null,
    },
    watch: () => () => undefined,
    setBackgroundShare: () => undefined,
    tryNow: () => undefined,
    close: () => Promise.resolve(),
  }
  return new Proxy(own as ServiceClient, {
    // Who waits for a client must not take it for a promise.
    get: (client, name): unknown => (name in client || name === 'then' ? Reflect.get(client, name) : refuse),
  })
}
