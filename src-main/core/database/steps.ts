/**
 * Work that is done in slices of a few milliseconds: whoever drives it may answer other calls at every `yield`.
 * What it returns is its result.
 */
export type Steps<T> = Generator<void, T>

/** A part of the store as it is implemented: a method that could take long answers with its steps. */
export type Stepped<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => R | Steps<R> : never
}

/** Whether an answer is work still to be done. Answers are plain data, so nothing else has a `next`. */
export function isSteps(answer: unknown): answer is Steps<unknown> {
  return (
    typeof answer === 'object' && answer !== null && 'next' in answer && typeof answer.next === 'function'
  )
}

/** Does all of it at once. */
export function drive<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
