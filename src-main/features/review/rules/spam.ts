import { t } from '../../../../src-shared/messages/message'
import { getDomain } from 'tldts'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import type { Place } from '../../../../src-shared/bridge/review'
import { looksLatin, mixedScripts } from '../../../../src-shared/scripts'
import type { ParsedMail } from '../parsed-mail'
import { hrefsOf, linksOf, type MailLink } from './link-kinds'
import { foundIn, mono, passed, type Remark, reviewRule } from './rule'

/** What filters count, each with its reason. None of them alone keeps a mail out; together they do. */
export const spamMarkers = reviewRule('spamMarkers', 'mail', (parsed) => {
  const remarks = [...words(parsed), ...hiddenText(parsed), ...links(parsed)]
  return remarks.length > 0 ? remarks : passed(t('review.spam.noSpamMarkers'))
})

/** Nothing is said where it stands nowhere. */
function marker(key: string, places: Place[], title: string, sentence: (lines: string) => string): Remark[] {
  return places.length === 0 ? [] : [foundIn(places, 'warning', title, sentence, key)]
}

/** Phrases that hardly any honest mail needs. */
const phrases =
  /\b(?:act now|100 ?% free|risk[- ]free|no obligation|you(?:'|’)?(?:ve| have) (?:been selected|won)|winner!|claim your prize|make money fast|earn \$\d|double your (?:money|income|profit|cash|savings)|miracle cure|lose weight fast|this is not spam|dear friend|cash bonus|free money|no credit check|viagra|click here now|congratulations!!)/gi

/** Where a pattern stands in the subject and in what is read, and what stands there first. */
function matchesOf(parsed: ParsedMail, pattern: RegExp): { places: Place[]; first: string } {
  const places: Place[] = []
  let first = ''
  for (const match of parsed.mail.subject.matchAll(pattern)) {
    first ||= match[0]
    places.push(parsed.placeIn('subject', match.index, match.index + match[0].length))
  }
  for (const { text, start, inside, hidden } of parsed.texts) {
    if (inside !== '' || hidden) continue
    for (const match of text.matchAll(pattern)) {
      first ||= match[0]
      places.push(parsed.place(start + match.index, start + match.index + match[0].length))
    }
  }
  return { places, first }
}

function words(parsed: ParsedMail): Remark[] {
  const marks = matchesOf(parsed, /[!！]{2,}|[?？!！]{3,}|\${2,}|€{2,}/g)
  const said = matchesOf(parsed, phrases)
  const cased = parsed.shown.replace(/\{\{[^{}]*\}\}/g, '').replace(/[^\p{Lu}\p{Ll}]/gu, '')
  const upper = cased.replace(/[^\p{Lu}]/gu, '').length
  const isLoud = cased.length >= 60 && upper / cased.length > 0.4
  const split = matchesOf(parsed, /\p{L}[\u200b\u2060\u00ad]\p{L}[\u200b\u2060\u00ad]\p{L}/gu)
  return [
    ...marker(
      'marks',
      marks.places,
      t('review.spam.monoAgainAndAgain', { mono: mono(marks.first) }),
      (lines) => t('review.spam.repeatedMarksAreWhat', { lines }),
    ),
    ...marker('phrases', said.places, t('review.spam.firstIsAPhrase', { first: said.first }), (lines) =>
      t('review.spam.filtersHaveLearntIt', { lines }),
    ),
    ...marker('capitals', isLoud ? [parsed.place(0, 0)] : [], t('review.spam.mostlyCapitals'), () =>
      t('review.spam.roundOfItsLetters', { round: Math.round((upper / cased.length) * 100) }),
    ),
    ...marker('split', split.places, t('review.spam.invisibleCharactersWithinWords'), (lines) =>
      t('review.spam.wordsAreHiddenFrom', { lines }),
    ),
  ]
}

/** Characters of hidden text that a preheader does not need. */
const hiddenMax = 400
const sameColour = /(?:^|;)\s*color\s*:\s*(#fff(?:fff)?|white)\s*(?:;|$)/i
const tiny = /(?:^|;)\s*font-size\s*:\s*(?:1|0?\.\d+)(?:px|pt)\b/i

function hiddenText(parsed: ParsedMail): Remark[] {
  const hidden = parsed.texts.filter(
    ({ inside, hidden: is, text }) => is && inside === '' && text.trim() !== '',
  )
  const length = hidden.reduce(
    (sum, { text }) => sum + text.replace(/[\s\u034f\u200b-\u200f\u00a0\u00ad\ufeff\u2007]/g, '').length,
    0,
  )
  const much = length > hiddenMax ? hidden : []
  // Lines and gaps are drawn by elements of such a size that hold nothing.
  const filled = new Set(parsed.texts.filter(({ text }) => text.trim() !== '').map(({ start }) => start))
  const small = parsed.elements.filter(
    ({ attributes, hidden: is, end }) => !is && tiny.test(attributes.get('style') ?? '') && filled.has(end),
  )
  const pale = parsed.elements.filter(({ tag, attributes }) => {
    const style = attributes.get('style') ?? ''
    return (
      (tag === 'p' || tag === 'span' || tag === 'div' || tag === 'font') &&
      sameColour.test(style) &&
      /background(?:-color)?\s*:\s*(?:#fff(?:fff)?|white)\b/i.test(style)
    )
  })
  const place = ({ start, end }: { start: number; end: number }) => parsed.place(start, end)
  return [
    ...marker(
      'hidden',
      much.map(({ start, text }) => parsed.place(start, start + text.length)),
      t('review.spam.lengthCharactersOfHidden', { length }),
      (lines) => t('review.spam.moreThanAPreheader', { lines }),
    ),
    ...marker('tiny', small.map(place), t('review.spam.textOfOnePixel'), (lines) =>
      t('review.spam.nobodyCanReadIt', { lines }),
    ),
    ...marker('pale', pale.map(place), t('review.spam.whiteTextOnWhite'), (lines) =>
      t('review.spam.itIsThereFor', { lines }),
    ),
  ]
}

const shorteners =
  /^(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|rb\.gy|t\.ly|shorturl\.at|tiny\.cc)$/i

function links(parsed: ParsedMail): Remark[] {
  const web = linksOf(parsed).flatMap((link) =>
    link.url === null || link.kind !== 'web' ? [] : [{ ...link, url: link.url }],
  )
  return linkMarkers.flatMap(({ key, isMeant, title, sentence }) => {
    const those = web.filter(isMeant)
    return marker(key, hrefsOf(parsed, those), title(mono(those[0]?.url.hostname ?? '')), sentence)
  })
}

type WebLink = MailLink & { url: URL }

const linkMarkers: readonly {
  key: string
  isMeant(link: WebLink): boolean
  title(host: string): string
  sentence(lines: string): string
}[] = [
  {
    key: 'shortened',
    isMeant: ({ url }) => shorteners.test(url.hostname),
    title: (host) => t('review.spam.shortenedLinkOfHost', { host }),
    sentence: (lines) => t('review.spam.itHidesWhereIt', { lines }),
  },
  {
    key: 'number',
    isMeant: ({ url }) => isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0,
    title: () => t('review.spam.linkToANumber'),
    sentence: (lines) => t('review.spam.anAddressWithoutA', { lines }),
  },
  {
    key: 'user',
    isMeant: ({ url }) => url.username !== '' || url.password !== '',
    title: () => t('review.spam.linkWithAUser'),
    sentence: (lines) => t('review.spam.whatStandsBeforeThe', { lines }),
  },
  {
    key: 'another',
    isMeant: ({ url, element }) => !element.hidden && namesAnother(element.text, url),
    title: (host) => t('review.spam.linkTextNamesAnother', { host }),
    sentence: (lines) => t('review.spam.aTextThatIs', { lines }),
  },
  {
    key: 'script',
    isMeant: ({ url }) =>
      url.hostname.split('.').some((label) => label.startsWith('xn--')) && mixesScripts(url.hostname),
    title: (host) => t('review.spam.foreignLettersInHost', { host }),
    sentence: (lines) => t('review.spam.itsNameHasLetters', { lines }),
  },
  {
    key: 'program',
    isMeant: ({ url }) => /\.(?:exe|scr|bat|cmd|js|vbs|jar|msi|ps1|zip|rar|iso)$/i.test(url.pathname),
    title: () => t('review.spam.linkToAFile'),
    sentence: (lines) => t('review.spam.filtersAndBrowsersWarn', { lines }),
  },
]

function namesAnother(text: string, url: URL): boolean {
  const named = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[a-z]{2,})(?:[/?#]\S*)?\s*$/iu.exec(text)?.[1]
  if (named === undefined) return false
  const [theirs, ours] = [getDomain(named.toLowerCase()), getDomain(url.hostname)]
  return theirs !== null && ours !== null && theirs !== ours
}

/** Whether a name in ASCII has a label that is neither of one script nor plain Latin. */
function mixesScripts(hostname: string): boolean {
  return hostname.split('.').some((label) => {
    const shown = domainToUnicode(label)
    // Cyrillic alone may be honest, unless each of its letters looks like a Latin one.
    return mixedScripts(shown).length > 0 || looksLatin(shown)
  })
}
