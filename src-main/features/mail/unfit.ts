import type { ProblemError } from '../../../src-shared/problem'
import { problem } from '../../core/problems'

/** A file that a mail cannot carry: what is wrong with it, why, and what to do. */
export function unfit(title: string, why: string, action: string): ProblemError {
  return problem('input_invalid', { title, why, action })
}
