import { isProblem, problem } from '../problems'
import type { WireAnswer } from './transport'

/**
 * Reads the answer to a call that must not happen twice. Where the service took it but says so in a form that
 * cannot be read, or says in an answer of 200 that it failed inside, nobody knows what became of it. `what` it is, in words.
 */
export function trackOutcome<T>(answer: WireAnswer, read: () => T, what = 'the event'): T {
  try {
    return read()
  } catch (error) {
    const taken = (answer.status >= 200 && answer.status < 300) || answer.status === 303
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
