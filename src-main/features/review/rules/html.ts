import type { Check, Place } from '../../../../src-shared/bridge/review'
import type { MailElement, ParsedMail } from '../parsed-mail'
import { shownImages } from './images'
import { linksOf } from './link-kinds'
import { found, linesOf, passed, type ReviewRule } from './rule'

/** Bytes: Gmail cuts a mail off at about 102 KB, the link to unsubscribe with it. */
const size = { warn: 90 * 1024, error: 102 * 1024 }
/** Characters of text that a mail with pictures should have. */
const enoughText = 60

/** The HTML as it is sent is not so long that it is cut off. */
export const htmlSize: ReviewRule = {
  rule: 'htmlSize',
  needs: 'audience',
  check(parsed, { size: { bytes, label, added } }) {
    const figure = `${Math.max(1, Math.round(bytes / 1024))} KB`
    const whom = label === null ? '' : ` for ${label}`
    const counted = added
      ? `It has ${figure}${whom}, with the tracked links and the pixel that the service adds.`
      : `It has ${figure}${whom} as it is rendered. What the service adds to track links and opens is not known, and comes on top.`
    if (bytes < size.warn)
      return [{ ...passed('htmlSize', `HTML of ${figure}, below the clip`, counted), figure }]
    const places = [parsed.place(parsed.mail.body.length, parsed.mail.body.length)]
    const isOver = bytes >= size.error
    const clip = isOver
      ? 'Gmail shows the first 102 KB, and hides the rest with the unsubscribe link.'
      : 'Gmail hides what is over 102 KB.'
    return [
      found('htmlSize', isOver ? 'error' : 'warning', {
        title: isOver ? 'HTML is over the clip at 102 KB' : 'HTML nears the clip at 102 KB',
        sentence: `${counted} ${clip} Take something out.`,
        figure,
        places,
      }),
    ]
  },
}

interface Active {
  outcome: 'error' | 'warning'
  title: string
  why: string
}

const removed = 'Mail programs take it out, and filters take the mail for an attack.'
const elementsOf: Record<string, Active> = {
  script: { outcome: 'error', title: 'Script in the mail', why: removed },
  iframe: { outcome: 'error', title: 'Frame in the mail', why: removed },
  frame: { outcome: 'error', title: 'Frame in the mail', why: removed },
  object: { outcome: 'error', title: 'Embedded object in the mail', why: removed },
  embed: { outcome: 'error', title: 'Embedded object in the mail', why: removed },
  applet: { outcome: 'error', title: 'Embedded object in the mail', why: removed },
  base: {
    outcome: 'error',
    title: '`<base>` in the mail',
    why: 'It changes where every link leads, and most programs take it out.',
  },
  form: {
    outcome: 'warning',
    title: 'Form in the mail',
    why: 'Most programs take it out or warn of it. Lead to a page with the form.',
  },
  svg: {
    outcome: 'warning',
    title: 'SVG in the mail',
    why: 'Most programs show nothing in its place. Use a PNG.',
  },
  math: { outcome: 'warning', title: 'MathML in the mail', why: 'Most programs show nothing in its place.' },
  video: {
    outcome: 'warning',
    title: 'Video in the mail',
    why: 'Few programs play it. Show a picture that leads to it.',
  },
  audio: { outcome: 'warning', title: 'Sound in the mail', why: 'Few programs play it. Lead to it.' },
}

