import { jsonText } from '../../src-shared/interface/exact-number'
import { renderLiquid } from '../../src-shared/interface/liquid'
import { plainText } from '../../src-shared/interface/plain-text'
import { subjectLine } from '../../src-shared/interface/template-text'
import { beforeEnd } from '../../src-shared/interface/unsubscribe-footer'
import { callValue } from '../audience/data-rules'
import type { MailContent } from './message'
import type { RenderContact, RenderedMail, RenderLinks } from './render'

/** A message as deployed services fill it in. */
export interface DeployedMail extends RenderedMail {
  /** Whether mail programs are told how to unsubscribe. */
  offersWayOut: boolean
}

/**
 * Fills in a message for one contact as deployed services do (deployed.md section 9): by Liquid; what was sent with
 * POST /v1/send has plain placeholders filled from its request before that; a test has nothing filled in.
 * @throws BodyTooLong when its values make the body too long; it would be so every time.
 */
export function renderDeployed(
  content: Pick<MailContent, 'kind' | 'subject' | 'body' | 'data' | 'origin'>,
  contact: RenderContact,
  links: RenderLinks,
): DeployedMail {
  const { origin = 'send', data } = content
  const own = { ...links, id: contact.id ?? '', email: contact.email }
  const words = { ...contact.data, data: contact.data, ...own }
  const filled = (text: string): string => {
    if (origin === 'test') return text
    const first = origin === 'send' ? fillWords(text, { ...words, ...spoken(data) }) : text
    return renderLiquid(first, { ...own, data: contact.data }, origin === 'workflow' ? data : {})
  }
  // Everything but HEADLESS, what is sent by itself, and a test advertises: mails of type TRANSACTIONAL too.
  const isMarketing = content.kind !== 'HEADLESS' && (origin === 'campaign' || origin === 'workflow')
  const body = filled(content.body)
  const html = isMarketing ? beforeEnd(body, footerOf(own)) : body
  return {
    subject: subjectLine(filled(content.subject)),
    html,
    text: plainText(html),
    offersWayOut: isMarketing || body.includes(links.unsubscribeUrl),
  }
}

function footerOf({ email, unsubscribeUrl }: { email: string; unsubscribeUrl: string }): string {
  return (
    '<p style="margin:24px 0;text-align:center;font:12px sans-serif;color:#666">' +
    `This email went to ${email}. <a href="${unsubscribeUrl}" style="color:#666">Unsubscribe</a></p>`
  )
}

/** What the request says, for its first filling only: what is not to be stored counts with its value. */
function spoken(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, callValue(value)]))
}

const placeholder = /\{\{\s*([\p{L}\p{N}_]+)\s*(?:\?\?\s*([^{}]*?)\s*)?\}\}/gu

/**
 * Puts values in the place of `{{key}}` and `{{key ?? text}}` alone: the text keeps its quotes, lists are joined by
 * commas, and unknown words vanish.
 */
function fillWords(text: string, words: Record<string, unknown>): string {
  return text.replace(placeholder, (_whole, key: string, otherwise = '') => {
    const value = Object.hasOwn(words, key) ? words[key] : null
    if (value === null || value === undefined || value === '') return otherwise
    if (Array.isArray(value)) return value.map(String).join(',')
    return typeof value === 'object' ? jsonText(value) : String(value)
  })
}
