import { getDomain } from 'tldts'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import type { Check, Place } from '../../../../src-shared/bridge/review'
import { looksLatin, mixedScripts } from '../../../../src-shared/scripts'
import type { ParsedMail } from '../parsed-mail'
import { linksOf, type MailLink } from './link-kinds'
import { found, linesOf, mono, passed, type ReviewRule } from './rule'

/** What filters count, each with its reason. None of them alone keeps a mail out; together they do. */
export const spamMarkers: ReviewRule = {
  rule: 'spamMarkers',
  needs: 'mail',
  check(parsed) {
    const checks = [...words(parsed), ...hiddenText(parsed), ...links(parsed)]
    return checks.length > 0 ? checks : [passed('spamMarkers', 'No spam markers')]
  },
}

function marker(key: string, title: string, sentence: string, places: Place[]): Check {
  return found('spamMarkers', 'warning', { key, title, sentence, places })
}

/** Phrases that hardly any honest mail needs. */
const phrases =
  /\b(?:act now|100 ?% free|risk[- ]free|no obligation|you(?:'|’)?(?:ve| have) (?:been selected|won)|winner!|claim your prize|make money fast|earn \$\d|double your|miracle cure|lose weight fast|this is not spam|dear friend|cash bonus|free money|no credit check|viagra|click here now|congratulations!!)/gi

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

function words(parsed: ParsedMail): Check[] {
  const checks: Check[] = []
  const marks = matchesOf(parsed, /[!！]{2,}|[?？!！]{3,}|\${2,}|€{2,}/g)
  if (marks.places.length > 0) {
    checks.push(
      marker(
        'marks',
        `${mono(marks.first)} again and again`,
        `Repeated marks are what advertising shouts with, so filters count them. One is enough in ${linesOf(marks.places)}.`,
        marks.places,
      ),
    )
  }
  const said = matchesOf(parsed, phrases)
  if (said.places.length > 0) {
    checks.push(
      marker(
        'phrases',
        `“${said.first}” is a phrase of spam`,
        `Filters have learnt it from mail that nobody wanted. Say it in other words in ${linesOf(said.places)}.`,
        said.places,
      ),
    )
  }
  const cased = parsed.shown.replace(/\{\{[^{}]*\}\}/g, '').replace(/[^\p{Lu}\p{Ll}]/gu, '')
  const upper = cased.replace(/[^\p{Lu}]/gu, '').length
  if (cased.length >= 60 && upper / cased.length > 0.4) {
    checks.push(
      marker(
        'capitals',
        'Mostly capitals',
        `${Math.round((upper / cased.length) * 100)} % of its letters are capitals, which reads as shouting. Use them where a sentence begins.`,
        [parsed.place(0, 0)],
      ),
    )
  }
  const split = matchesOf(parsed, /\p{L}[\u200b\u2060\u00ad]\p{L}[\u200b\u2060\u00ad]\p{L}/gu)
  if (split.places.length > 0) {
    checks.push(
      marker(
        'split',
        'Invisible characters within words',
        `Words are hidden from filters in that way, so filters look for it. Take them out of ${linesOf(split.places)}.`,
        split.places,
      ),
    )
  }
  return checks
}

/** Characters of hidden text that a preheader does not need. */
const hiddenMax = 400
const sameColour = /(?:^|;)\s*color\s*:\s*(#fff(?:fff)?|white)\s*(?:;|$)/i
const tiny = /(?:^|;)\s*font-size\s*:\s*(?:1|0?\.\d+)(?:px|pt)\b/i

function hiddenText(parsed: ParsedMail): Check[] {
  const checks: Check[] = []
  const hidden = parsed.texts.filter(
    ({ inside, hidden: is, text }) => is && inside === '' && text.trim() !== '',
  )
  const length = hidden.reduce(
    (sum, { text }) => sum + text.replace(/[\s\u034f\u200b-\u200f\u00a0\u00ad\ufeff\u2007]/g, '').length,
    0,
  )
  if (length > hiddenMax) {
    const places = hidden.map(({ start, text }) => parsed.place(start, start + text.length))
    checks.push(
      marker(
        'hidden',
        `${length} characters of hidden text`,
        `More than a preheader needs: filters take it for text that is meant for them alone. Take it out of ${linesOf(places)}.`,
        places,
      ),
    )
  }
  const small = parsed.elements.filter(
    ({ attributes, hidden: is }) => !is && tiny.test(attributes.get('style') ?? ''),
  )
  if (small.length > 0) {
    const places = small.map(({ start, end }) => parsed.place(start, end))
    checks.push(
      marker(
        'tiny',
        'Text of one pixel',
        `Nobody can read it, so filters ask why it is there. Take it out of ${linesOf(places)}, or hide it as a preheader.`,
        places,
      ),
    )
  }
  const pale = parsed.elements.filter(({ tag, attributes }) => {
    const style = attributes.get('style') ?? ''
    return (
      (tag === 'p' || tag === 'span' || tag === 'div' || tag === 'font') &&
      sameColour.test(style) &&
      /background(?:-color)?\s*:\s*(?:#fff(?:fff)?|white)\b/i.test(style)
    )
  })
  if (pale.length > 0) {
    const places = pale.map(({ start, end }) => parsed.place(start, end))
    checks.push(
      marker(
        'pale',
        'White text on white',
        `It is there for filters alone, and they know it. Take it out of ${linesOf(places)}.`,
        places,
      ),
    )
  }
  return checks
}

const shorteners =
  /^(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|rb\.gy|t\.ly|shorturl\.at|tiny\.cc)$/i

function links(parsed: ParsedMail): Check[] {
  const web = linksOf(parsed).flatMap((link) =>
    link.url === null || link.kind !== 'web' ? [] : [{ ...link, url: link.url }],
  )
  return [
    ...linkMarker(
      parsed,
      web.filter(({ url }) => shorteners.test(url.hostname)),
      'shortened',
      (host) => `Shortened link of ${mono(host)}`,
      (lines) =>
        `It hides where it leads, and spammers use the same domain. Write the whole address in ${lines}.`,
    ),
    ...linkMarker(
      parsed,
      web.filter(({ url }) => isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0),
      'number',
      () => 'Link to a number',
      (lines) => `An address without a name is what attacks are run from. Lead to a name in ${lines}.`,
    ),
    ...linkMarker(
      parsed,
      web.filter(({ url }) => url.username !== '' || url.password !== ''),
      'user',
      () => 'Link with a user name',
      (lines) => `What stands before the \`@\` makes it look like another site. Take it out in ${lines}.`,
    ),
    ...linkMarker(
      parsed,
      web.filter(({ url, element }) => !element.hidden && namesAnother(element.text, url)),
      'another',
      (host) => `Link text names another site than ${mono(host)}`,
      (lines) =>
        `A text that is an address must lead to that address: filters take anything else for fraud. Correct ${lines}.`,
    ),
    ...linkMarker(
      parsed,
      web.filter(
        ({ url }) =>
          url.hostname.split('.').some((label) => label.startsWith('xn--')) && mixesScripts(url.hostname),
      ),
      'script',
      (host) => `Foreign letters in ${mono(host)}`,
      (lines) =>
        `Its name has letters that look like others, as in copies of well-known sites. Check ${lines}.`,
    ),
    ...linkMarker(
      parsed,
      web.filter(({ url }) => /\.(?:exe|scr|bat|cmd|js|vbs|jar|msi|ps1|zip|rar|iso)$/i.test(url.pathname)),
      'program',
      () => 'Link to a file that runs',
      (lines) => `Filters and browsers warn of it. Lead to a page that offers the file, in ${lines}.`,
    ),
  ]
}

type WebLink = MailLink & { url: URL }

function linkMarker(
  parsed: ParsedMail,
  those: readonly WebLink[],
  key: string,
  title: (first: string) => string,
  sentence: (lines: string) => string,
): Check[] {
  const [first] = those
  if (first === undefined) return []
  const places = those.map(({ element }) => {
    const { start, end } = element.startOf('href')
    return parsed.place(start, end)
  })
  return [marker(key, title(first.url.hostname), sentence(linesOf(places)), places)]
}

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
