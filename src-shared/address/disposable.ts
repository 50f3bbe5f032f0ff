import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { domainAndAbove } from './parts'

/**
 * A test for domains that give out addresses to be thrown away, by the list of disposable-email-domains-js (some
 * thousand domains). Domains in ASCII and lower case; a domain below one of the list counts with it.
 */
export function createDisposableTest(): (domain: string) => boolean {
  let listed: Set<string> | undefined
  return (domain) => {
    // Read when the first domain comes, not when a profile is opened.
    const names = (listed ??= disposableEmailBlocklistSet())
    return domainAndAbove(domain).some((name) => names.has(name))
  }
}
