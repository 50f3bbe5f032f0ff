import type { IncomingMessage } from 'node:http'

type Refusal = 'host' | 'origin' | 'target'

/**
 * What every request must pass before anything else looks at it. Host exactly ours, once: a page that rebinds its
 * name to this address comes with its own name. Comparing Origin with Host would let that page through.
 */
export function refuseRequest(request: IncomingMessage, authority: string): Refusal | null {
  const hosts = headerValues(request, 'host')
  if (hosts.length !== 1 || hosts[0] !== authority) return 'host'
  if (!request.url?.startsWith('/') || request.url.startsWith('//')) return 'target'
  const origins = headerValues(request, 'origin')
  if (origins.length > 1 || origins.some((origin) => origin !== `http://${authority}`)) return 'origin'
  return null
}

/** Whether the request names our own page as its origin: asked of whatever changes something or opens the bridge. */
export function fromOwnPage(request: IncomingMessage, authority: string): boolean {
  const origins = headerValues(request, 'origin')
  return origins.length === 1 && origins[0] === `http://${authority}`
}

/** Every value of a header as it was sent: Node itself drops a second Host. */
function headerValues(request: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === name) values.push(request.rawHeaders[at + 1] ?? '')
  }
  return values
}
