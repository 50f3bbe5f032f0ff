import type { Clock } from '../core/clock'
import { addressesPerLookup } from '../../src-shared/interface/bulk'
import { whereOffered, type OfferedCalls } from '../core/client/offered-calls'
import { leaving } from './leaving'
import type { JobAccess } from './access'
import { itemProblem } from './trouble'

/** What looking addresses up takes. */
export interface LookUpTools {
  access: JobAccess
  clock: Clock
  /** Which calls the service has. */
  offered: OfferedCalls
}

/** Nobody can have this address (RFC 2606): asking about it tells whether addresses can be looked up at all. */
const nobody = 'nobody@example.invalid'

/** Whether the service looks addresses up; it is asked where nobody knows. */
export async function looksUp(tools: LookUpTools, signal: AbortSignal): Promise<boolean> {
  return tools.offered.offers('lookup') ?? (await addressesFound(tools, [nobody], signal)) !== null
}

/**
 * Which of the addresses contacts have, in lower case, 500 a request; null where the service does not look addresses up, or
 * not these. Rejects with what concerns the whole job.
 */
export async function addressesFound(
  { access, clock, offered }: LookUpTools,
  emails: readonly string[],
  signal: AbortSignal,
): Promise<Set<string> | null> {
  const found = new Set<string>()
  for (let at = 0; at < emails.length; at += addressesPerLookup) {
    const part = emails.slice(at, at + addressesPerLookup)
    try {
      const answer = await whereOffered(offered, 'lookup', () =>
        leaving(signal, clock, (options) => access.client.lookUp(part, options)),
      )
      if (!answer) return null
      for (const email of answer.value.found) found.add(email.toLowerCase())
    } catch (error) {
      // A service that cannot do this, and answers other questions, is asked in other ways from now on.
      await itemProblem(error, access.client, signal)
      offered.note('lookup', false)
      return null
    }
  }
  return found
}
