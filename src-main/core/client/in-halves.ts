import type { Problem } from '../../../src-shared/problem'
import { isProblem } from '../problems'

/** Sends a batch; where it is refused for its content (422), its halves, so that only what is at fault fails. */
export async function inHalves<T>(
  batch: readonly T[],
  send: (part: readonly T[]) => Promise<void>,
  fail: (one: T, found: Problem) => Promise<void>,
): Promise<void> {
  try {
    await send(batch)
  } catch (error) {
    if (!isProblem(error, 'invalid_request') || error.problem.status !== 422) throw error
    const [only] = batch
    if (batch.length === 1 && only !== undefined) return fail(only, error.problem)
    const half = Math.ceil(batch.length / 2)
    await inHalves(batch.slice(0, half), send, fail)
    await inHalves(batch.slice(half), send, fail)
  }
}
