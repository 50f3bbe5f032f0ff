import { t } from '../../../../src-shared/messages/message'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Logger } from '../../../core/log'
import { readAsset, type Assets, type PageBeginning } from '../../desktop/window/assets'
import { securityHeaders } from '../../desktop/window/csp'
import type { Downloads } from './downloads'
import { fromOwnPage, refuseRequest } from './gate'
import type { Sessions } from './sessions'
import { UploadRefused, type Uploads } from './uploads'

/** What requests are answered with. */
export interface RouteParts {
  assets: Assets
  /** What a page begins with. */
  beginning: PageBeginning
  sessions: Sessions
  downloads: Downloads
  uploads: Uploads
  log: Logger
}

type Env = { Bindings: HttpBindings }

/** Milliseconds in which the body of a small request must be there. */
const smallBodyPatience = 30_000
const largestSessionBody = 1024
const sessionBody = z.object({ token: z.string().max(200) })

/**
 * What is answered over HTTP: the built page, the exchange of a link for a session, uploads and exports.
 * In one piece: it is a table of routes, whose order says what is refused first.
 */
export function routes(parts: RouteParts, authority: string): Hono<Env> {
  const { assets, beginning, sessions, downloads, uploads, log } = parts
  const headers = securityHeaders(["'self'", `ws://${authority}`])
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.env.outgoing.setHeader(name, value)
    c.env.outgoing.setHeader('Cache-Control', 'no-store')
    const refusal = refuseRequest(c.env.incoming, authority)
    if (refusal === null) return next()
    log.warn('request_refused', { status: 403, detail: refusal })
    return refuse(c, 403, { title: t('hosts.routes.thisAddressIsNot') })
  })

  // A file for an import, from a page that opened a session: no other page can send these headers.
  app.all('/upload', async (c) => {
    const { incoming, outgoing } = c.env
    const bearer = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '')?.[1]
    const bytes = c.req.header('Content-Type') === 'application/octet-stream'
    const known = bearer !== undefined && sessions.accepts(bearer)
    if (c.req.method !== 'POST' || !bytes || !known || !fromOwnPage(incoming, authority)) {
      log.warn('upload_refused', { status: 403 })
      // Nothing of it is read: whoever sends on is cut off.
      outgoing.once('finish', () => incoming.destroy())
      return refuse(c, 403, { title: t('hosts.routes.aFileIsUploaded') })
    }
    try {
      return c.json(await uploads.receive(incoming))
    } catch (error) {
      if (!(error instanceof UploadRefused)) {
        log.warn('upload_broken', { detail: String(error) })
        outgoing.destroy()
        return RESPONSE_ALREADY_SENT
      }
      // The page hears why only if the rest of what it sends is taken in.
      incoming.resume()
      return refuse(c, error.status, error.said)
    }
  })

  const spent = (c: Context<Env>): Response =>
    refuse(c, 403, {
      title: t('words.thisLinkWasUsedAlready'),
      why: t('hosts.routes.aLinkOpensThe'),
      action: t('hosts.routes.pressEnterInThe'),
    })
  app.use('/session', async (c, next) => {
    // A form of another site can post, but neither with this content type nor with our origin.
    const json = /^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? '')
    if (c.req.method === 'POST' && json && fromOwnPage(c.env.incoming, authority)) {
      c.env.incoming.setTimeout(smallBodyPatience, () => c.env.incoming.destroy())
      return next()
    }
    return refuse(c, 403, { title: t('hosts.routes.aSessionIsOpened') })
  })
  app.post('/session', bodyLimit({ maxSize: largestSessionBody, onError: spent }), async (c) => {
    const parsed = sessionBody.safeParse(await c.req.json().catch(() => null))
    const bearer = parsed.success ? sessions.redeem(parsed.data.token) : null
    return bearer === null ? spent(c) : c.json({ bearer })
  })

  app.use((c, next) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? next()
      : Promise.resolve(refuse(c, 405, { title: t('hosts.routes.onlyGetIsAnswered') })),
  )
  app.get('/download/:id', async (c) => {
    if (c.req.method === 'HEAD' || c.req.header('Sec-Fetch-Site') === 'cross-site')
      return refuse(c, 403, { title: t('hosts.routes.anExportIsFetched') })
    if (await downloads.send(c.req.param('id'), c.env.outgoing)) return RESPONSE_ALREADY_SENT
    return refuse(c, 404, { title: t('hosts.routes.thisExportWasFetched') })
  })
  app.get('*', async (c) => {
    // As it was asked for: what Hono reads is a path that was put right.
    const [pathname = '/'] = (c.env.incoming.url ?? '/').split('?')
    const found = assets(pathname)
    if ('status' in found) return refuse(c, found.status, { title: t('hosts.routes.thereIsNothingHere') })
    if (pathname.startsWith('/assets/')) c.header('Cache-Control', 'private, max-age=31536000, immutable')
    return c.body(new Uint8Array(await readAsset(found, beginning)), 200, {
      'Content-Type': found.type,
    })
  })
  app.onError((error, c) => {
    log.error('loopback_failed', { detail: String(error) })
    return refuse(c, 500, { title: t('hosts.routes.postroomMadeAMistake') })
  })
  return app
}

function refuse(
  c: Context<Env>,
  status: ContentfulStatusCode,
  said: { title: string; why?: string; action?: string },
): Response {
  return c.json(said, status, { Connection: 'close' })
}
