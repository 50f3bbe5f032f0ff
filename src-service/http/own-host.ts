import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from './guards'

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Lets pages that need no key be asked for by this machine, at an address of its own only. A page of another site that
 * has its name resolve to 127.0.0.1 (DNS rebinding) comes with that name as `Host`, and another machine, where the
 * service listens to others, from an address of its own: both get what `refuse` answers.
 */
export function requireOwnHost(
  ownUrl: () => string,
  refuse: (c: Context) => Promise<Response>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase()
    const name = host.replace(/:\d*$/, '')
    const here = loopbackNames.includes(name) || host === new URL(ownUrl()).host
    if (!here || !isFromHere(c.env) || isPassedOn(c)) return refuse(c)
    return next()
  }
}

/** Headers that proxies add, each in its own way. */
const passedOn =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-original-.*|x-client-ip|true-client-ip|cf-.*|fly-client-ip|fastly-client-ip)$/i

/** Whether a proxy on this machine says that it asks for somebody else. */
function isPassedOn(c: Context): boolean {
  return Object.keys(c.req.header()).some((name) => passedOn.test(name))
}

/** Whether a request came from the machine it came to. One that came through no socket was made within it. */
function isFromHere(env: unknown): boolean {
  const socket = at(at(env, 'incoming'), 'socket')
  if (socket === undefined) return true
  const peer = plain(at(socket, 'remoteAddress'))
  // Who asks at an address of the network, on the machine that has it, asks from that address.
  return peer === '::1' || /^127\./.test(peer) || (peer !== '' && peer === plain(at(socket, 'localAddress')))
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** An IP address; empty where there is none. One of IPv4 that comes through an IPv6 socket is written as itself. */
function plain(address: unknown): string {
  return typeof address === 'string' ? address.replace(/^::ffff:/i, '') : ''
}
