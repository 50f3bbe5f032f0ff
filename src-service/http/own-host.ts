import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from './guards'

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Lets pages that need no key be asked for by this machine, at an address of its own only. A page of another site that
 * has its name resolve to 127.0.0.1 (DNS rebinding) comes with that name as `Host`, and another machine, where the
 * service listens to others, from an address of its own: both get what `refuse` answers.
 */
export function requireOwnHost(
  publicUrl: () => string,
  refuse: (c: Context) => Promise<Response>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase()
    const name = host.replace(/:\d*$/, '')
    const here = loopbackNames.includes(name) || host === new URL(publicUrl()).host
    if (!here || !isThisMachine(peerOf(c.env))) return refuse(c)
    return next()
  }
}

/** The address a request came from; undefined where it came through no socket. */
function peerOf(env: unknown): string | undefined {
  const at = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  const address = at(at(at(env, 'incoming'), 'socket'), 'remoteAddress')
  return typeof address === 'string' ? address : undefined
}

function isThisMachine(peer: string | undefined): boolean {
  if (peer === undefined) return true
  const address = peer.replace(/^::ffff:/, '')
  return address === '::1' || /^127\./.test(address)
}
