import { readEach } from '../../jobs/read-contacts'
import type { ImportJobTools, ImportRunRows } from './tools'

/** So many contacts are read before their rows are written. */
const ahead = 25

/**
 * Reads the contacts that the next rows are to change, and checks the rows again that have changed by it: somebody may
 * have unsubscribed since the copy was made. Answers up to which row that was done.
 */
export async function lookAhead(
  staging: ImportRunRows,
  after: number,
  tools: ImportJobTools,
  signal: AbortSignal,
): Promise<number> {
  let at = after
  const ids: string[] = []
  for (let row = await staging.next(at); row && ids.length < ahead; row = await staging.next(at)) {
    at = row.row
    if (row.previous) ids.push(row.previous.contactId)
  }
  // What cannot be read of one contact alone leaves it as the copy has it.
  await readEach(ids, tools, signal)
  await staging.recheck()
  return at
}
