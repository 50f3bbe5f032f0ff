import { domainOf } from '../../../../src-shared/address/parts'
import { providers } from '../../../../src-shared/address/providers'
import { hasRealEnding, meantDomain as meantBy } from '../../../../src-shared/address/typo'
import { firstUnseen } from '../../../../src-shared/unseen'
import { copyOf } from '../read/characters'
import { tidyAddress } from './tidy-address'

/** Domains that were asked about before, so that a million rows cost what their different domains cost. */
const known = new Map<string, string | null>()

/** Domains kept at most; then the memory begins anew. */
const mostKnown = 50_000

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

/**
 * The domain that was probably meant; null where it is taken as it is. In ASCII and lower case. The DNS is not asked:
 * what is known is that a domain without a real ending does not exist.
 */
export function meantDomain(domain: string): string | null {
  const before = known.get(domain)
  if (before !== undefined) return before
  // A domain of its own: one cut out of a longer text would keep all of that.
  const own = copyOf(domain)
  const meant = meantBy(own, { takesMail: hasRealEnding(own) ? null : false })
  if (known.size >= mostKnown) known.clear()
  known.set(own, meant)
  return meant
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
  return wordsBehind.test(text) && !mayExist(tidy.email) ? null : tidy.email
}

/** Words behind an address are no part of its domain: "ann@mail.com at home" is not ann@mail.comathome. */
const wordsBehind = /@\s*[^\s@]+\s+[^\s@]/

/** Whether an address has an ending that there is, or one that is a slip of it. */
function mayExist(email: string): boolean {
  const domain = domainOf(email)
  return meantDomain(domain) !== null || hasRealEnding(domain)
}

/** A provider whose dot was left out: ann@gmailcom. */
function missingDot(text: string): string | null {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || domain.includes('.')) return null
  const meant = [...providers].find((name) => name.replace('.', '') === domain)
  return meant === undefined ? null : text.slice(0, at + 1) + meant
}
