import type { Clock } from '../../core/clock'
import { asciiDomain } from '../../../src-shared/address/domain-name'
import { coveringDomain, type Domain, domainSchema } from '../../../src-shared/interface/domain'
import type { Cache } from '../../cache/store'
import type { Dns } from '../../core/dns/dns'
import { createSenderDns, type SenderDns } from '../../core/dns/sender'
import { isDeployed } from '../catalogue'

/**
 * Tells what DNS says of the domain that mail comes from, in any script. Answers are kept for some minutes; `fresh` asks
 * anew. Its keys are those of the sending domain that covers it, as the copy holds it. Rejects only as the copy does.
 */
export type AskSender = (domain: string, options?: { fresh?: boolean }) => Promise<SenderDns>

/** Makes it. */
export function createAskSender(
  cache: Pick<Cache, 'catalogue' | 'audience'>,
  dns: Dns,
  clock: Clock,
): AskSender {
  const ask = createSenderDns(dns, clock)
  return async (sender, { fresh = false } = {}) => {
    const domain = asciiDomain(sender) ?? sender.toLowerCase()
    const signing = coveringDomain(domain, await sendingDomains(cache), await isDeployed(cache))
    return ask({ domain, signing, fresh })
  }
}

/** Every sending domain of the copy. */
export async function sendingDomains(cache: Pick<Cache, 'catalogue'>): Promise<Domain[]> {
  return (await cache.catalogue.all('domains')).map((record) => domainSchema.parse(record))
}
