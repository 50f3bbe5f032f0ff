import { findVariables } from './template-text'

const footer =
  '<p style="margin:24px 0;text-align:center;font:12px sans-serif;color:#666">This email went to {{email}}. ' +
  '<a href="{{unsubscribeUrl}}" style="color:#666">Unsubscribe</a></p>'

/** A body of MARKETING with the way to unsubscribe, which the service adds unless the body has one of its own. */
export function withFooter(body: string): string {
  if (findVariables(body).some(({ name }) => name === 'unsubscribeUrl')) return body
  const end = [...body.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? body.length
  return body.slice(0, end) + footer + body.slice(end)
}
