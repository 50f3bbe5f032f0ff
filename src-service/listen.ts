import type { Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { isIPv6 } from 'node:net'
import { getRequestListener } from '@hono/node-server'

interface Address {
  /** An IP address of this machine. */
  host: string
  /** 0 takes a free one. */
  port: number
  /** The option that names the port, for what is said when it cannot be had. */
  option: string
}

interface Listening {
  /** `http://ADDRESS:PORT`, as it is reached from this machine. */
  url: string
  /** Takes no more requests, lets those under way end (for `within` milliseconds at most), and closes. */
  stop(within: number): Promise<void>
}

/** What answers requests. */
export interface Answering {
  fetch(request: Request, env?: unknown): Response | Promise<Response>
}

/**
 * Listens at an address.
 * @throws Error in words when the port is in use or may not be used.
 */
export async function listen(app: Answering, at: Address): Promise<Listening> {
  const answer = getRequestListener((request, env) => app.fetch(request, env))
  const underWay = new Set<ServerResponse>()
  let stopping = false
  const server = createServer((request, response) => {
    if (stopping) return refuse(response)
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    return answer(request, response)
  })
  await bind(server, at)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://${reachable(at.host)}:${address.port}`,
    stop: (within) =>
      new Promise((resolve) => {
        stopping = true
        // Their connections bring no further request.
        for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close')
        const late = setTimeout(() => server.closeAllConnections(), within)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** Answers a request that came while the service stops: on a connection that was open before. */
function refuse(response: ServerResponse): void {
  response.writeHead(503, { Connection: 'close', 'Content-Length': 0, 'Retry-After': 1 }).end()
}

/**
 * Tells whether a port can be had, before the minutes that filling a large sample takes.
 * @throws Error in words when it cannot.
 */
export async function probe(at: Address): Promise<void> {
  const server = createServer()
  await bind(server, at)
  await new Promise((resolve) => server.close(resolve))
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** How a host is written in a URL. What listens at every address is reached at the loopback one from here. */
function reachable(host: string): string {
  const named = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return isIPv6(named) ? `[${named}]` : named
}

function bind(server: Server, { host, port, option }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(whyNot(error), { cause: error })))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })

  function whyNot({ code, message }: NodeJS.ErrnoException): string {
    if (code === 'EADDRINUSE') {
      return `Port ${port} is in use. Stop what uses it, or start with another --${option}.`
    }
    if (code === 'EADDRNOTAVAIL')
      return `${host} is not an address of this machine. Start with another --host.`
    return `Port ${port} of ${host} cannot be used: ${message}.`
  }
}
