import type { ProblemError } from '../../../src-shared/problem'
import { isProblem, problem } from '../problems'
import { keySeen } from './idempotency'
import { factsOf } from './refusals'
import type { WireAnswer } from './transport'

/** What a refused key means for an event that was sent with the secret one: some services take events with a public key alone. */
export function withoutPublicKey(error: unknown): unknown {
  if (!isProblem(error, 'key_refused')) return error
  return needsPublicKey(factsOf(error.problem), error)
}

/** That a service takes events with the public key alone, and there is none. Nothing was sent, or `facts` say what came of it. */
export function needsPublicKey(facts: ReturnType<typeof factsOf> = {}, cause?: ProblemError): ProblemError {
  return problem(
    'key_wrong_class',
    {
      ...facts,
      title: 'A public key is needed',
      why: 'The service does not take the secret key for an event. Deployed services take events with the public key alone.',
      action: 'Enter the public key of the project in Settings. It begins with pk_.',
    },
    cause === undefined ? undefined : { cause },
  )
}

/**
 * Reads the answer to a call that must not happen twice. Where the service took it but says so in a form that
 * cannot be read, or says in an answer of 200 that it failed inside, nobody knows what became of it; where it has seen the
 * key before, rejects with {@link KeySeen}. `what` it is, in words.
 */
export function trackOutcome<T>(answer: WireAnswer, read: () => T, what = 'the event'): T {
  try {
    return read()
  } catch (error) {
    const taken = (answer.status >= 200 && answer.status < 300) || answer.status === 303
    if (isProblem(error, 'idempotency_key_reused')) throw keySeen(error, answer)
    const unclear = isProblem(error, 'answer_malformed', 'not_the_service', 'service_failed', 'redirected')
    if (!taken || !unclear) throw error
    const { requestId } = error.problem
    throw problem(
      'outcome_unknown',
      {
        why: `The service answered ${answer.status}, but not with what became of ${what}. It was not repeated.`,
        status: answer.status,
        ...(requestId === undefined ? {} : { requestId }),
      },
      { cause: error },
    )
  }
}
