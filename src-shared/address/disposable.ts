import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { domainAndAbove } from './parts'

/** A test for throw-away domains, in ASCII and lower case, by disposable-email-domains-js; those below count. */
export function createDisposableTest(): (domain: string) => boolean {
  let listed: Set<string> | undefined
  return (domain) => {
    // Read when the first domain comes, not when a profile is opened.
    const names = (listed ??= disposableEmailBlocklistSet())
    return domainAndAbove(domain).some((name) => names.has(name))
  }
}
