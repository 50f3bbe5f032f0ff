import { parse } from 'tldts'
import { editDistance } from './edit-distance'
import { distinctiveProviders, lookalikes, plainProviders } from './providers'

/** Endings that are none, by what was meant. */
const endings = new Map(
  Object.entries({
    com: 'cim cmo comm con coom cpm ocm vom xom',
    net: 'ent ner nte',
    org: 'ogr orgg rog',
  }).flatMap(([meant, written]) => written.split(' ').map((ending): [string, string] => [ending, meant])),
)

/** What is known of the domain that may be misspelt. */
export interface TypoEvidence {
  /** Whether it is itself known as a provider. */
  known: boolean
  /** Whether it takes mail; null where the DNS could not be asked. */
  takesMail: boolean | null
}

/**
 * The domain that was probably meant; null where nothing points to one. Suggesting wrongly is worse than not
 * suggesting: a domain that is known, or takes mail, is only doubted next to the name of a distinctive provider.
 * @param domain In ASCII and lower case; it may lack its dot.
 */
export function meantDomain(domain: string, { known, takesMail }: TypoEvidence): string | null {
  if (known || lookalikes.has(domain) || isProvider(domain)) return null
  const { isIcann, publicSuffix, domainWithoutSuffix } = parse(domain, { allowPrivateDomains: false })
  // hotmail.ch or yahoo.cz may well exist; hotmail.co is hotmail.com cut short.
  const brand = distinctiveProviders.some((name) => name.startsWith(`${domainWithoutSuffix}.`))
  if (brand && isIcann && !['co', 'cm', 'om'].includes(publicSuffix ?? '')) return null

  const near = closest(domain, distinctiveProviders, 1)
  if (near) return near
  const ended = correctedEnding(domain)
  if (takesMail !== false) return isIcann ? null : ended
  const meant = ended ?? domain
  if (isProvider(meant)) return meant
  return closest(meant, plainProviders, 1) ?? closest(meant, distinctiveProviders, 2) ?? ended
}

function isProvider(domain: string): boolean {
  return distinctiveProviders.includes(domain) || plainProviders.includes(domain)
}

/** The provider that the fewest slips lead to, and no more than `slips`. */
function closest(domain: string, providers: readonly string[], slips: number): string | null {
  let found: string | null = null
  let least = slips + 1
  for (const provider of providers) {
    const distance = editDistance(domain, provider, slips)
    if (distance < least) [found, least] = [provider, distance]
  }
  return found
}

function correctedEnding(domain: string): string | null {
  const dot = domain.lastIndexOf('.')
  const ending = dot < 1 ? undefined : endings.get(domain.slice(dot + 1))
  return ending === undefined ? null : `${domain.slice(0, dot)}.${ending}`
}
