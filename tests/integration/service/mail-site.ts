import { createApp } from '../../../src-service/app'
import { outboxStore } from '../../../src-service/mail/outbox'
import { outboxRoutes } from '../../../src-service/routes/outbox'
import { subscriptionRoutes } from '../../../src-service/routes/subscription'
import { trackingRoutes } from '../../../src-service/routes/tracking'
import type { OpenedMail } from './opened-mail'

/** An answer, its body read as text. */
export interface PageAnswer {
  status: number
  headers: Headers
  text: string
}

/** The pages of a mail mail, asked in this process. */
export interface MailSite {
  get(path: string, init?: RequestInit): Promise<PageAnswer>
  /** The same, asked through a socket between these addresses. */
  from(socket: { remoteAddress: string; localAddress: string }): MailSite
  /** Sends a form. */
  post(path: string, fields: Record<string, string>): Promise<PageAnswer>
}

/** What opens the outbox of these pages; every question brings it, unless it says its own cookie. */
export const outboxToken = 'token_of_the_outbox'

const base = 'http://127.0.0.1:4310'

/** The pages of this opened. `leaves`: as where an SMTP server is given. */
export function openSite({ mail, context }: OpenedMail, leaves = false): MailSite {
  const { dialect, publicUrl, report } = context
  const app = createApp((_c, next) => next(), { http: dialect.http, latency: 0, report })
  app.route('/t', trackingRoutes(mail.links, mail.reactions))
  app.route('/', subscriptionRoutes(mail.reactions))
  const outbox = outboxStore(context.db)
  app.route(
    '/outbox',
    outboxRoutes({ outbox, ids: dialect.ids, leaves, ownUrl: publicUrl, token: async () => outboxToken }),
  )
  const through = (env: unknown): MailSite => {
    const get: MailSite['get'] = async (path, init) => {
      const headers = { Cookie: `postroom_outbox=${outboxToken}`, ...init?.headers }
      const answer = await app.request(
        path.startsWith('http') ? path : base + path,
        { ...init, headers },
        env,
      )
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    return {
      get,
      post: (path, fields) => get(path, { method: 'POST', body: new URLSearchParams(fields) }),
      from: (socket) => through({ incoming: { socket } }),
    }
  }
  return through({})
}
