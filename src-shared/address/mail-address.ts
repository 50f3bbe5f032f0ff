import { t } from '../messages/message'
import isEmail from 'validator/lib/isEmail'
import { asciiDomain } from './domain-name'

interface MailAddress {
  /** The part before the last @, as it was written. */
  local: string
  /** The domain in ASCII and lower case; null for what cannot be a domain. */
  domain: string | null
  /** Which rule it breaks, in a sentence; null when it breaks none. */
  fault: string | null
}

/** Lengths that RFC 5321 (4.5.3.1.1 and 4.5.3.1.3) and RFC 1035 allow, in octets. */
const longest = { address: 254, local: 64, domain: 253, label: 63 }

const encoder = new TextEncoder()
const octets = (text: string): number => encoder.encode(text).length

/** Takes an address apart, and says which rule of RFC 5321, 6531 or IDNA it breaks. Total: any text will do. */
export function readMailAddress(text: string): MailAddress {
  const at = text.lastIndexOf('@')
  if (at < 0) return { local: text, domain: null, fault: t('address.mailAddress.itHasNo') }
  const local = text.slice(0, at)
  const written = text.slice(at + 1)
  if (local === '')
    return { local, domain: asciiDomain(written), fault: t('address.mailAddress.thereIsNothingBefore') }
  const domain = asciiDomain(written)
  return { local, domain, fault: faultOf(local, written, domain) }
}

function faultOf(local: string, written: string, domain: string | null): string | null {
  if (/^\[.*\]$/.test(written) || /^[\d.]+$/.test(domain ?? '')) {
    return t('address.mailAddress.thePartAfterThe')
  }
  if (/\s/.test(written)) return t('address.mailAddress.itHasASpace')
  if (domain === null) return t('address.mailAddress.thePartAfterThe2')
  return localFault(local) ?? domainFault(domain) ?? wholeFault(local, domain)
}

function localFault(local: string): string | null {
  if (octets(local) > longest.local) {
    return t('address.mailAddress.thePartBeforeThe', { local: longest.local })
  }
  // Marks that nobody sees make two addresses look like one; a mail server hardly ever takes them.
  if (/[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(local)) {
    return t('address.mailAddress.thePartBeforeThe2')
  }
  if (/^".*"$/.test(local)) return null
  if (local.includes('@')) return t('address.mailAddress.itHasMoreThan')
  if (/\s/.test(local)) return t('address.mailAddress.itHasASpace')
  if (/^\.|\.$/.test(local)) return t('address.mailAddress.thePartBeforeThe3')
  if (local.includes('..')) return t('address.mailAddress.thePartBeforeThe4')
  return null
}

function domainFault(domain: string): string | null {
  const labels = domain.split('.')
  if (labels.length < 2) return t('address.mailAddress.thePartAfterThe3')
  if (labels.includes('')) return t('address.mailAddress.thePartAfterThe4')
  if (domain.length > longest.domain || labels.some((label) => label.length > longest.label)) {
    return t('address.mailAddress.thePartAfterThe5')
  }
  return null
}

function wholeFault(local: string, domain: string): string | null {
  const ascii = `${local}@${domain}`
  if (octets(ascii) > longest.address)
    return t('address.mailAddress.itIsLongerThan', { address: longest.address })
  // What is left to check is characters, in either part.
  if (isEmail(ascii, { ignore_max_length: true })) return null
  return isEmail(`name@${domain}`, { ignore_max_length: true })
    ? t('address.mailAddress.thePartBeforeThe5')
    : t('address.mailAddress.thePartAfterThe6')
}
