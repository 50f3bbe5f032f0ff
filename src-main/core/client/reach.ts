import type { Problem, ProblemCode } from '../../../src-shared/problem'
import { isProblem } from '../problems'

/** No answer came, for reasons that pass by themselves. */
const away: readonly ProblemCode[] = [
  'dns_failed',
  'connection_refused',
  'connection_reset',
  'timed_out',
  'offline',
]
/** No answer that could be trusted: something else is at the address, or in between. */
const wrongPlace: readonly ProblemCode[] = [
  'address_invalid',
  'tls_failed',
  'redirected',
  'not_the_service',
  'embedded_service_failed',
]
/** The service answers, but to nothing that this key asks. */
const refused: readonly ProblemCode[] = [
  'key_refused',
  'key_wrong_class',
  'key_missing',
  'keychain_locked',
  'project_disabled',
  'billing_limit',
]
/** They tell nothing about the service. */
const silent: readonly ProblemCode[] = [
  'cancelled',
  'outcome_unknown',
  'rate_limited',
  'input_invalid',
  'internal',
]

/** Whether a failure means that the service could not be reached, so that waiting for it is all there is to do. */
export function isAway(error: unknown): boolean {
  return isProblem(error, ...away)
}

/** Whether something else than the service answered: a redirect, or a web page. */
export function isElsewhere({ code }: Problem): boolean {
  return code === 'redirected' || code === 'not_the_service'
}

/** Whether a failure is that the service does not take the key: at all, or for this call. */
export function refusesKey({ code }: Problem): boolean {
  return code === 'key_refused' || code === 'key_wrong_class'
}

/** Whether nothing more is worth sending until a person changes the address, the key or the project. */
export function needsPerson(problem: Problem): boolean {
  return wrongPlace.includes(problem.code) || refused.includes(problem.code)
}

/** What a failed call says about the service: whether it answers, and nothing (null) where it says nothing. */
export function reachOf(problem: Problem): { online: boolean } | null {
  if (silent.includes(problem.code)) return null
  return { online: !away.includes(problem.code) && !wrongPlace.includes(problem.code) }
}
