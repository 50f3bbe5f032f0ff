import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import type { Mail } from '../../../../src-shared/bridge/review'
import type { RenderedMail } from '../../../../src-shared/bridge/rendered-mail'
import { isNestedDeeply, plainText } from '../../../../src-shared/interface/plain-text'
import { BodyTooLong, renderHtml } from '../../../../src-shared/interface/template-html'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import {
  renderSubject,
  subjectLine,
  type TemplateValues,
} from '../../../../src-shared/interface/template-text'
import { problem } from '../../../core/problems'
import { type Colours, wholeDocument } from './document'
import type { LeftOut } from './css'
import { inertMail } from './inert'
import { renderLiquid } from '../../../../src-shared/interface/liquid'
import { type Became, escape, markedText, markVariables, withoutMarks } from './marks'
import { preheaderOf } from './preheader'

/** How a mail is rendered. */
export interface RenderOptions {
  /** null: its variables stay as they are written. */
  values: TemplateValues | null
  language: TemplateLanguage
  isKnown(name: string): boolean
  marks: boolean
  /** What has no value is shown as it is written. */
  namesMissing?: boolean
  dark: boolean | 'kept' | 'turned'
  /** As in a program that does not show all. */
  without?: LeftOut | undefined
  /** What stands beside a link, by its address. */
  beside?: ReadonlyMap<string, string> | undefined
  /** Loads pictures by their addresses; null: none is loaded. */
  pictures: ((addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null
}

/** Renders a mail as somebody receives it, made inert. Rejects with `input_invalid` where its values make it too long. */
export async function renderMail(mail: Mail, options: RenderOptions): Promise<RenderedMail> {
  const { values, language, dark, pictures, beside, without } = options
  const html = filledIn(mail.body, values, language)
  let became: Became[] = []
  let shown = html
  if (options.marks) {
    const marked = markVariables(mail.body, options)
    became = marked.became
    shown = filledIn(marked.html, values, language)
  }
  const text = options.marks
    ? (plain: string) => markedText(plain, became)
    : (plain: string) => escape(withoutMarks(plain))
  const source = isNestedDeeply(shown) ? tooDeep() : shown
  let inert = inertMail(source, { images: null, dark: dark !== false, beside, without, text })
  const colours = coloursOf(dark, inert.knowsDark)
  const images = pictures && inert.pictures.length > 0 ? await pictures(inert.pictures) : null
  // What is inverted is the mail as it is in light.
  if (images !== null || (dark !== false && colours !== 'dark')) {
    inert = inertMail(source, { images, dark: colours === 'dark', beside, without, text })
  }
  return {
    subject: subjectFilledIn(mail.subject, values, language),
    html: wholeDocument(inert, { colours, images: pictures !== null }),
    text: plainText(html),
    preheader: preheaderOf(inert.words),
    from: mail.fromName.trim() === '' ? mail.from : `${mail.fromName} <${mail.from}>`,
    replyTo: mail.replyTo.trim() === '' ? mail.from : mail.replyTo,
    bytes: Buffer.byteLength(html),
    blockedImages: inert.blocked,
    ownDark: inert.knowsDark,
    faint: null,
  }
}

function coloursOf(dark: RenderOptions['dark'], knowsDark: boolean): Colours {
  if (dark === false) return 'light'
  if (dark === 'turned') return 'inverted'
  return knowsDark ? 'dark' : dark === 'kept' ? 'light' : 'inverted'
}

const tooDeep = () => `<p>${escape(t('review.rendering.theElementsOfThis'))}</p>`

/** The body as it is sent. Throws `input_invalid` where it becomes too long. */
export function filledIn(body: string, values: TemplateValues | null, language: TemplateLanguage): string {
  if (values === null) return body
  try {
    return language === 'liquid' ? renderLiquid(body, values) : renderHtml(body, values)
  } catch (error) {
    if (!(error instanceof BodyTooLong)) throw error
    throw problem('input_invalid', {
      title: tell('review.rendering.theMailBecomesToo'),
      why: tell('review.rendering.withThisPersonsValues'),
      action: tell('review.rendering.lookAtItAs'),
    })
  }
}

/** The subject as it is sent: one line. Throws `input_invalid` where it becomes too long to make. */
export function subjectFilledIn(
  subject: string,
  values: TemplateValues | null,
  language: TemplateLanguage,
): string {
  if (values === null) return subject
  return language === 'liquid'
    ? subjectLine(filledIn(subject, values, language))
    : renderSubject(subject, values)
}
