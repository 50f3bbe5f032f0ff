import type { Problem, ProblemCode } from '../../src-shared/problem'
import { asProblem, isProblem, problem } from '../problems'

/** What the service says when it has looked at a request and did not carry it out. */
const refusals: readonly ProblemCode[] = [
  'key_refused',
  'key_wrong_class',
  'forbidden',
  'project_disabled',
  'billing_limit',
  'not_found',
  'conflict',
  'idempotency_key_reused',
  'invalid_request',
  'rate_limited',
]

/**
 * What a failed call that must not happen twice came to. `unknown`: its request left, and nothing that came back says that
 * it was refused. `refused`: it was, or it never left.
 */
export function outcomeOf(error: unknown, left: boolean): { state: 'refused' | 'unknown'; problem: Problem } {
  const found = asProblem(error).problem
  if (isProblem(error, 'outcome_unknown')) return { state: 'unknown', problem: found }
  if (!left || refusals.includes(found.code)) return { state: 'refused', problem: found }
  return {
    state: 'unknown',
    problem: problem('outcome_unknown', {
      why: `${found.title}, but the request had left. Nobody knows whether the service carried it out. It was not repeated.`,
    }).problem,
  }
}
