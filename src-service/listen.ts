import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Env } from './http/guards'

/** A listening service. */
export interface Listening {
  /** `http://127.0.0.1:PORT`. */
  url: string
  /** Takes no more requests, lets those under way end (for 2 s at most), and closes. */
  stop(): Promise<void>
}

/** Only this machine reaches the service. */
const host = '127.0.0.1'

/**
 * Listens on the loopback address. Port 0 takes a free one.
 * @throws Error in words when the port is in use or may not be used.
 */
export async function listen(app: Hono<Env>, port: number): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch))
  await bind(server, port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://${host}:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        const late = setTimeout(() => server.closeAllConnections(), 2000)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/**
 * Tells whether a port can be had, before the minutes that filling a large sample takes.
 * @throws Error in words when it cannot.
 */
export async function probe(port: number): Promise<void> {
  const server = createServer()
  await bind(server, port)
  await new Promise((resolve) => server.close(resolve))
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Stop what uses it, or start with another --port.`
          : `Port ${port} cannot be used: ${error.message}.`
      reject(new Error(why, { cause: error }))
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}
