import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import type { Logger } from '../../../core/log'
import type { Assets } from '../../desktop/window/assets'
import { securityHeaders } from '../../desktop/window/csp'
import type { Downloads } from './downloads'
import { fromOwnPage, refuseRequest } from './gate'
import type { Sessions } from './sessions'
import { UploadRefused, type Uploads } from './uploads'

/** What the loopback server is made of. */
export interface LoopbackParts {
  /** 0 takes a free one. */
  port: number
  assets: Assets
  sessions: Sessions
  downloads: Downloads
  uploads: Uploads
  log: Logger
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
/** Milliseconds in which the body of a small request must be there. */
const smallBodyPatience = 30_000
const largestSessionBody = 1024
const sessionBody = z.object({ token: z.string().max(200) })
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
  const headers = securityHeaders(["'self'", `ws://${authority}`])
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    // The name that is echoed must be one that the page offered; the bearer is not repeated where it can be helped.
    handleProtocols: (offered) => (offered.has('postroom') ? 'postroom' : ([...offered][0] ?? false)),
  })

  server.on('request', (request, response) => {
    answer(parts, authority, headers, request, response).catch((error: unknown) => {
      parts.log.error('loopback_failed', { detail: String(error) })
      if (response.headersSent) response.destroy()
      else refuse(response, headers, 500, { title: 'Postroom made a mistake' })
    })
  })
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

async function answer(
  parts: LoopbackParts,
  authority: string,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refuseRequest(request, authority)
  if (refusal) {
    parts.log.warn('request_refused', { status: 403, detail: refusal })
    return refuse(response, headers, 403, { title: 'This address is not for that page' })
  }
  const [pathname = '/'] = (request.url ?? '/').split('?')
  if (pathname === '/upload') return upload(parts, authority, headers, request, response)
  if (pathname === '/session') return openSession(parts, authority, headers, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, headers, 405, { title: 'Only GET is answered here' })
  if (pathname.startsWith('/download/')) {
    if (request.method === 'HEAD' || request.headers['sec-fetch-site'] === 'cross-site')
      return refuse(response, headers, 403, { title: 'An export is fetched by the page that made it' })
    if (await parts.downloads.send(pathname.slice('/download/'.length), response, headers)) return
    return refuse(response, headers, 404, { title: 'This export was fetched already, or is gone' })
  }
  const found = parts.assets(pathname)
  if ('status' in found) return refuse(response, headers, found.status, { title: 'There is nothing here' })
  const body = await readFile(found.file)
  const cache = pathname.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store'
  response.writeHead(200, {
    ...headers,
    'Content-Type': found.type,
    'Content-Length': body.byteLength,
    'Cache-Control': cache,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

async function openSession(
  parts: LoopbackParts,
  authority: string,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A form of another site can post, but neither with this content type nor with our origin.
  const json = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
  if (request.method !== 'POST' || !json || !fromOwnPage(request, authority)) {
    request.resume()
    return refuse(response, headers, 403, { title: 'A session is opened by the page alone' })
  }
  request.setTimeout(smallBodyPatience, () => request.destroy())
  const body = await readBody(request, largestSessionBody)
  const parsed = sessionBody.safeParse(body)
  const bearer = parsed.success ? parts.sessions.redeem(parsed.data.token) : null
  if (!bearer)
    return refuse(response, headers, 403, {
      title: 'This link is spent',
      why: 'A link opens the console once, within a minute of being printed.',
      action: 'Press Enter in the terminal that Postroom runs in, and open the new link.',
    })
  sendJson(response, headers, 200, { bearer })
}

/** Takes a file for an import from a page that opened a session: no other page can send these headers. */
async function upload(
  parts: LoopbackParts,
  authority: string,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  const bytes = request.headers['content-type'] === 'application/octet-stream'
  const known = bearer !== undefined && parts.sessions.accepts(bearer)
  if (request.method !== 'POST' || !bytes || !known || !fromOwnPage(request, authority)) {
    parts.log.warn('upload_refused', { status: 403 })
    refuse(response, headers, 403, { title: 'A file is uploaded by the page alone' })
    // Nothing of it is read: whoever sends on is cut off.
    response.once('finish', () => request.destroy())
    return
  }
  try {
    sendJson(response, headers, 200, await parts.uploads.receive(request))
  } catch (error) {
    if (!(error instanceof UploadRefused)) {
      parts.log.warn('upload_broken', { detail: String(error) })
      response.destroy()
      return
    }
    // The page hears why only if the rest of what it sends is taken in.
    request.resume()
    refuse(response, headers, error.status, error.said)
  }
}

/** The JSON of a small body; null where it is too long or no JSON. */
async function readBody(request: IncomingMessage, most: number): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) return null
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** The gate of the bridge: our host, our page, and a bearer that a redeemed link gave. */
function mayOpenBridge(parts: LoopbackParts, authority: string, request: IncomingMessage): boolean {
  if (refuseRequest(request, authority) || !fromOwnPage(request, authority)) return false
  if (request.url !== '/bridge') return false
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const bearer = offered.find((name) => name.startsWith(bearerPrefix))?.slice(bearerPrefix.length)
  return bearer !== undefined && parts.sessions.accepts(bearer)
}

function refuse(
  response: ServerResponse,
  headers: Record<string, string>,
  status: number,
  said: { title: string; why?: string; action?: string },
): void {
  sendJson(response, { ...headers, Connection: 'close' }, status, said)
}

function sendJson(
  response: ServerResponse,
  headers: Record<string, string>,
  status: number,
  content: object,
): void {
  const body = JSON.stringify(content)
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  response.end(body)
}

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => undefined)
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}
