import { t } from '../../../src-shared/messages/message'
import { isProblem, problem } from '../problems'
import type { ProblemError } from '../../../src-shared/problem'

/** Most bytes of an answer, decompressed: past that it is no page of a list. */
export const largestAnswer = 32 * 1024 * 1024

/** How an answer began that was too large to be read: enough to tell which record it is. */
class Beginning extends Error {
  constructor(readonly text: string) {
    super(t('core.tooLarge.theAnswerWasCut'))
  }
}

/** The problem `answer_too_large` of an answer that began with a text. */
export function tooLarge(beginning: string): ProblemError {
  return problem('answer_too_large', {}, { cause: new Beginning(beginning) })
}

/** How an answer began that was too large; '' where that is not known, null where it was something else that failed. */
export function beginningOf(error: unknown): string | null {
  if (!isProblem(error, 'answer_too_large')) return null
  return error.cause instanceof Beginning ? error.cause.text : ''
}

/**
 * The id of the first record of a list that broke off: the text under `id` in the first object of the first array. null
 * where it did not come before the break.
 */
export function firstIdIn(text: string): string | null {
  let depth = 0
  /** The depth of the first record's own keys; 0 before it begins. */
  let within = 0
  let before = ''
  let key: string | undefined
  for (const [token, quoted, colon] of text.matchAll(/"((?:\\.|[^"\\])*)"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') {
      depth += 1
      if (within === 0 && token === '{' && before === '[') within = depth
    } else if (token === '}' || token === ']') {
      depth -= 1
      if (within > depth) return null
    } else if (colon === undefined && within === depth && key === 'id') return quoted ?? null
    key = colon === undefined ? undefined : quoted
    before = token
  }
  return null
}
