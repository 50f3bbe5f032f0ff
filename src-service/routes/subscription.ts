import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Env } from '../http/guards'
import { answerPage, guarded, slipAnswer } from '../mail/pages/frame'
import { subscriptionPage } from '../mail/pages/subscription'
import type { Reactions } from '../mail/reactions'

/** The largest form that is read, in bytes: ours and that of RFC 8058 hold one short field. */
const formMax = 8 * 1024

/**
 * /unsubscribe/:token, /subscribe/:token and /manage/:token: pages for who got a message, opened by the token in it and
 * no key. Nothing changes by looking at them, because scanners follow every link of a mail.
 */
export function subscriptionRoutes(reactions: Reactions): Hono<Env> {
  const app = new Hono<Env>()
  const limit = bodyLimit({ maxSize: formMax, onError: (c) => refuseForm(c) })
  for (const path of ['/unsubscribe/:token', '/subscribe/:token', '/manage/:token'] as const) {
    app.get(path, async (c) => {
      const token = c.req.param('token')
      const found = await reactions.subscription(token)
      if (!found) return unknown(c)
      const { title, content } = subscriptionPage(token, found)
      return answerPage(c, title, content)
    })
  }

  app.post('/unsubscribe/:token', limit, async (c) => {
    const form = await readForm(c)
    // One click in a mail program (RFC 8058), which reads no page; or the button of ours.
    const oneClick = form['List-Unsubscribe'] === 'One-Click'
    if (!oneClick && form['confirm'] !== 'yes') return refuseForm(c)
    const token = c.req.param('token')
    if (!(await reactions.setSubscribed(token, false))) return unknown(c)
    if (oneClick) return c.text('Unsubscribed.', 200, guarded)
    return c.redirect(`/manage/${token}`, 303)
  })

  app.post('/subscribe/:token', limit, async (c) => {
    const form = await readForm(c)
    if (form['confirm'] !== 'yes') return refuseForm(c)
    const token = c.req.param('token')
    if (!(await reactions.setSubscribed(token, true))) return unknown(c)
    return c.redirect(`/manage/${token}`, 303)
  })

  return app
}

async function readForm(c: Context<Env>): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody()
  } catch (error) {
    // A body that is no form of the kind it says it is; the fields are then missing, which is answered in words.
    if (error instanceof TypeError) return {}
    throw error
  }
}

const unknown = slipAnswer(
  'This link is not known',
  'It may have been cut off on its way. Copy the whole link from the mail and open it again.',
  404,
)

const refuseForm = slipAnswer(
  'Nothing was changed',
  'This is not a form of this page. Open the link in the mail and use its button.',
  400,
)
