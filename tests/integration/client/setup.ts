import type { CallOptions } from '../../../src-main/core/client/call-options'
import { onTestFinished } from 'vitest'
import type { ServiceClient } from '../../../src-main/core/client/client'
import { createServiceClient, type ServiceClientOptions } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { ProblemError, type Problem } from '../../../src-shared/problem'
import { fastClock } from '../../fixtures/fast-clock'
import {
  startMisbehavingServer,
  type Answerer,
  type MisbehavingServer,
} from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'

export const click: CallOptions = { priority: 'click' }
export const sync: CallOptions = { priority: 'sync' }
export const secretKey = 'sk_canary0secret'
export const publicKey = 'pk_canary0public'

/** A contact as the service sends it. */
export const contact = { id: 'c1', email: 'ann@example.com', subscribed: true, data: { plan: 'pro' } }
export const page = { contacts: [contact], cursor: null, hasMore: false, total: 1 }
/** Of any list request. */
export const first = { limit: 100 }

/** A misbehaving server that is gone after the test. */
export async function serve(answer: Answerer, tls = false): Promise<MisbehavingServer> {
  const server = await startMisbehavingServer({ answer, tls })
  onTestFinished(() => server.close())
  return server
}

/** A client in real time, closed after the test; `logged` is what it wrote to the log. */
export function connect(
  address: string,
  options: Partial<ServiceClientOptions> = {},
): ServiceClient & { logged(): string } {
  const recorded = createRecordedLog()
  const client = createServiceClient({
    address,
    secretKey,
    publicKey,
    clock: systemClock,
    version: '9.9.9',
    backgroundShare: 0.5,
    log: recorded.log,
    ...options,
  })
  onTestFinished(() => client.close())
  return Object.assign(Object.create(client) as ServiceClient, { logged: recorded.text })
}

/**
 * A client for which time passes a hundred times as fast. Its deadlines are two real seconds: a busy machine must
 * not make a time-out of an answer that came.
 */
export function connectHurried(address: string, options: Partial<ServiceClientOptions> = {}) {
  const limits = { connectMs: 200_000, answerMs: 200_000 }
  return connect(address, { clock: fastClock(100), limits, ...options })
}

/** The problem that a call ends with; fails the test where it succeeds. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && outcome.error instanceof ProblemError) return outcome.error.problem
  throw new Error('the call did not end with a problem', { cause: outcome })
}
