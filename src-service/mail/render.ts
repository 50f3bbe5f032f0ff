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

/** Fills in a message for one contact: `render` of this module. */
export type Render = (
  content: Pick<MailContent, 'kind' | 'subject' | 'body' | 'data'>,
  contact: RenderContact,
  links: RenderLinks,
) => RenderedMail