/** Nothing in the mail runs, asks or loads but pictures. */
export const activeContent: ReviewRule = {
  rule: 'activeContent',
  needs: 'mail',
  check(parsed) {
    if (parsed.tooDeep) {
      const sentence = 'More than 5,000 elements lie in each other. No program shows such a mail.'
      return [
        found('activeContent', 'error', {
          key: 'deep',
          title: 'Elements lie too deep',
          sentence,
          places: [parsed.place(0, 0)],
        }),
      ]
    }
    const groups = new Map<string, Active & { places: Place[] }>()
    const note = (active: Active, { start, end }: { start: number; end: number }) => {
      const group = groups.get(active.title) ?? { ...active, places: [] }
      group.places.push(parsed.place(start, end))
      groups.set(active.title, group)
    }
    for (const element of parsed.elements) for (const { active, at } of activeOf(element)) note(active, at)
    for (const { kind, element } of linksOf(parsed)) {
      if (kind !== 'active') continue
      note(
        { outcome: 'error', title: 'Link runs or opens what no mail may', why: removed },
        element.startOf('href'),
      )
    }
    for (const { inside, text, start } of parsed.texts) {
      if (inside !== 'style') continue
      for (const match of text.matchAll(/@import|@font-face|expression\s*\(|-moz-binding|behavior\s*:/gi)) {
        const isFont = match[0].toLowerCase() === '@font-face'
        const title = isFont
          ? 'External font'
          : match[0].toLowerCase() === '@import'
            ? 'External style sheet'
            : 'Style that runs'
        const why =
          'Few programs load it; the others show their own. Name a font that everybody has after it.'
        const active: Active =
          title === 'Style that runs'
            ? { outcome: 'error', title, why: removed }
            : { outcome: 'warning', title, why }
        note(active, { start: start + match.index, end: start + match.index + match[0].length })
      }
    }
    const checks: Check[] = [...groups.values()].map(({ outcome, title, why, places }) =>
      found('activeContent', outcome, {
        key: title,
        title,
        sentence: `${why} It stands in ${linesOf(places)}.`,
        places,
      }),
    )
    return checks.length > 0 ? checks : [passed('activeContent', 'No script, form or external font')]
  },
}

function activeOf(element: MailElement): { active: Active; at: { start: number; end: number } }[] {
  const { tag, attributes, start, end } = element
  const out: { active: Active; at: { start: number; end: number } }[] = []
  const own = Object.hasOwn(elementsOf, tag) ? elementsOf[tag] : undefined
  if (own) out.push({ active: own, at: { start, end } })
  if (tag === 'meta' && /^refresh$/i.test(attributes.get('http-equiv')?.trim() ?? '')) {
    out.push({
      active: { outcome: 'error', title: 'The mail leads elsewhere by itself', why: removed },
      at: { start, end },
    })
  }
  if (tag === 'link' && /stylesheet|preload|prefetch|preconnect/i.test(attributes.get('rel') ?? '')) {
    const isFont = /fonts?\./i.test(attributes.get('href') ?? '')
    const why = 'Few programs load it. Write what is needed into the mail.'
    out.push({
      active: { outcome: 'warning', title: isFont ? 'External font' : 'External style sheet', why },
      at: { start, end },
    })
  }
  for (const name of attributes.keys()) {
    if (/^on[a-z]/.test(name) || name === 'srcdoc') {
      out.push({
        active: { outcome: 'error', title: 'Script in an attribute', why: removed },
        at: element.startOf(name),
      })
    }
  }
  return out
}

/** The text beside the HTML, which is made from it, says something. */
export const plainText: ReviewRule = {
  rule: 'plainText',
  needs: 'mail',
  check(parsed: ParsedMail) {
    const length = Array.from(parsed.shown).length
    const places = [parsed.place(0, 0)]
    if (length === 0) {
      const sentence =
        'Who has pictures off sees an empty mail, and filters take it for spam. Say what it is about in words.'
      return [found('plainText', 'error', { key: 'empty', title: 'The mail has no text', sentence, places })]
    }
    if (length < enoughText && shownImages(parsed).length > 0) {
      const sentence =
        'The text beside the HTML is all that some people and filters see, and it says next to nothing. Write what the pictures show.'
      return [
        found('plainText', 'warning', {
          key: 'little',
          title: `Text of ${length} characters beside pictures`,
          sentence,
          places,
        }),
      ]
    }
    return [passed('plainText', 'Plain text beside the HTML')]
  },
}
