import type { Place } from '../../../../src-shared/bridge/review'
import type { MailElement } from '../parsed-mail'
import { shownImages } from './images'
import { linksOf } from './link-kinds'
import { found, linesOf, passed, reviewRule } from './rule'

/** Bytes: Gmail cuts a mail off at about 102 KB, the link to unsubscribe with it. */
const size = { warn: 90 * 1024, error: 102 * 1024 }
/** Characters of text that a mail with pictures should have. */
const enoughText = 60

/** The HTML as it is sent is not so long that it is cut off. */
export const htmlSize = reviewRule('htmlSize', 'audience', (parsed, { size: { bytes, label, added } }) => {
  const figure = `${Math.max(1, Math.round(bytes / 1024))} KB`
  const whom = label === null ? '' : ` for ${label}`
  const counted = added
    ? `It has ${figure}${whom}, with the tracked links and the pixel that the service adds.`
    : `It has ${figure}${whom} as it is rendered. What the service adds to track links and opens is not known, and comes on top.`
  if (bytes < size.warn) return passed(`HTML of ${figure}, below the clip`, counted, figure)
  const isOver = bytes >= size.error
  const title = isOver ? 'HTML is over the clip at 102 KB' : 'HTML nears the clip at 102 KB'
  const clip = isOver
    ? 'Gmail shows the first 102 KB, and hides the rest with the unsubscribe link.'
    : 'Gmail hides what is over 102 KB.'
  const places = [parsed.place(parsed.mail.body.length, parsed.mail.body.length)]
  const sentence = `${counted} ${clip} Take something out.`
  return found(isOver ? 'error' : 'warning', title, sentence, { figure, places })
})

interface Active {
  outcome: 'error' | 'warning'
  title: string
  why: string
}

const active = (outcome: Active['outcome'], title: string, why: string): Active => ({ outcome, title, why })
/** What is taken out of mails. */
const removed = (title: string): Active =>
  active('error', title, 'Mail programs take it out, and filters take the mail for an attack.')
const embedded = removed('Embedded object in the mail')
const frame = removed('Frame in the mail')
const instead = 'Most programs show nothing in its place.'

const elementsOf: Record<string, Active> = {
  script: removed('Script in the mail'),
  iframe: frame,
  frame,
  object: embedded,
  embed: embedded,
  applet: embedded,
  base: active(
    'error',
    '`<base>` in the mail',
    'It changes where every link leads, and most programs take it out.',
  ),
  form: active(
    'warning',
    'Form in the mail',
    'Most programs take it out or warn of it. Lead to a page with the form.',
  ),
  svg: active('warning', 'SVG in the mail', `${instead} Use a PNG.`),
  math: active('warning', 'MathML in the mail', instead),
  video: active('warning', 'Video in the mail', 'Few programs play it. Show a picture that leads to it.'),
  audio: active('warning', 'Sound in the mail', 'Few programs play it. Lead to it.'),
}

/** Nothing in the mail runs, asks or loads but pictures. */
export const activeContent = reviewRule('activeContent', 'mail', (parsed) => {
  if (parsed.tooDeep) {
    const sentence = 'More than 5,000 elements lie in each other. No program shows such a mail.'
    return found('error', 'Elements lie too deep', sentence, { key: 'deep', places: [parsed.place(0, 0)] })
  }
  const groups = new Map<string, Active & { places: Place[] }>()
  const note = (what: Active, { start, end }: { start: number; end: number }) => {
    const group = groups.get(what.title) ?? { ...what, places: [] }
    group.places.push(parsed.place(start, end))
    groups.set(what.title, group)
  }
  for (const element of parsed.elements) for (const { what, at } of activeOf(element)) note(what, at)
  for (const { kind, element } of linksOf(parsed)) {
    if (kind === 'active') note(removed('Link runs or opens what no mail may'), element.startOf('href'))
  }
  for (const { inside, text, start } of parsed.texts) {
    if (inside !== 'style') continue
    for (const match of text.matchAll(/@import|@font-face|expression\s*\(|-moz-binding|behavior\s*:/gi)) {
      const from = start + match.index
      note(activeStyle(match[0].toLowerCase()), { start: from, end: from + match[0].length })
    }
  }
  const remarks = [...groups.values()].map(({ outcome, title, why, places }) =>
    found(outcome, title, `${why} It stands in ${linesOf(places)}.`, { key: title, places }),
  )
  return remarks.length > 0 ? remarks : passed('No script, form or external font')
})

function activeStyle(said: string): Active {
  const title = said === '@font-face' ? 'External font' : said === '@import' ? 'External style sheet' : null
  if (title === null) return removed('Style that runs')
  const why = 'Few programs load it; the others show their own. Name a font that everybody has after it.'
  return active('warning', title, why)
}

function activeOf(element: MailElement): { what: Active; at: { start: number; end: number } }[] {
  const { tag, attributes, start, end } = element
  const out: ReturnType<typeof activeOf> = []
  const own = Object.hasOwn(elementsOf, tag) ? elementsOf[tag] : undefined
  if (own) out.push({ what: own, at: { start, end } })
  if (tag === 'meta' && /^refresh$/i.test(attributes.get('http-equiv')?.trim() ?? '')) {
    out.push({ what: removed('The mail leads elsewhere by itself'), at: { start, end } })
  }
  if (tag === 'link' && /stylesheet|preload|prefetch|preconnect/i.test(attributes.get('rel') ?? '')) {
    const isFont = /fonts?\./i.test(attributes.get('href') ?? '')
    const why = 'Few programs load it. Write what is needed into the mail.'
    const what = active('warning', isFont ? 'External font' : 'External style sheet', why)
    out.push({ what, at: { start, end } })
  }
  for (const name of attributes.keys()) {
    if (/^on[a-z]/.test(name) || name === 'srcdoc') {
      out.push({ what: removed('Script in an attribute'), at: element.startOf(name) })
    }
  }
  return out
}

/** The text beside the HTML, which is made from it, says something. */
export const plainText = reviewRule('plainText', 'mail', (parsed) => {
  const length = Array.from(parsed.shown).length
  const places = [parsed.place(0, 0)]
  if (length === 0) {
    const sentence =
      'Who has pictures off sees an empty mail, and filters take it for spam. Say what it is about in words.'
    return found('error', 'The mail has no text', sentence, { key: 'empty', places })
  }
  if (length < enoughText && shownImages(parsed).length > 0) {
    const title = `Text of ${length} characters beside pictures`
    const sentence =
      'The text beside the HTML is all that some people and filters see, and it says next to nothing. Write what the pictures show.'
    return found('warning', title, sentence, { key: 'little', places })
  }
  return passed('Plain text beside the HTML')
})
