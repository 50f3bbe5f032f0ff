import type { Problem } from '../../../src-shared/problem'
import { isProblem } from '../problems'

/**
 * Sends a batch. Where the service refuses it for what is in it (422), its halves are sent, and so on: what it does not
 * take fails alone, and the rest goes through. Everything else that goes wrong is thrown.
 */
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
