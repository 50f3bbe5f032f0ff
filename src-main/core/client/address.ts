import { t } from '../../../src-shared/messages/message'
import { tell, type Told } from '../../../src-shared/messages/told'
import { problem } from '../problems'
import { parseUrl } from '../../../src-shared/url'

/** A service's address as it is stored, and what is unusual about it, in sentences. */
interface ServiceAddress {
  /** Scheme, host, port and path prefix, without a slash at the end: paths are appended to it. */
  address: string
  notes: string[]
}

/**
 * Tidies an address as a person types it: adds `https://` (`http://` for this machine), drops the slash at the
 * end, keeps a path prefix. Throws `address_invalid` for other schemes, credentials, queries and what is no URL.
 */
export function tidyAddress(input: string): ServiceAddress {
  const text = input.trim()
  const refuse = (why: Told, action?: Told) => problem('address_invalid', action ? { why, action } : { why })
  if (text === '') throw refuse(tell('core.address.thereIsNoAddress'))

  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') {
    throw refuse(tell('core.address.postroomSpeaksHttpsAnd', { scheme }))
  }
  // "mailto:x" and "javascript:x" have no slashes; "localhost:3000" is a host and its port.
  if (scheme === undefined && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) {
    throw refuse(tell('core.address.itIsNotThe'))
  }
  const url = parseUrl(scheme === undefined ? `https://${text}` : text)
  if (!url || url.hostname === '') throw refuse(tell('core.address.itHasNoHost'))
  if (url.username !== '' || url.password !== '') {
    throw refuse(tell('core.address.itHoldsAUser'), tell('core.address.enterTheAddressAlone'))
  }
  if (url.search !== '' || url.hash !== '') {
    throw refuse(tell('core.address.itHoldsAQuery'), tell('core.address.enterThePartBefore'))
  }
  const loopback = isLoopback(url.hostname)
  if (scheme === undefined && loopback) url.protocol = 'http:'

  const notes: string[] = []
  if (url.protocol === 'http:' && !loopback) {
    notes.push(t('core.address.theAddressBeginsWith'))
  }
  if (url.hostname.split('.').some((label) => label.startsWith('xn--'))) {
    notes.push(t('core.address.theHostNameHas', { hostname: url.hostname }))
  }
  return { address: url.origin + url.pathname.replace(/\/+$/, ''), notes }
}

/** Whether a host name, as URL gives it, is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}
