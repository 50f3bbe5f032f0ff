import { takeLinkToken } from './link-token'
import { openSession } from './session'

/**
 * The bearer of this page; null where the host refused, and on the desktop, which has none. It is asked for as the first thing that
 * the page does, before its other scripts run, and before the history, which would keep the address that holds the token.
 */
export const session: Promise<string | null> = window.postroom
  ? Promise.resolve(null)
  : // Where the host was gone before the page was ready, what it was given is spent.
    openSession(takeLinkToken()).catch(() => null)
