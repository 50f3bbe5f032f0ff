import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Ids } from '../dialect/ids'
import type { Env } from '../http/guards'
import { requireOutboxToken } from '../http/outbox-key'
import { requireOwnHost } from '../http/own-host'
import type { Outbox, OutboxRow } from '../mail/outbox'
import { answerPage, guarded, slipAnswer } from '../mail/pages/frame'
import { outboxList } from '../mail/pages/outbox-list'
import { outboxMessage } from '../mail/pages/outbox-message'
import { type ReadMail, readSource } from '../mail/read-source'

/** Messages a page. */
const pageSize = 50

// What a message of somebody else may do in a browser: be looked at. No script, no origin, nothing loaded.
const messagePolicy = [
  'sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

// The query is written by a person as well: what does not fit is as if it were not there.
const whole = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const listQuery = z.object({
  search: z
    .string()
    .max(320)
    .regex(/^[^\0]*$/)
    .catch(''),
  at: whole.optional().catch(undefined),
  seq: whole.optional().catch(undefined),
})

/** What the routes of the outbox need. */
interface OutboxParts {
  outbox: Outbox
  ids: Ids
  /** Whether mail goes out through an SMTP server. */
  leaves: boolean
  /** Where the service listens. */
  ownUrl(): string
  /** What opens it. */
  token(): Promise<string>
}

/**
 * /outbox: what was sent, for whoever sits at this machine and has its link. It needs no key and answers this machine only.
 * In one piece: it is a table of routes.
 */
export function outboxRoutes({ outbox, ids, leaves, ownUrl, token }: OutboxParts): Hono<Env> {
  const app = new Hono<Env>()
  app.use(requireOwnHost(ownUrl, notHere))
  app.use(requireOutboxToken(token, withoutLink))

  app.get('/', async (c) => {
    const { search, at, seq } = listQuery.parse({ search: '', ...c.req.query() })
    const after = at === undefined || seq === undefined ? undefined : { endedAt: at, seq }
    const found = await outbox.list({ limit: pageSize, search, ...(after && { after }) })
    const rows = found.slice(0, pageSize)
    const last = rows.at(-1)
    const next =
      found.length > pageSize && last
        ? new URLSearchParams({ search, at: String(last.endedAt), seq: String(last.seq) }).toString()
        : null
    const messages = rows.map((row) => ({ ...row, id: ids.encode('email', row.seq) }))
    const facts = {
      messages,
      search,
      leaves,
      waiting: await outbox.waiting(),
      later: after !== undefined,
      next,
    }
    return answerPage(c, 'Outbox', outboxList(facts))
  })

  app.get('/:id', async (c) => {
    const row = await find(c)
    if (!row) return unknown(c)
    const message = { ...row, id: ids.encode('email', row.seq) }
    return answerPage(c, row.subject ?? 'Outbox', outboxMessage(message, await read(row), leaves))
  })

  app.get('/:id/html', async (c) => {
    const mail = await read(await find(c))
    if (!mail?.hasHtml) return unknown(c)
    return c.body(inert(mail.html), 200, {
      ...guarded,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': messagePolicy,
      'X-DNS-Prefetch-Control': 'off',
    })
  })

  app.get('/:id/source.eml', async (c) => {
    const row = await find(c)
    const source = row && (await outbox.source(row.seq))
    if (!source) return unknown(c)
    return download(c, new Uint8Array(source), `${c.req.param('id')}.eml`, 'message/rfc822')
  })

  app.get('/:id/attachments/:at{\\d{1,3}}', async (c) => {
    const mail = await read(await find(c))
    const attachment = mail?.attachments[Number(c.req.param('at'))]
    if (!attachment) return unknown(c)
    // Whatever it says it is: it is stored, not shown.
    return download(c, attachment.content, attachment.filename, 'application/octet-stream')
  })

  async function find(c: Context): Promise<OutboxRow | null> {
    const seq = ids.decode('email', c.req.param('id') ?? '')
    return seq === null ? null : await outbox.get(seq)
  }

  async function read(row: OutboxRow | null): Promise<ReadMail | null> {
    const source = row && (await outbox.source(row.seq))
    return source ? readSource(source) : null
  }

  return app
}

/** The HTML without what a browser obeys before any policy, or looks up the name of, and without what opens others. */
function inert(html: string): string {
  return html.replace(
    /<(?=\/?(?:link|meta|base|iframe|frame|frameset|fencedframe|portal|object|embed|applet|script)\b)/gi,
    '<x-',
  )
}

function download(c: Context, content: Uint8Array<ArrayBuffer>, filename: string, type: string): Response {
  const ascii = filename.replace(/[^\w.() -]/g, '_')
  const utf8 = encodeURIComponent(filename.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  return c.body(content, 200, {
    ...guarded,
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
  })
}

const notHere = slipAnswer(
  'Only on this machine',
  'The outbox opens on the machine that the service runs on, at 127.0.0.1.',
  403,
)

const withoutLink = slipAnswer(
  'Open it by its link',
  'The service prints the link of its outbox when it starts: “outbox”, in the line that says it is ready.',
  403,
)

const unknown = slipAnswer(
  'Not in the outbox',
  'There is no such message, or its source is no longer kept.',
  404,
)
