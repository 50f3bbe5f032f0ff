import { said, tell, toldText, type Told } from '../../src-shared/messages/told'
import { ProblemError, problemTexts, type Problem, type ProblemCode } from '../../src-shared/problem'

/** What a room knows of a problem: sentences, each by its sign or in words that are kept as they are, and facts. */
export type ProblemWords = Partial<Omit<Problem, 'code' | 'title' | 'why' | 'action'>> & {
  title?: Told
  why?: Told
  action?: Told
}

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
 * The error for a code, with the sentences that its catalogue has for it. `overrides` says more where the caller knows more
 * (a host name, a file, a waiting time); `cause` keeps the original for the log.
 */
export function problem(
  code: ProblemCode,
  overrides: ProblemWords = {},
  options?: { cause?: unknown },
): ProblemError {
  const { told: before, ...rest } = overrides
  const words = { title: '', why: '', action: '' }
  const told: Problem['told'] = {}
  for (const text of problemTexts) {
    const given = overrides[text] ?? tell(`problems.${code}.${text}`)
    words[text] = said(given)
    // Words of another problem bring their sign along.
    const sign = typeof given === 'string' ? before?.[text] : given
    if (sign !== undefined && said(sign) === words[text]) told[text] = sign
  }
  return new ProblemError({ code, retryable: retryable.includes(code), ...rest, ...words, told }, options)
}

/** Why something failed, as it is kept beside other things than problems. */
export function keptWhy({ why, told }: Problem): Told {
  return told?.why ? { ...told.why, words: why } : why
}

/** A problem as the activity log keeps it: its code, what happened and why. */
export function keptFailure(problem: Problem): string {
  const title = problem.told?.title ?? problem.title
  return toldText(tell('told.failure', { code: problem.code, title, why: keptWhy(problem) }))
}

/** Whether an error is the {@link ProblemError} of one of these codes; of any code where none is given. */
export function isProblem(error: unknown, ...codes: ProblemCode[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.problem.code))
}

/** Any failure as a ProblemError: one of ours as it is, everything else as `internal` with the original as cause. */
export function asProblem(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : problem('internal', {}, { cause: error })
}

/** Whether a call came through; false where it met a problem. Rejects with any other error. */
export async function succeeds(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (!isProblem(error)) throw error
    return false
  }
}
