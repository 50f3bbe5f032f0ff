import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { WebSocketServer, type WebSocket } from 'ws'
import { fromOwnPage, refuseRequest } from './gate'
import { type RouteParts, routes } from './routes'

interface LoopbackParts extends RouteParts {
  /** 0 takes a free one. */
  port: number
  /** Called with every bridge connection that passed the gate. */
  onBridge(socket: WebSocket): void
}

/** A running loopback server. */
export interface Loopback {
  /** http://127.0.0.1:PORT */
  readonly origin: string
  close(): Promise<void>
}

/** Bytes of the largest message that the page may send over the bridge: text of 20 MB is pasted, with its line breaks and quotes escaped. */
export const largestMessage = 42 * 1024 * 1024
const bearerPrefix = 'postroom.'

/**
 * Starts the browser host's server: the built page, the exchange of a link for a session, exports, and the bridge's
 * WebSocket. It listens on 127.0.0.1 alone (docs/security.md, C40). Rejects where the port is taken.
 */
export async function startLoopback(parts: LoopbackParts): Promise<Loopback> {
  // No limit for a whole request: an upload of gigabytes takes its time. Each kind of body has a patience of its own.
  const server = createServer({ requireHostHeader: false, requestTimeout: 0, headersTimeout: 10_000 })
  await listen(server, parts.port)
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    // The name that is echoed must be one that the page offered; the bearer is not repeated where it can be helped.
    handleProtocols: (offered) => (offered.has('postroom') ? 'postroom' : ([...offered][0] ?? false)),
  })

  server.on('request', getRequestListener(routes(parts, authority).fetch, { hostname: authority }))
  server.on('upgrade', (request, socket, head) => {
    if (!mayOpenBridge(parts, authority, request)) {
      parts.log.warn('bridge_refused', { status: 403 })
      refuseUpgrade(socket)
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error) => parts.log.warn('bridge_broken', { detail: error.message }))
      parts.onBridge(opened)
    })
  })

  return {
    origin: `http://${authority}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.close(1001)
        server.close(() => resolve())
        server.closeIdleConnections()
        // A page that does not close its side in time is cut off.
        setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate()
          server.closeAllConnections()
        }, 500).unref()
      }),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

/** The gate of the bridge: our host, our page, and a bearer that a redeemed link gave. */
function mayOpenBridge(parts: LoopbackParts, authority: string, request: IncomingMessage): boolean {
  if (refuseRequest(request, authority) || !fromOwnPage(request, authority)) return false
  if (request.url !== '/bridge') return false
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const bearer = offered.find((name) => name.startsWith(bearerPrefix))?.slice(bearerPrefix.length)
  return bearer !== undefined && parts.sessions.accepts(bearer)
}

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => undefined)
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}
