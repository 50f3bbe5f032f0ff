import type { Problem, ProblemCode } from '../../../src-shared/problem'

const codes: readonly ProblemCode[] = ['key_refused', 'key_missing', 'key_wrong_class', 'forbidden']

/** Whether another key may mend a problem, so that "Enter a new key" is offered. */
export function isAboutKeys(problem: Problem): boolean {
  return codes.includes(problem.code)
}
