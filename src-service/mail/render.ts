import { plainText } from '../../src-shared/interface/plain-text'
import { renderHtml } from '../../src-shared/interface/template-html'
import { renderSubject } from '../../src-shared/interface/template-text'
import { withFooter } from '../../src-shared/interface/unsubscribe-footer'
import { dataOfCall } from '../audience/data-rules'
import type { MailContent } from './message'

/** Who a message is rendered for. */
export interface RenderContact {
  /** The public id; null for who is no contact. */
  id: string | null
  email: string
  /** The contact's own data, as it is stored. */
  data: Record<string, unknown>
}

/** Where the links of one message lead: absolute URLs of this service's pages. */
export interface RenderLinks {
  unsubscribeUrl: string
  subscribeUrl: string
  manageUrl: string
}

/** A message with its variables filled in. Whoever rewrites links or adds a pixel changes `html` alone. */
export interface RenderedMail {
  /** One line. */
  subject: string
  html: string
  /** The same as plain text. */
  text: string
}

/**
 * Fills in a message for one contact (wire.md, "Records"): the data of the call goes before the contact's own. MARKETING
 * gets a footer with the way to unsubscribe, unless the body has one of its own.
 * @throws BodyTooLong when its values make the body too long; it would be so every time.
 */
export function render(
  content: Pick<MailContent, 'kind' | 'subject' | 'body' | 'data'>,
  contact: RenderContact,
  links: RenderLinks,
): RenderedMail {
  const values = {
    ...links,
    id: contact.id ?? '',
    email: contact.email,
    data: dataOfCall(contact.data, content.data),
  }
  const html = renderHtml(content.kind === 'MARKETING' ? withFooter(content.body) : content.body, values)
  return { subject: renderSubject(content.subject, values), html, text: plainText(html) }
}
