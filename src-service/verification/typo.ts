import { run as closestProvider } from '@zootools/email-spell-checker'
import { parse } from 'tldts'
import { distinctiveProviders, lookalikes, plainProviders } from './providers'

/** Endings that are none, and what was meant. */
const endings: Record<string, string> = {
  cmo: 'com',
  comm: 'com',
  con: 'com',
  coom: 'com',
  cpm: 'com',
  cim: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  ent: 'net',
  ner: 'net',
  nte: 'net',
  ogr: 'org',
  orgg: 'org',
  rog: 'org',
}

/** What is known of the domain that may be misspelt. */
export interface TypoEvidence {
  /** Whether it is itself known as a provider. */
  known: boolean
  /** Whether it takes mail; null where the DNS could not be asked. */
  takesMail: boolean | null
}

/** A distance of email-spell-checker (sift3: 0.5 or 1.5 for a letter less or more, 1 for another letter). */
const oneLetter = 1.5
const twoLetters = 2

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

  const near = oneSlip(domain, distinctiveProviders)
  if (near) return near
  if (takesMail !== false) return isIcann ? null : correctedEnding(domain)
  return (
    oneSlip(domain, plainProviders) ??
    correctedEnding(domain) ??
    closest(domain, distinctiveProviders, twoLetters)
  )
}

function isProvider(domain: string): boolean {
  return distinctiveProviders.includes(domain) || plainProviders.includes(domain)
}

/** The provider that differs by one letter, or by two that changed places. */
function oneSlip(domain: string, providers: string[]): string | null {
  const near = closest(domain, providers, oneLetter)
  if (near) return near
  const swapped = closest(domain, providers, twoLetters)
  return swapped && sortedLetters(swapped) === sortedLetters(domain) ? swapped : null
}

const sortedLetters = (text: string): string => [...text].sort().join('')

function closest(domain: string, domains: string[], domainThreshold: number): string | null {
  const found = closestProvider({
    email: `name@${domain}`,
    domains,
    domainThreshold,
    // Its guesses at endings and second-level domains take real domains for misspelt ones.
    secondLevelDomains: [],
    topLevelDomains: [],
  })
  return found?.domain ?? null
}

function correctedEnding(domain: string): string | null {
  const dot = domain.lastIndexOf('.')
  const ending = dot < 1 ? undefined : endings[domain.slice(dot + 1)]
  return ending === undefined ? null : `${domain.slice(0, dot)}.${ending}`
}
