import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Env } from '../http/guards'
import { requireOwnHost } from '../http/own-host'
import { bearerOf, sameSecret } from '../http/same-secret'

/** Where a service is in its life. */
export type Phase = 'starting' | 'ready' | 'stopping'

/** How long it is believed that the database can be written, in milliseconds: nobody who asks makes it write more often. */
const believed = 1000

/** What the routes for whoever runs the service need. */
export interface RunningParts {
  phase(): Phase
  /** Throws where the database cannot be written. */
  tryWriting(): Promise<void>
  /** Where it serves several projects: how many of them are open, by what it does for them. */
  projects?(): Readonly<Record<string, number>>
  /** Milliseconds since 1970. */
  now(): number
  metrics(): Promise<string>
  /** What opens the metrics; null: they open on this machine only. */
  metricsToken: string | null
  /** Where the service listens. */
  ownUrl(): string
}

/** /health/live, /health/ready and /metrics: for what starts, balances and watches the service. */
export function runningRoutes(parts: RunningParts): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/health/live', (c) => c.json({ status: 'ok' }))
  const writable = lately(parts)
  app.get('/health/ready', async (c) => {
    const phase = parts.phase()
    if (phase !== 'ready') return c.json({ status: phase }, 503)
    const projects = parts.projects && { projects: parts.projects() }
    return (await writable())
      ? c.json({ status: 'ready', ...projects })
      : c.json({ status: 'read-only', ...projects }, 503)
  })
  app.get('/metrics', watcher(parts), async (c) =>
    c.body(await parts.metrics(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
  return app
}

/** Returns what tells whether the database could be written a moment ago. */
function lately({ tryWriting, now }: RunningParts): () => Promise<boolean> {
  let known: { at: number; writable: boolean } | null = null
  return async () => {
    const at = now()
    if (known && at >= known.at && at - known.at < believed) return known.writable
    let writable = true
    try {
      await tryWriting()
    } catch {
      writable = false
    }
    known = { at, writable }
    return writable
  }
}

function watcher({ metricsToken, ownUrl }: RunningParts): MiddlewareHandler<Env> {
  if (metricsToken === null) {
    return requireOwnHost(ownUrl, refusal('The metrics open on the machine that the service runs on.', 403))
  }
  const refuse = refusal('The metrics open with their token.', 401)
  return async (c, next) => {
    const given = bearerOf(c.req.header('authorization'))
    return given !== undefined && sameSecret(given, metricsToken) ? next() : refuse(c)
  }
}

const refusal = (why: string, status: 401 | 403) => async (c: Context) => c.text(`${why}\n`, status)
