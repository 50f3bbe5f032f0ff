import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/**
 * A test for domains that give out addresses to be thrown away, by the list of disposable-email-domains-js (some
 * thousand domains). Domains in ASCII and lower case; a domain below one of the list counts with it.
 */
export function createDisposableTest(): (domain: string) => boolean {
  const listed = disposableEmailBlocklistSet()
  return (domain) => {
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      if (listed.has(name)) return true
    }
    return false
  }
}
