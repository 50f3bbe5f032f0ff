import { readById } from './look-up'
import type { ImportJobTools, RunRows } from './tools'

/** So many contacts are read before their rows are written. */
const ahead = 25

/**
 * Reads the contacts that the next rows are to change, and checks the rows again that have changed by it: somebody may
 * have unsubscribed since the copy was made. Answers up to which row that was done.
 */
export async function lookAhead(
  staging: RunRows,
  after: number,
  tools: ImportJobTools,
  signal: AbortSignal,
): Promise<number> {
  let at = after
  let looked = 0
  for (let row = await staging.next(at); row && looked < ahead; row = await staging.next(at)) {
    at = row.row
    const id = row.previous?.contactId
    if (id === undefined) continue
    looked++
    await readById(id, tools, signal)
  }
  await staging.recheck()
  return at
}
