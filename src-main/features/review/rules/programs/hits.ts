import type { Check } from '../../../../../src-shared/bridge/review'
import type { MailElement, ParsedMail } from '../../parsed-mail'

/** Where something stands: a part of the body, and the element that has it; null: it stands in a style sheet. */
export interface Hit {
  start: number
  end: number
  element: MailElement | null
}

/** Something that a mail has and that not every mail program shows. */
export interface FoundFeature {
  /** As the tables name it: sets its finding apart. */
  slug: string
  /** As it is written, for mono. */
  code: string
  /** `warning`: without it the mail looks broken; `note`: plainer. */
  outcome: 'warning' | 'note'
  title: string
  /** How the mail looks without it. */
  then: string
  hits: Hit[]
}

type Excerpt = NonNullable<Check['programs']>['excerpts'][number]

/** CSS with spaces in the place of its comments. */
const withoutComments = (css: string): string =>
  css.replace(/\/\*[^]*?(?:\*\/|$)/g, (comment) => ' '.repeat(comment.length))

/** Where a pattern stands in the styles of a mail: in style sheets, and in attributes of what is shown. */
export function cssMatches(parsed: ParsedMail, pattern: RegExp): Hit[] {
  const hits: Hit[] = []
  const look = (css: string, from: number, element: MailElement | null): void => {
    for (const match of withoutComments(css).matchAll(pattern)) {
      const start = from + match.index
      hits.push({ start, end: start + match[0].replace(/[\s:]+$/, '').length, element })
    }
  }
  for (const element of parsed.elements) {
    if (element.hidden || !element.attributes.has('style')) continue
    const { start, end } = element.startOf('style')
    look(parsed.mail.body.slice(start, end), start, element)
  }
  for (const { inside, text, start } of parsed.texts) if (inside === 'style') look(text, start, null)
  return hits
}

/** Shown pictures whose address is of some kind. */
export function imagesOf(parsed: ParsedMail, pattern: RegExp): Hit[] {
  return parsed.elements
    .filter(
      ({ tag, attributes, hidden }) =>
        tag === 'img' && !hidden && pattern.test(attributes.get('src')?.trim() ?? ''),
    )
    .map((element) => ({ ...element.startOf('src'), element }))
}

/** Characters around a hit that are shown. */
const around = 12

/** A hit as it is written, cut to a line. */
export function excerptOf(parsed: ParsedMail, { start, end, element }: Hit): Excerpt {
  const { body } = parsed.mail
  const plain = (text: string): string => text.replace(/\s+/g, ' ')
  const attribute = element?.startOf('style')
  const isInStyle = attribute !== undefined && start >= attribute.start && start < attribute.end
  const opened = isInStyle ? body.slice(attribute.start, start) : ''
  const before =
    element === null
      ? plain(body.slice(Math.max(0, start - around), start)).trimStart()
      : `<${element.tag} ${opened.length > around ? `${opened.slice(0, 7)}…` : plain(opened)}`
  const hit = plain(body.slice(start, end))
  return {
    line: parsed.place(start, end).line,
    before,
    hit: hit.length > 60 ? `${hit.slice(0, 59)}…` : hit,
    after: `${plain(body.slice(end, end + around)).split(/["}]/)[0] ?? ''}…`,
    words: wordsOf(element),
  }
}

/** What people see of an element: the text of its link, or of its picture. */
function wordsOf(element: MailElement | null): string {
  const link = element?.tag === 'a' ? element : element?.link
  const said = (link?.text.trim() || element?.attributes.get('alt')?.trim() || '').replace(/\s+/g, ' ')
  return said.slice(0, 80)
}
