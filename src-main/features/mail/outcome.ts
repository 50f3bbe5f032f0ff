import { tell } from '../../../src-shared/messages/told'
import type { Answer } from '../../core/client/call-options'
import type { Clock } from '../../core/clock'
import type { Problem, ProblemCode } from '../../../src-shared/problem'
import type { Cache } from '../../cache/store'
import { logged, type LoggedWrite } from '../../cache/write-log'
import { asProblem, isProblem, problem } from '../../core/problems'

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

/** What became of a call that must not happen twice, where no answer says that it was carried out. */
interface Outcome {
  state: 'refused' | 'unknown'
  problem: Problem
}

/** What making such a call came to. `left`: its request had left when it failed. */
type MadeOnce<T> = { answered: T } | { failed: unknown; left: boolean; outcome: Outcome }

/** Makes a write that must not happen twice, for a person, and enters it in the log. */
export async function makeOnce<T>(
  { cache, clock }: { cache: Cache; clock: Clock },
  write: Omit<LoggedWrite, 'cause'>,
  send: (options: { priority: 'click'; onSent(): void }) => Promise<Answer<T>>,
): Promise<MadeOnce<T>> {
  let left = false
  const onSent = (): void => void (left = true)
  try {
    const { value } = await logged(cache, clock, { cause: 'person', ...write }, () =>
      send({ priority: 'click', onSent }),
    )
    return { answered: value }
  } catch (failed) {
    return { failed, left, outcome: outcomeOf(failed, left) }
  }
}

/** What is said of a call that had left when the program last ended. */
export function endedBetween(): Problem {
  return problem('outcome_unknown', {
    why: tell('mail.outcome.postroomEndedAfterThe'),
  }).problem
}

/**
 * What a failed call that must not happen twice came to. `unknown`: its request left, and nothing that came back says that
 * it was refused. `refused`: it was, or it never left.
 */
function outcomeOf(error: unknown, left: boolean): Outcome {
  const found = asProblem(error).problem
  if (isProblem(error, 'outcome_unknown')) return { state: 'unknown', problem: found }
  if (!left || refusals.includes(found.code)) return { state: 'refused', problem: found }
  return {
    state: 'unknown',
    problem: problem('outcome_unknown', {
      why: tell('words.titleButTheRequestHadLeft', { title: found.title }),
    }).problem,
  }
}
