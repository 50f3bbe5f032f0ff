import { t } from '../messages/message'
import { type HtmlPiece, type Slot, type SlotContext, scanHtml } from './template-scan'
import { type TemplateValues, variableText } from './template-text'

/** A body would become longer than it may be: values that are large, or come often. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong'
}

/** The longest rendered body, in characters. */
export const bodyMax = 10 * 1024 * 1024

/** Schemes that a value may lead to: what a person clicks must not run, nor open what only this machine has. */
const schemes = new Set(['http', 'https', 'mailto', 'tel', 'sms'])

/**
 * Renders an HTML body. Values are text wherever they stand: they add no element, no attribute and no declaration, and
 * one that begins a link or a source leads to the web, a mailbox or a telephone, else to `#`. Nothing is filled in where
 * text would run or name an element (scripts, `on...` attributes, tags).
 * @throws BodyTooLong when the result is longer than {@link bodyMax}.
 */
export function renderHtml(html: string, values: TemplateValues): string {
  const parts: string[] = []
  let spent = 0
  // Counts what is read as well as what is written: a large value costs its length even where it does not show.
  const spend = (text: string): string => {
    spent += text.length
    if (spent > bodyMax) throw new BodyTooLong(t('service.liquid.theRenderedBodyIs'))
    return text
  }
  const shown = (slot: Slot): string => spend(variableText(slot.variable, values))
  const write = (piece: HtmlPiece): string => {
    if (typeof piece === 'string') return piece
    return piece.context === 'none' ? '' : escapers[piece.context](shown(piece))
  }
  const read = (piece: HtmlPiece): string => (typeof piece === 'string' ? piece : shown(piece))
  for (const { pieces, isLocation } of scanHtml(html)) {
    const written = isLocation && !isSafe(pieces.map(read).join('')) ? '#' : pieces.map(write).join('')
    parts.push(spend(written))
  }
  return parts.join('')
}

function isSafe(location: string): boolean {
  // Browsers skip control characters and spaces before a scheme and within it.
  const begin = location.replace(/[\p{Cc}\s]/gu, '')
  const scheme = /^[^:/?#]*(?=:)/.exec(begin)?.[0]
  return scheme === undefined || schemes.has(scheme.toLowerCase())
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function text(value: string): string {
  return value
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const escapers: Record<Exclude<SlotContext, 'none'>, (value: string) => string> = {
  text,
  // Without quotes a space would end the value, and the next word be an attribute.
  // Empty, it would take the next attribute for its value: a space is what a location can bear.
  bare: (value) =>
    value === '' ? '&#32;' : text(value).replace(/[\s=`]/g, (character) => `&#${character.charCodeAt(0)};`),
  // Enough for colours, sizes and names of fonts; no URL, no second declaration, no escape.
  style: (value) => value.replace(/[^\p{L}\p{N} #%.,_-]/gu, ''),
}
