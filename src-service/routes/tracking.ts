import { type Context, Hono } from 'hono'
import type { Env } from '../http/guards'
import type { Links } from '../mail/links'
import { guarded, slipAnswer } from '../mail/pages/frame'
import type { Reactions } from '../mail/reactions'

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/**
 * /t/o/:token.gif and /t/c/:token/:target: what the image and the links of a campaign's message lead to. They need no
 * key, and lead only to where a message of this service does.
 */
export function trackingRoutes(links: Links, reactions: Reactions): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/o/:file{[0-9a-f]{32}\\.gif}', async (c) => {
    if (isSeen(c)) await reactions.opened(c.req.param('file').slice(0, 32))
    return c.body(new Uint8Array(pixel), 200, {
      ...guarded,
      'Content-Type': 'image/gif',
      // Mail is read on pages of other origins.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })

  app.get('/c/:token/:target', async (c): Promise<Response | Promise<Response>> => {
    const { token, target: signed } = c.req.param()
    const target = links.target(token, signed)
    if (target === null) return unknown(c)
    if (isSeen(c)) await reactions.clicked(token, target)
    return c.body(null, 302, { ...guarded, Location: target })
  })

  return app
}

/** Whether someone looks. A HEAD request and what is fetched in advance are programs that make sure or make ready. */
function isSeen(c: Context<Env>): boolean {
  if (c.req.method === 'HEAD') return false
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => c.req.header(name) ?? '')
  return !purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))
}

const unknown = slipAnswer(
  'This link is not known',
  'It may have been cut off on its way, or it leads nowhere any more.',
  404,
)
