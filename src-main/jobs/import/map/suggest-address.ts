import { parse } from 'tldts'
import { firstUnseen } from '../../../../src-shared/unseen'
import { copyOf } from '../read/characters'
import { editDistance } from './edit-distance'
import { distinctiveProviders, endings, lookalikes, plainProviders } from './mail-providers'
import { tidyAddress } from './tidy-address'

/** Domains that were asked about before, so that a million rows cost what their different domains cost. */
const known = new Map<string, string | null>()

/** Domains kept at most; then the memory begins anew. */
const mostKnown = 50_000

const providers: ReadonlySet<string> = new Set([...distinctiveProviders, ...plainProviders])

/**
 * An address that this text was probably meant to be; null where nothing points to one. A well-known domain is never
 * doubted; of another, only what cannot be right, or comes within a letter of a provider with a name of its own.
 */
export function suggestAddress(email: string): string | null {
  const tidy = tidyAddress(email)
  const sound = 'fault' in tidy ? mended(email) : tidy.email
  if (sound === null) return null
  const at = sound.lastIndexOf('@')
  const meant = meantDomain(sound.slice(at + 1))
  const suggestion = meant === null ? sound : sound.slice(0, at + 1) + meant
  const same = 'fault' in tidy ? false : suggestion === tidy.email
  return same ? null : suggestion
}

/** The domain that was probably meant; null where it is taken as it is. In ASCII and lower case. */
export function meantDomain(domain: string): string | null {
  const before = known.get(domain)
  if (before !== undefined) return before
  // A domain of its own: one cut out of a longer text would keep all of that.
  const own = copyOf(domain)
  const meant = findMeant(own)
  if (known.size >= mostKnown) known.clear()
  known.set(own, meant)
  return meant
}

function findMeant(domain: string): string | null {
  if (providers.has(domain) || lookalikes.has(domain)) return null
  const { isIcann, publicSuffix, domainWithoutSuffix, subdomain } = parse(domain, {
    allowPrivateDomains: false,
  })
  // A provider's name under another ending may well exist: yahoo.cz. But hotmail.co is hotmail.com cut short.
  const brandDot = `${domainWithoutSuffix}.`
  const brand = distinctiveProviders.some((name) => name.startsWith(brandDot))
  if (brand && isIcann && !['co', 'cm', 'om'].includes(publicSuffix ?? '')) return null
  if (isIcann && subdomain) return null
  const near = closest(domain, distinctiveProviders, 1)
  if (near !== null || isIcann) return near
  // No such ending exists, so neither does the domain.
  const ended = correctedEnding(domain)
  if (ended !== null && providers.has(ended)) return ended
  return (
    closest(ended ?? domain, plainProviders, 1) ?? closest(ended ?? domain, distinctiveProviders, 2) ?? ended
  )
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

/** Slips of the hand that leave no address behind, and what they are mended to. Each is tried on what the others made. */
const mendings: readonly [pattern: RegExp, to: string][] = [
  [/\s*[([{]\s*at\s*[)\]}]\s*/i, '@'],
  [/\s*[([{]\s*(?:dot|punkt|point)\s*[)\]}]\s*/gi, '.'],
  [/^(\S+)\s+at\s+(?=\S+\.\S+$)/i, '$1@'],
  [/@@+/, '@'],
  [/\s*@\s*/, '@'],
  [/(?<=@[^@]*)\s+/g, ''],
  [/(?<=@[^@]*)[,;]/g, '.'],
  [/\.\.+/g, '.'],
  [/\.@|@\./g, '@'],
  [/^\.+/, ''],
]

/** The address that a text holds but for a slip or two; null where it would be guessing. */
function mended(text: string): string | null {
  // Several addresses are not one, and long texts none.
  // What holds a character that nobody sees was not seen by whoever wrote it: what it was to be is not guessed.
  if (firstUnseen(text.trim()) !== null) return null
  if (text.length > 254 || (text.match(/[^\s@,;]@[^\s@,;]/g) ?? []).length > 1) return null
  let guess = text
  for (const [pattern, to] of mendings) guess = guess.replace(pattern, to)
  const withDot = missingDot(guess)
  const tidy = tidyAddress(withDot ?? guess)
  if ('fault' in tidy) return null
  return hasSpaceInDomain(text) && !mayExist(tidy.email) ? null : tidy.email
}

/** Words behind an address are no part of its domain: "ann@mail.com at home" is not ann@mail.comathome. */
function hasSpaceInDomain(text: string): boolean {
  return /@\s*[^\s@]+\s+[^\s@]/.test(text)
}

/** Whether an address has an ending that there is, or one that is a slip of it. */
function mayExist(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return meantDomain(domain) !== null || parse(domain, { allowPrivateDomains: false }).isIcann === true
}

/** A provider whose dot was left out: ann@gmailcom. */
function missingDot(text: string): string | null {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || domain.includes('.')) return null
  const meant = [...providers].find((name) => name.replace('.', '') === domain)
  return meant === undefined ? null : text.slice(0, at + 1) + meant
}
