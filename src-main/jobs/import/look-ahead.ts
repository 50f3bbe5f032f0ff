import { leaving } from '../leaving'
import { itemProblem } from '../trouble'
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
  { cache, line, clock }: ImportJobTools,
  signal: AbortSignal,
): Promise<number> {
  let at = after
  let looked = 0
  for (let row = await staging.next(at); row && looked < ahead; row = await staging.next(at)) {
    at = row.row
    const id = row.previous?.contactId
    if (id === undefined) continue
    looked++
    try {
      const { value } = await leaving(signal, clock, (options) => line.client.getContact(id, options))
      await cache.contacts.upsert(value)
    } catch (error) {
      // What cannot be read of one contact alone leaves its row as it was checked.
      const { code } = await itemProblem(error, line.client, signal)
      if (code === 'not_found') await cache.contacts.remove(id)
    }
  }
  await staging.recheck()
  return at
}
