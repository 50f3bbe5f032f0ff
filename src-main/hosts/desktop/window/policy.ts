import { t } from '../../../../src-shared/messages/message'
import { doubtfulLetters } from '../../../core/doubtful-letters'
import { parseUrl } from '../../../../src-shared/url'

/** The page's own origin: a scheme of ours, so that it is neither a file nor anybody's website. */
export const pageOrigin = 'app://ui'

/**
 * The address to hand to the operating system once the person has seen it, or null where it is not one that may
 * leave: only a parsed https or mailto address.
 */
export function externalAddress(text: string): string | null {
  const url = parseUrl(text)
  return url?.protocol === 'https:' || url?.protocol === 'mailto:' ? url.href : null
}

/**
 * Where a link leads, as the person is asked: the host as the network writes it, whatever user name or foreign
 * letters stand before or in it.
 */
export function externalHost(address: string): string {
  const url = new URL(address)
  return url.protocol === 'mailto:' ? decodeURIComponent(url.pathname) : url.host
}

/** What is doubtful about the letters of the host that a link leads to, as a sentence; null where nothing is. */
export function externalDoubt(address: string): string | null {
  const doubt = doubtfulLetters(externalHost(address).replace(/^.*@/, ''))
  return doubt === null ? null : t('hosts.policy.itMayImitateAnother', { doubt })
}

/** Whether a permission is given to a page: to ours, and only to copy a text to the clipboard. */
export function mayHave(permission: string, origin: string, ownOrigin: string): boolean {
  return permission === 'clipboard-sanitized-write' && trimSlash(origin) === ownOrigin
}

/** Whether a request may leave the page's session: to our own origin; developer tools bring their own scheme. */
export function mayRequest(address: string, ownOrigin: string): boolean {
  const { protocol, host } = new URL(address)
  if (protocol === 'devtools:') return true
  if (protocol === 'data:' || protocol === 'blob:') return true
  // URL.origin is "null" for schemes of ours.
  return `${protocol}//${host}` === ownOrigin || `${protocol.replace('ws', 'http')}//${host}` === ownOrigin
}

/** What is known of who sent a message to the main process. */
export interface Sender {
  readonly isOurWindow: boolean
  /** null: the frame was gone when the message came. */
  readonly frame: { readonly isMain: boolean; readonly origin: string } | null
}

/** Whether a message comes from the main frame of our window, showing our page (docs/security.md, C6). */
export function isOurPage(sender: Sender, ownOrigin: string): boolean {
  return (
    sender.isOurWindow && sender.frame !== null && sender.frame.isMain && sender.frame.origin === ownOrigin
  )
}

const trimSlash = (text: string): string => text.replace(/\/$/, '')
