import type { ParsedMail } from '../parsed-mail'
import { hrefsOf, linksOf, trackerOf, type MailLink } from './link-kinds'
import { counted, foundIn, mono, passed, reviewRule } from './rule'
import { isUnsubscribe } from './unsubscribe'

/** Links that no program can open. */
export const linkMalformed = reviewRule('linkMalformed', 'mail', (parsed) => {
  const links = linksOf(parsed)
  const bad = links.filter(({ kind }) => kind === 'malformed')
  const remarks = grouped(bad).map(([why, those]) =>
    foundIn(
      hrefsOf(parsed, those),
      'error',
      those.length === 1 ? 'Link is malformed' : 'Links are malformed',
      (lines) => `${mono(those[0]?.href ?? '')} ${why}. Correct what stands in ${lines}.`,
      why,
    ),
  )
  const nameless = links.filter(
    ({ element, kind }) => kind !== 'anchor' && !element.hidden && isNameless(element.text, element.alt),
  )
  if (nameless.length > 0) {
    const title = nameless.length === 1 ? 'Link without text' : 'Links without text'
    const sentence = (lines: string) =>
      `Who has pictures off, or listens, is not told where it leads. Give the link in ${lines} a text, or its picture an alt text.`
    remarks.push(foundIn(hrefsOf(parsed, nameless), 'warning', title, sentence, 'nameless'))
  }
  if (remarks.length > 0) return remarks
  return passed(links.length === 0 ? 'No links' : `${counted(links.length, 'link')} well formed`)
})

/** Links that were never filled in, or lead to machines that only the author reaches. */
export const linkPlaceholder = reviewRule('linkPlaceholder', 'mail', (parsed) => {
  const bad = linksOf(parsed).filter(({ kind }) => kind === 'placeholder' || kind === 'private')
  const remarks = grouped(bad).map(([why, those]) => {
    const [first] = those
    const title =
      first?.kind === 'private'
        ? 'Link leads where nobody else can go'
        : those.length === 1
          ? 'Link is a placeholder'
          : 'Links are placeholders'
    const written = first?.href.trim() === '' ? 'An address' : mono(first?.href ?? '')
    const sentence = (lines: string) => `${written} ${why}. Say in ${lines} where it leads.`
    return foundIn(hrefsOf(parsed, those), 'error', title, sentence, why)
  })
  return remarks.length > 0 ? remarks : passed('No placeholder among the links')
})

/** Links without encryption. */
export const linkInsecure = reviewRule('linkInsecure', 'mail', (parsed) => {
  const bad = linksOf(parsed).filter(({ kind, url }) => kind === 'web' && url?.protocol === 'http:')
  if (bad.length === 0) return passed('No link over http')
  const host = mono(bad[0]?.url?.hostname ?? '')
  const title = bad.length === 1 ? 'Link over http' : 'Links over http'
  const sentence = (lines: string) =>
    `Anybody on the way can read and change what ${host} answers. Write \`https\` in ${lines}.`
  return foundIn(hrefsOf(parsed, bad), 'warning', title, sentence)
})

/** Links that were copied out of somebody else's mail. */
export const linkTracked = reviewRule('linkTracked', 'mail', (parsed) => {
  const tracked = linksOf(parsed).flatMap((link) => {
    const by = link.url === null || link.kind !== 'web' ? null : trackerOf(link.url)
    return by === null ? [] : [{ ...link, why: by }]
  })
  if (tracked.length === 0) return passed('No tracking link of others')
  const sentence = (lines: string) =>
    `It was copied out of a mail: each click is counted there, and it may stop working. Write in ${lines} where it leads in the end.`
  return grouped(tracked).map(([by, those]) =>
    foundIn(hrefsOf(parsed, those), 'warning', `Tracking link of ${by}`, sentence, by),
  )
})

/** What a link is asked for, and why not: each address once, in the order of the mail. */
export function linksToLookUp(parsed: ParsedMail): { url: string; leftOut: string | null }[] {
  const seen = new Map<string, { url: string; leftOut: string | null }>()
  for (const { href, kind, url, element } of linksOf(parsed)) {
    if (kind === 'anchor' || kind === 'mailto' || seen.has(href)) continue
    const hasVariable = href.includes('{{')
    seen.set(href, {
      url: href.slice(0, 2000),
      leftOut: isUnsubscribe(element)
        ? 'it unsubscribes'
        : hasVariable
          ? 'it is another one for each person'
          : url === null || kind !== 'web'
            ? 'it is no address of the web'
            : trackerOf(url) !== null
              ? 'it is a tracking link, which counts who asks'
              : /(?:^|[/?&_-])(?:log-?in|sign-?in|token|auth|confirm|verify|magic)(?:[/?&=_-]|$)/i.test(
                    url.pathname + url.search,
                  )
                ? 'it signs in or confirms'
                : null,
    })
  }
  return [...seen.values()]
}

function isNameless(text: string, alt: string): boolean {
  return text.replace(/[\s\u200b-\u200d\u00a0]/g, '') === '' && alt.trim() === ''
}

/** By why they are told of. */
function grouped(links: readonly MailLink[]): [string, MailLink[]][] {
  const groups = new Map<string, MailLink[]>()
  for (const link of links) {
    const group = groups.get(link.why) ?? []
    group.push(link)
    groups.set(link.why, group)
  }
  return [...groups]
}
