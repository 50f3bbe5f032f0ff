import { limits } from '../../src-shared/interface/limits'
import type { Problem } from '../../src-shared/problem'
import { ProblemError } from '../../src-shared/problem'
import { noAnswerTimes } from '../core/client/answer-times'
import type { ServiceClient } from '../core/client/client'

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
    close: () => Promise.resolve(),
  }
  return new Proxy(own as ServiceClient, {
    // Who waits for a client must not take it for a promise.
    get: (client, name): unknown => (name in client || name === 'then' ? Reflect.get(client, name) : refuse),
  })
}
