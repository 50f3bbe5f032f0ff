import { z } from 'zod'
import { asciiDomain } from '../../../../src-shared/address/domain-name'
import { firstUnseen, unseenName } from '../../../../src-shared/unseen'
import type { CellFault, TidyAddress } from './api'

/** What the service takes for an address (`z.email()` of its interface); its time is linear in the length. */
const served = z.regexes.email

/**
 * Addresses that need nothing done to them, as nearly all are: fewer than the service takes. Every part begins where the
 * one before must have ended, so that it takes linear time.
 */
const sound = /^(?:[A-Za-z0-9_+-]+[.'])*[A-Za-z0-9_+-]+@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z]{2,63}$/

/** Lengths that RFC 5321 (4.5.3.1) and RFC 1035 allow, in characters. */
const longest = { address: 254, local: 64, domain: 253, label: 63 }

/** Longer cells are not looked into: no address has so much around it. */
const longestCell = 2000

/**
 * The address that a cell holds as it can be sent, or why it holds none. What stands around it goes: spaces of any kind,
 * a byte order mark, `mailto:`, a display name, a comma at the end. A character that nobody sees is never taken out: what
 * would be left is another address. The domain is written in lower case and ASCII;
 * the part before the @ stays as it is, since its case can matter. What passes here, the service takes.
 */
export function tidyAddress(text: string): TidyAddress | CellFault {
  if (isSound(text)) return { email: text, trimmed: false, lowered: false }
  if (text.length > longestCell) return { fault: `It is longer than ${longest.address} characters.` }
  const bare = withoutSurroundings(text)
  const at = bare.lastIndexOf('@')
  const fault = wholeFault(bare, at)
  if (fault !== null) return { fault }
  const local = bare.slice(0, at)
  const written = bare.slice(at + 1)
  const domain = asciiDomain(written)
  if (/^\[.*\]$/.test(written) || /^[\d.]+$/.test(domain ?? '')) {
    return { fault: 'The part after the @ is a numeric address instead of a domain.' }
  }
  if (domain === null) return { fault: 'The part after the @ is not a domain.' }
  const wrong = localFault(local) ?? domainFault(domain)
  if (wrong !== null) return { fault: wrong }
  const email = `${local}@${domain}`
  if (email.length > longest.address) return { fault: `It is longer than ${longest.address} characters.` }
  if (!served.test(email)) return { fault: 'The service takes no such address.' }
  return { email, trimmed: bare !== text, lowered: domain !== written }
}

function isSound(text: string): boolean {
  if (text.length > longest.address || !sound.test(text)) return false
  const at = text.indexOf('@')
  // Longer domains may have a label that is too long: they are looked at closely.
  return at <= longest.local && text.length - at <= longest.label
}

/** Takes off what people and programs put around addresses. */
function withoutSurroundings(text: string): string {
  let bare = text.trim()
  // The wide forms that keyboards of East Asia write.
  if (/[\uff01-\uff5e\u3002]/.test(bare)) bare = bare.normalize('NFKC').replaceAll('\u3002', '.')
  for (let round = 0; round < 4; round += 1) {
    const before = bare
    bare = bare.trim()
    if (bare.endsWith('>')) bare = bare.slice(bare.lastIndexOf('<') + 1, -1)
    if (/^mailto:/i.test(bare)) bare = bare.slice('mailto:'.length).replace(/\?.*$/s, '')
    if (isWrapped(bare)) bare = bare.slice(1, -1)
    bare = trimMarks(bare)
    if (bare === before) break
  }
  return bare
}

function isWrapped(text: string): boolean {
  const pair = text.charAt(0) + text.charAt(text.length - 1)
  return text.length > 2 && ['""', "''", '()', '[]', '<>', '“”', '‘’', '„“', '«»', '``'].includes(pair)
}

/** Without commas, semicolons, colons and dots at either end. By hand, since a pattern could take quadratic time. */
function trimMarks(text: string): string {
  const marks = ',;:. \t\r\n'
  let end = text.length
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1
  let start = 0
  while (start < end && ',;: \t\r\n'.includes(text.charAt(start))) start += 1
  return text.slice(start, end)
}

function wholeFault(text: string, at: number): string | null {
  if (text === '') return 'There is no address.'
  const unseen = firstUnseen(text.replace(/[\t\r\n]/g, ' '))
  if (unseen !== null) return `It has ${unseenName(unseen)} in it.`
  if (at === -1) return 'It has no @.'
  if (at === 0) return 'Nothing stands before the @.'
  if (at === text.length - 1) return 'Nothing stands after the @.'
  const first = text.indexOf('@')
  if (first !== at) {
    return /[,;\s/|]/.test(text.slice(first, at))
      ? 'It holds more than one address.'
      : 'It has more than one @.'
  }
  return /\s/.test(text) ? 'It has a space in it.' : null
}

function localFault(local: string): string | null {
  if (local.length > longest.local) return `The part before the @ is longer than ${longest.local} characters.`
  if (local.startsWith('.') || local.endsWith('.')) return 'The part before the @ begins or ends with a dot.'
  if (local.includes('..')) return 'The part before the @ has two dots in a row.'
  const odd = /[^A-Za-z0-9_'+\-.]/u.exec(local)
  if (odd) return `The service takes no ${quoted(odd[0])} before the @.`
  return local.endsWith("'") ? 'The part before the @ ends with an apostrophe.' : null
}

function domainFault(domain: string): string | null {
  const labels = domain.split('.')
  const ending = labels[labels.length - 1] ?? ''
  if (labels.length < 2) return 'The part after the @ has no ending such as .com.'
  if (labels.includes('')) return 'The part after the @ has a dot too many.'
  if (domain.length > longest.domain || labels.some((label) => label.length > longest.label)) {
    return 'The part after the @ is longer than a domain may be.'
  }
  const odd = /[^a-z0-9\-.]/u.exec(domain)
  if (odd) return `A domain cannot have ${quoted(odd[0])} in it.`
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) {
    return 'A part of the domain begins or ends with a hyphen.'
  }
  if (ending.startsWith('xn--')) return 'The service takes no domains whose ending is not in Latin letters.'
  return /^[a-z]{2,}$/.test(ending) ? null : `No domain ends with ${quoted(`.${ending}`)}.`
}

function quoted(text: string): string {
  return text === '"' ? "'\"'" : `"${text}"`
}
