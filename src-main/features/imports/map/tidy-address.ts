import { t } from '../../../../src-shared/messages/message'
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
  if (text.length > longestCell)
    return { fault: t('address.mailAddress.itIsLongerThan', { address: longest.address }) }
  const bare = withoutSurroundings(text)
  const at = bare.lastIndexOf('@')
  const fault = wholeFault(bare, at)
  if (fault !== null) return { fault }
  const local = bare.slice(0, at)
  const written = bare.slice(at + 1)
  const domain = asciiDomain(written)
  if (/^\[.*\]$/.test(written) || /^[\d.]+$/.test(domain ?? '')) {
    return { fault: t('address.mailAddress.thePartAfterThe') }
  }
  if (domain === null) return { fault: t('address.mailAddress.thePartAfterThe2') }
  const wrong = localFault(local) ?? domainFault(domain)
  if (wrong !== null) return { fault: wrong }
  const email = `${local}@${domain}`
  if (email.length > longest.address)
    return { fault: t('address.mailAddress.itIsLongerThan', { address: longest.address }) }
  if (!served.test(email)) return { fault: t('imports.tidyAddress.theServiceTakesNo') }
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
  if (text === '') return t('imports.tidyAddress.thereIsNoAddress')
  const unseen = firstUnseen(text.replace(/[\t\r\n]/g, ' '))
  if (unseen !== null) return t('imports.tidyAddress.itHasUnseennameIn', { unseenName: unseenName(unseen) })
  if (at === -1) return t('address.mailAddress.itHasNo')
  if (at === 0) return t('imports.tidyAddress.nothingStandsBeforeThe')
  if (at === text.length - 1) return t('imports.tidyAddress.nothingStandsAfterThe')
  const first = text.indexOf('@')
  if (first !== at) {
    return /[,;\s/|]/.test(text.slice(first, at))
      ? t('imports.tidyAddress.itHoldsMoreThan')
      : t('address.mailAddress.itHasMoreThan')
  }
  return /\s/.test(text) ? t('address.mailAddress.itHasASpace') : null
}

function localFault(local: string): string | null {
  if (local.length > longest.local) return t('address.mailAddress.thePartBeforeThe', { local: longest.local })
  if (local.startsWith('.') || local.endsWith('.')) return t('address.mailAddress.thePartBeforeThe3')
  if (local.includes('..')) return t('address.mailAddress.thePartBeforeThe4')
  const odd = /[^A-Za-z0-9_'+\-.]/u.exec(local)
  if (odd) return t('imports.tidyAddress.theServiceTakesNo2', { quoted: quoted(odd[0]) })
  return local.endsWith("'") ? t('imports.tidyAddress.thePartBeforeThe4') : null
}

function domainFault(domain: string): string | null {
  const labels = domain.split('.')
  const ending = labels[labels.length - 1] ?? ''
  if (labels.length < 2) return t('address.mailAddress.thePartAfterThe3')
  if (labels.includes('')) return t('address.mailAddress.thePartAfterThe4')
  if (domain.length > longest.domain || labels.some((label) => label.length > longest.label)) {
    return t('address.mailAddress.thePartAfterThe5')
  }
  const odd = /[^a-z0-9\-.]/u.exec(domain)
  if (odd) return t('imports.tidyAddress.aDomainCannotHave', { quoted: quoted(odd[0]) })
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) {
    return t('imports.tidyAddress.aPartOfThe')
  }
  if (ending.startsWith('xn--')) return t('imports.tidyAddress.theServiceTakesNo3')
  return /^[a-z]{2,}$/.test(ending)
    ? null
    : t('imports.tidyAddress.noDomainEndsWith', { quoted: quoted(`.${ending}`) })
}

function quoted(text: string): string {
  return text === '"' ? "'\"'" : `"${text}"`
}
