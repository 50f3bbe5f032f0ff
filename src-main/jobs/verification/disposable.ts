import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/**
 * A test for domains that give out addresses to be thrown away, by the list of disposable-email-domains-js (some
 * thousand domains). Domains in ASCII and lower case; a domain below one of the list counts with it.
 */
export function createDisposableTest(): (domain: string) => boolean {
  let listed: Set<string> | undefined
  return (domain) => {
    // Read when the first domain comes, not when a profile is opened.
    listed ??= disposableEmailBlocklistSet()
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      if (listed.has(name)) return true
    }
    return false
  }
}
