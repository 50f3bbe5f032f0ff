import { parse } from 'tldts'
import { editDistance } from './edit-distance'
import { distinctiveProviders, endings, lookalikes, plainProviders, providers } from './providers'

interface TypoEvidence {
  /** Whether it is itself known as a provider. */
  known?: boolean
  /** Whether it takes mail; null where the DNS was not asked, or could not be. */
  takesMail: boolean | null
}

/** Whether the ending of a domain is one that domains are registered under. */
export function hasRealEnding(domain: string): boolean {
  return parse(domain, { allowPrivateDomains: false }).isIcann === true
}

/**
 * The domain that was probably meant; null where nothing points to one. Suggesting wrongly is worse than not
 * suggesting: a domain that is known, or takes mail, is only doubted next to the name of a distinctive provider.
 * @param domain In ASCII and lower case; it may lack its dot.
 */
export function meantDomain(domain: string, { known = false, takesMail }: TypoEvidence): string | null {
  if (known || lookalikes.has(domain) || providers.has(domain)) return null
  const { isIcann, publicSuffix, domainWithoutSuffix, subdomain } = parse(domain, {
    allowPrivateDomains: false,
  })
  // hotmail.ch or yahoo.cz may well exist; hotmail.co is hotmail.com cut short.
  const brandDot = `${domainWithoutSuffix}.`
  const brand = distinctiveProviders.some((name) => name.startsWith(brandDot))
  if (brand && isIcann && !['co', 'cm', 'om'].includes(publicSuffix ?? '')) return null
  // A name below somebody's domain: g.mail.com is theirs.
  if (isIcann && subdomain && takesMail !== false) return null

  const near = closest(domain, distinctiveProviders, 1)
  if (near) return near
  const ended = correctedEnding(domain)
  if (takesMail !== false) return isIcann ? null : ended
  const meant = ended ?? domain
  if (providers.has(meant)) return meant
  // Two letters before the ending are near to too many that exist.
  const plain = isIcann ? plainProviders.filter((name) => name.indexOf('.') > 2) : plainProviders
  return closest(meant, plain, 1) ?? closest(meant, distinctiveProviders, 2) ?? ended
}

/** The provider that the fewest slips lead to, and no more than `slips`. */
function closest(domain: string, names: readonly string[], slips: number): string | null {
  let found: string | null = null
  let least = slips + 1
  for (const name of names) {
    const distance = editDistance(domain, name, least - 1)
    if (distance < least) [found, least] = [name, distance]
  }
  return found
}

function correctedEnding(domain: string): string | null {
  const dot = domain.lastIndexOf('.')
  const ending = dot < 1 ? undefined : endings.get(domain.slice(dot + 1))
  return ending === undefined ? null : `${domain.slice(0, dot)}.${ending}`
}
