import { findVariables } from './template-text'

const footer =
  '<p style="margin:24px 0;text-align:center;font:12px sans-serif;color:#666">This email went to {{email}}. ' +
  '<a href="{{unsubscribeUrl}}" style="color:#666">Unsubscribe</a></p>'

/** A body of MARKETING with the way to unsubscribe, which the service adds unless the body has one of its own. */
export function withFooter(body: string): string {
  if (findVariables(body).some(({ name }) => name === 'unsubscribeUrl')) return body
  return beforeEnd(body, footer)
}

/** A body with something more at its end: within its `body` element where it has one. */
export function beforeEnd(body: string, more: string): string {
  const end = [...body.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? body.length
  return body.slice(0, end) + more + body.slice(end)
}
