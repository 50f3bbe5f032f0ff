import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
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
      title: tell('words.aPublicKeyIsNeeded'),
      why: tell('core.track.theServiceDoesNot'),
      action: tell('core.track.enterThePublicKey'),
    },
    cause === undefined ? undefined : { cause },
  )
}

/**
 * Reads the answer to a call that must not happen twice. Where the service took it but says so in a form that
 * cannot be read, or says in an answer of 200 that it failed inside, nobody knows what became of it; where it has seen the
 * key before, rejects with {@link KeySeen}. `what` it is, in words.
 */
export function trackOutcome<T>(answer: WireAnswer, read: () => T, what = t('core.track.theEvent')): T {
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
        why: tell('core.track.theServiceAnsweredStatus', { status: answer.status, what }),
        status: answer.status,
        ...(requestId === undefined ? {} : { requestId }),
      },
      { cause: error },
    )
  }
}
