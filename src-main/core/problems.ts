import { t } from '../../src-shared/messages/message'
import { ProblemError, type Problem, type ProblemCode } from '../../src-shared/problem'

type Sentences = Pick<Problem, 'title' | 'why' | 'action' | 'retryable'>

/** What may come right by itself when it is tried again. */
const retryable: readonly ProblemCode[] = [
  'dns_failed',
  'connection_refused',
  'connection_reset',
  'timed_out',
  'answer_for_another',
  'offline',
  'rate_limited',
  'service_failed',
  'cancelled',
  'sync_running',
  'keychain_unavailable',
  'keychain_locked',
  'cache_busy',
  'cache_worker_stopped',
  'disk_full',
  'embedded_service_failed',
]

/**
 * What a person reads for every code: what happened, why, what to do. A room that knows
 * more (a host name, a file, a waiting time) overrides a sentence; it does not invent a code.
 */
function sentences(code: ProblemCode): Sentences {
  return {
    title: t(`problems.${code}.title`),
    why: t(`problems.${code}.why`),
    action: t(`problems.${code}.action`),
    retryable: retryable.includes(code),
  }
}

/**
 * The error for a code, with the sentences that its catalogue has for it. `overrides` says more where the caller knows more;
 * `cause` keeps the original for the log.
 */
export function problem(
  code: ProblemCode,
  overrides: Partial<Omit<Problem, 'code'>> = {},
  options?: { cause?: unknown },
): ProblemError {
  return new ProblemError({ code, ...sentences(code), ...overrides }, options)
}

/** Whether an error is the {@link ProblemError} of one of these codes; of any code where none is given. */
export function isProblem(error: unknown, ...codes: ProblemCode[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.problem.code))
}

/** Any failure as a ProblemError: one of ours as it is, everything else as `internal` with the original as cause. */
export function asProblem(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : problem('internal', {}, { cause: error })
}
