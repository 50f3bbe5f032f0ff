import { dkimRecords } from '../../src-shared/interface/domain'
import type { LookupAnswer } from '../dns/answer'
import type { DnsLookups } from '../dns/dns'

/** What the DNS says of a domain's records: all there, at least one missing or wrong, or it could not be asked. */
export type Publication = 'published' | 'missing' | 'unknown'

/** Looks whether the DKIM records of a domain are published: all CNAMEs, each leading where it should. */
export async function lookAtDomain(
  dns: DnsLookups,
  domain: { domain: string; dkimTokens: string[] },
): Promise<Publication> {
  const found = await Promise.all(
    dkimRecords(domain).map(async ({ name, target }) =>
      // What is remembered would hide a record that was just published.
      leadsTo(target, await dns.canonicalNames(name, { fresh: true })),
    ),
  )
  if (found.includes('missing')) return 'missing'
  return found.includes('unknown') ? 'unknown' : 'published'
}

function leadsTo(target: string, answer: LookupAnswer<string>): Publication {
  if (answer.kind === 'unavailable') return 'unknown'
  if (answer.kind === 'none') return 'missing'
  const leads = answer.records.some((name) => name.toLowerCase().replace(/\.$/, '') === target)
  return leads ? 'published' : 'missing'
}
