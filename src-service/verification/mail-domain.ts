import { getDomain } from 'tldts'
import type { LookupAnswer, MailServer } from '../dns/answer'
import type { DnsLookups } from '../dns/dns'

/**
 * How a domain takes mail: by MX records, by its address because it has none (RFC 5321 section 5.1), not at all
 * because it says so (a null MX, RFC 7505) or has nowhere to deliver to; null where the DNS could not be asked.
 */
export type MailRoute = 'mx' | 'address' | 'refused' | 'nowhere' | null

/** What the DNS says of a domain. What could not be asked is false. */
export interface MailDomain {
  exists: boolean
  hasWebsite: boolean
  hasMxRecords: boolean
  route: MailRoute
  /** Whether all that was asked was answered. */
  answered: boolean
}

/** Asks everything about a domain at once. It takes as long as the slowest answer, and no longer than the DNS waits. */
export async function askDomain(dns: DnsLookups, domain: string): Promise<MailDomain> {
  const [mx, ipv4, ipv6, wwwIpv4, wwwIpv6, ns] = await Promise.all([
    dns.mailServers(domain),
    dns.ipv4(domain),
    dns.ipv6(domain),
    dns.ipv4(`www.${domain}`),
    dns.ipv6(`www.${domain}`),
    dns.nameServers(getDomain(domain) ?? domain),
  ])
  const hasAddress = found(ipv4) || found(ipv6)
  const atDomain = [mx, ipv4, ipv6]
  // A name below a domain that exists need not exist itself.
  const noSuchName = atDomain.some((answer) => answer.kind === 'none' && !answer.name)
  const route = routeOf(mx, hasAddress, ipv4.kind === 'none' && ipv6.kind === 'none')
  return {
    exists: atDomain.some(found) || (found(ns) && !noSuchName),
    hasWebsite: hasAddress || found(wwwIpv4) || found(wwwIpv6),
    hasMxRecords: route === 'mx',
    route,
    answered: [...atDomain, wwwIpv4, wwwIpv6, ns].every(({ kind }) => kind !== 'unavailable'),
  }
}

function found(answer: LookupAnswer<unknown>): boolean {
  return answer.kind === 'found'
}

function routeOf(mx: LookupAnswer<MailServer>, hasAddress: boolean, hasNoAddress: boolean): MailRoute {
  if (mx.kind === 'unavailable') return null
  if (mx.kind === 'found') return mx.records.some(({ exchange }) => exchange !== '') ? 'mx' : 'refused'
  if (hasAddress) return 'address'
  return hasNoAddress ? 'nowhere' : null
}
