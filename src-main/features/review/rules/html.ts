import { t } from '../../../../src-shared/messages/message'
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
  const said = { figure, isFor: label !== null, label }
  const counted = added
    ? t('review.html.itHasFigurewhomWith', said)
    : t('review.html.itHasFigurewhomAs', said)
  if (bytes < size.warn) return passed(t('review.html.htmlOfFigureBelow', { figure }), counted, figure)
  const isOver = bytes >= size.error
  const title = isOver ? t('review.html.htmlIsOverThe') : t('review.html.htmlNearsTheClip')
  const clip = isOver ? t('review.html.gmailShowsTheFirst') : t('review.html.gmailHidesWhatIs')
  const places = [parsed.place(parsed.mail.body.length, parsed.mail.body.length)]
  const sentence = t('review.html.countedClipTakeSomething', { counted, clip })
  return found(isOver ? 'error' : 'warning', title, sentence, { figure, places })
})

interface Active {
  outcome: 'error' | 'warning'
  title: string
  why: string
}

const active = (outcome: Active['outcome'], title: string, why: string): Active => ({ outcome, title, why })
/** What is taken out of mails. */
const removed = (title: string): Active => active('error', title, t('review.html.mailProgramsTakeIt'))
const embedded = () => removed(t('review.html.embeddedObjectInThe'))
const frame = () => removed(t('review.html.frameInTheMail'))
const instead = () => t('review.html.mostProgramsShowNothing')

const elementsOf = (): Record<string, Active> => ({
  script: removed(t('review.html.scriptInTheMail')),
  iframe: frame(),
  frame: frame(),
  object: embedded(),
  embed: embedded(),
  applet: embedded(),
  base: active('error', t('review.html.baseInTheMail'), t('review.html.itChangesWhereEvery')),
  form: active('warning', t('review.html.formInTheMail'), t('review.html.mostProgramsTakeIt')),
  svg: active(
    'warning',
    t('review.html.svgInTheMail'),
    t('review.html.insteadUseAPng', { instead: instead() }),
  ),
  math: active('warning', t('review.html.mathmlInTheMail'), instead()),
  video: active('warning', t('review.html.videoInTheMail'), t('review.html.fewProgramsPlayIt')),
  audio: active('warning', t('review.html.soundInTheMail'), t('review.html.fewProgramsPlayIt2')),
})

/** Nothing in the mail runs, asks or loads but pictures. */
export const activeContent = reviewRule('activeContent', 'mail', (parsed) => {
  if (parsed.tooDeep) {
    const sentence = t('review.html.moreThan5000')
    return found('error', t('review.html.elementsLieTooDeep'), sentence, {
      key: 'deep',
      places: [parsed.place(0, 0)],
    })
  }
  const groups = new Map<string, Active & { places: Place[] }>()
  const note = (what: Active, { start, end }: { start: number; end: number }) => {
    const group = groups.get(what.title) ?? { ...what, places: [] }
    group.places.push(parsed.place(start, end))
    groups.set(what.title, group)
  }
  for (const element of parsed.elements) for (const { what, at } of activeOf(element)) note(what, at)
  for (const { kind, element } of linksOf(parsed)) {
    if (kind === 'active') note(removed(t('review.html.linkRunsOrOpens')), element.startOf('href'))
  }
  for (const { inside, text, start } of parsed.texts) {
    if (inside !== 'style') continue
    for (const match of text.matchAll(
      /@import(?![^;]*\bfonts?\.)|expression\s*\(|-moz-binding|behavior\s*:/gi,
    )) {
      const from = start + match.index
      note(activeStyle(match[0].toLowerCase()), { start: from, end: from + match[0].length })
    }
  }
  const remarks = [...groups.values()].map(({ outcome, title, why, places }) =>
    found(outcome, title, t('review.html.whyItStandsIn', { why, linesOf: linesOf(places) }), {
      key: title,
      places,
    }),
  )
  return remarks.length > 0 ? remarks : passed(t('review.html.noScriptFormOr'))
})

function activeStyle(said: string): Active {
  if (said !== '@import') return removed(t('review.html.styleThatRuns'))
  return active('warning', t('review.html.externalStyleSheet'), t('review.html.fewProgramsLoadIt2'))
}

function activeOf(element: MailElement): { what: Active; at: { start: number; end: number } }[] {
  const { tag, attributes, start, end } = element
  const out: ReturnType<typeof activeOf> = []
  const own = Object.hasOwn(elementsOf(), tag) ? elementsOf()[tag] : undefined
  if (own) out.push({ what: own, at: { start, end } })
  if (tag === 'meta' && /^refresh$/i.test(attributes.get('http-equiv')?.trim() ?? '')) {
    out.push({ what: removed(t('review.html.theMailLeadsElsewhere')), at: { start, end } })
  }
  if (tag === 'link' && /stylesheet|preload|prefetch|preconnect/i.test(attributes.get('rel') ?? '')) {
    // Fonts are told of by whom they reach.
    const isFont = /fonts?\./i.test(attributes.get('href') ?? '')
    const what = active('warning', t('review.html.externalStyleSheet'), t('review.html.fewProgramsLoadIt2'))
    if (!isFont) out.push({ what, at: { start, end } })
  }
  for (const name of attributes.keys()) {
    if (/^on[a-z]/.test(name) || name === 'srcdoc') {
      out.push({ what: removed(t('review.html.scriptInAnAttribute')), at: element.startOf(name) })
    }
  }
  return out
}

/** The text beside the HTML, which is made from it, says something. */
export const plainText = reviewRule('plainText', 'mail', (parsed) => {
  const length = Array.from(parsed.shown).length
  const places = [parsed.place(0, 0)]
  if (length === 0) {
    const sentence = t('review.html.whoHasPicturesOff')
    return found('error', t('review.html.theMailHasNo'), sentence, { key: 'empty', places })
  }
  if (length < enoughText && shownImages(parsed).length > 0) {
    const title = t('review.html.textOfLengthCharacters', { length })
    const sentence = t('review.html.theTextBesideThe')
    return found('warning', title, sentence, { key: 'little', places })
  }
  return passed(t('review.html.plainTextBesideThe'))
})
