import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { style } from './style'

/** A piece of a page. Values in it are escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

// Put in as a whole: its hash allows no space more.
const styleTag = raw(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')
// Our own style alone, no script, nothing from elsewhere; what a page frames is a document of this service.
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every page and document for people is sent with: kept by nobody, read by no other origin, told to nobody. */
export const guarded = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Robots-Tag': 'noindex',
}

/** Answers with a page. */
export async function answerPage(
  c: Context,
  title: string,
  content: Markup,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleTag}
      </head>
      <body>
        ${content}
      </body>
    </html> `
  return c.body(String(page), status, {
    ...guarded,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'DENY',
  })
}

/** A page that says one thing. */
export function slip(title: string, sentence: string, more: Markup | '' = ''): Markup {
  return html`<main class="slip">
    <h1>${title}</h1>
    <p>${sentence}</p>
    ${more}
  </main>`
}

/** What answers with a page that says one thing. */
export function slipAnswer(title: string, sentence: string, status: 400 | 403 | 404) {
  return (c: Context): Promise<Response> => answerPage(c, title, slip(title, sentence), status)
}
