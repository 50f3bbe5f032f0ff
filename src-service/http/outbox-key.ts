import { createHmac } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Env } from './guards'
import { sameSecret } from './same-secret'

/** The cookie that holds the token once the link was opened. */
const cookie = 'postroom_outbox'

/** The token that opens the outbox: follows from the secret key's hash, so it holds over restarts and goes with the key. */
export function outboxToken(secretHash: string): string {
  return createHmac('sha256', secretHash).update('outbox').digest('base64url')
}

/** The path of the link that opens it. */
export function outboxPath(secretHash: string): string {
  return `/outbox?token=${outboxToken(secretHash)}`
}

/** The token that a request brings: in its address, or from the browser that remembers it; null without one. */
export function outboxTokenOf(request: Request): string | null {
  const given = new URL(request.url).searchParams.get('token')
  return given ?? parse(request.headers.get('cookie') ?? '', cookie)[cookie] ?? null
}

/**
 * Lets whoever came by the link with the token look, and remembers it for this browser. The token goes from the address at
 * once, so that neither the history nor a referrer keeps it. Others get what `refuse` answers.
 */
export function requireOutboxToken(
  token: () => Promise<string>,
  refuse: (c: Context) => Promise<Response>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const wanted = await token()
    const given = c.req.query('token')
    if (given !== undefined && sameSecret(given, wanted)) {
      setCookie(c, cookie, wanted, { path: '/outbox', httpOnly: true, sameSite: 'Strict' })
      return c.redirect(c.req.path, 303)
    }
    if (!sameSecret(getCookie(c, cookie) ?? '', wanted)) return refuse(c)
    return next()
  }
}
