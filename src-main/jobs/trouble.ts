import type { Problem, ProblemCode } from '../../src-shared/problem'
import type { ServiceClient } from '../core/client/client'
import { isAway } from '../core/client/reach'
import { isProblem, problem } from '../core/problems'

/** What the service says of one item: no other item is worse off for it. */
const ofOneItem: readonly ProblemCode[] = [
  'invalid_request',
  'conflict',
  'not_found',
  'input_invalid',
  'idempotency_key_reused',
]
/** What one item may cause, or all: another question to the service tells. */
const doubtful: readonly ProblemCode[] = ['service_failed', 'answer_malformed', 'answer_too_large']
/** Passes without anybody doing anything; so does not being reachable. */
const passing: readonly ProblemCode[] = ['service_failed', 'rate_limited']
/** There is no key to ask with here. A key that the service refuses is another matter: it was asked. */
const keyless: readonly ProblemCode[] = ['key_missing', 'keychain_locked']

/**
 * The problem of one item that a call failed with. Throws what concerns the whole job,
 * such as a refused key. Where a failure may be of either kind, the service is asked for something else: if it answers that, the item is at fault.
 */
export async function itemProblem(
  error: unknown,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<Problem> {
  if (isProblem(error, ...ofOneItem)) return error.problem
  if (!isProblem(error, ...doubtful)) throw error
  await client.listContacts({ limit: 1 }, { priority: 'job', signal })
  return error.problem
}

/** Whether a job that was stopped by a problem goes on by itself when that has passed. */
export function passesByItself(found: Problem | null): boolean {
  return found !== null && (passing.includes(found.code) || isAway(problem(found.code, found)))
}

/** Whether a problem is that there is no key here: a job goes on by itself as soon as there is one, at once and not before. */
export function waitsForKey(found: Problem | null): boolean {
  return found !== null && keyless.includes(found.code)
}
