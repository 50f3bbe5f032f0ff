import isEmail from 'validator/lib/isEmail'
import { asciiDomain } from './domain-name'

/** An address taken apart. */
export interface MailAddress {
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
  if (at < 0) return { local: text, domain: null, fault: 'It has no @.' }
  const local = text.slice(0, at)
  const written = text.slice(at + 1)
  if (local === '') return { local, domain: asciiDomain(written), fault: 'There is nothing before the @.' }
  const domain = asciiDomain(written)
  return { local, domain, fault: faultOf(local, written, domain) }
}

function faultOf(local: string, written: string, domain: string | null): string | null {
  if (/^\[.*\]$/.test(written) || /^[\d.]+$/.test(domain ?? '')) {
    return 'The part after the @ is a numeric address instead of a domain.'
  }
  if (/\s/.test(written)) return 'It has a space in it.'
  if (domain === null) return 'The part after the @ is not a domain.'
  return localFault(local) ?? domainFault(domain) ?? wholeFault(local, domain)
}

function localFault(local: string): string | null {
  if (octets(local) > longest.local) {
    return `The part before the @ is longer than ${longest.local} characters.`
  }
  // Marks that nobody sees make two addresses look like one; a mail server hardly ever takes them.
  if (/[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(local)) {
    return 'The part before the @ has a hidden character.'
  }
  if (/^".*"$/.test(local)) return null
  if (local.includes('@')) return 'It has more than one @.'
  if (/\s/.test(local)) return 'It has a space in it.'
  if (/^\.|\.$/.test(local)) return 'The part before the @ begins or ends with a dot.'
  if (local.includes('..')) return 'The part before the @ has two dots in a row.'
  return null
}

function domainFault(domain: string): string | null {
  const labels = domain.split('.')
  if (labels.length < 2) return 'The part after the @ has no ending such as .com.'
  if (labels.includes('')) return 'The part after the @ has a dot too many.'
  if (domain.length > longest.domain || labels.some((label) => label.length > longest.label)) {
    return 'The part after the @ is longer than a domain may be.'
  }
  return null
}

function wholeFault(local: string, domain: string): string | null {
  const ascii = `${local}@${domain}`
  if (octets(ascii) > longest.address) return `It is longer than ${longest.address} characters.`
  // What is left to check is characters, in either part.
  if (isEmail(ascii, { ignore_max_length: true })) return null
  return isEmail(`name@${domain}`, { ignore_max_length: true })
    ? 'The part before the @ has a character that may not be there.'
    : 'The part after the @ has a character that may not be there.'
}
