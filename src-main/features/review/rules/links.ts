import { t } from '../../../../src-shared/messages/message'
import type { ParsedMail } from '../parsed-mail'
import { hrefsOf, linksOf, trackerOf, type MailLink } from './link-kinds'
import { parseUrl } from '../../../../src-shared/url'
import type { LookedUp } from '../look-up-links'
import { shownImages } from './images'
import { foundIn, mono, passed, reviewRule } from './rule'
import { isUnsubscribe } from './unsubscribe'

/** Links that no program can open. */
export const linkMalformed = reviewRule('linkMalformed', 'mail', (parsed) => {
  const links = linksOf(parsed)
  const bad = links.filter(({ kind }) => kind === 'malformed')
  const remarks = grouped(bad).map(([why, those]) =>
    foundIn(
      hrefsOf(parsed, those),
      'error',
      those.length === 1 ? t('review.links.linkIsMalformed') : t('review.links.linksAreMalformed'),
      (lines) => t('review.links.monoWhyCorrectWhat', { mono: mono(those[0]?.href ?? ''), why, lines }),
      why,
    ),
  )
  const nameless = links.filter(
    ({ element, kind }) => kind !== 'anchor' && !element.hidden && isNameless(element.text, element.alt),
  )
  if (nameless.length > 0) {
    const title =
      nameless.length === 1 ? t('review.links.linkWithoutText') : t('review.links.linksWithoutText')
    const sentence = (lines: string) => t('review.links.whoHasPicturesOff', { lines })
    remarks.push(foundIn(hrefsOf(parsed, nameless), 'warning', title, sentence, 'nameless'))
  }
  if (remarks.length > 0) return remarks
  return passed(
    links.length === 0
      ? t('review.links.noLinks')
      : t('review.links.linksWellFormed', { count: links.length }),
  )
})

/** Links that were never filled in, or lead to machines that only the author reaches. */
export const linkPlaceholder = reviewRule('linkPlaceholder', 'mail', (parsed) => {
  const bad = linksOf(parsed).filter(({ kind }) => kind === 'placeholder' || kind === 'private')
  const remarks = grouped(bad).map(([why, those]) => {
    const [first] = those
    const title =
      first?.kind === 'private'
        ? t('review.links.linkLeadsWhereNobody')
        : those.length === 1
          ? t('review.links.linkIsAPlaceholder')
          : t('review.links.linksArePlaceholders')
    const written = first?.href.trim() === '' ? t('words.anAddress') : mono(first?.href ?? '')
    const sentence = (lines: string) => t('review.links.writtenWhySayIn', { written, why, lines })
    return foundIn(hrefsOf(parsed, those), 'error', title, sentence, why)
  })
  return remarks.length > 0 ? remarks : passed(t('review.links.noPlaceholderAmongThe'))
})

/** Links without encryption. */
export const linkInsecure = reviewRule('linkInsecure', 'mail', (parsed) => {
  const bad = linksOf(parsed).filter(({ kind, url }) => kind === 'web' && url?.protocol === 'http:')
  if (bad.length === 0) return passed(t('review.links.noLinkOverHttp'))
  const host = mono(bad[0]?.url?.hostname ?? '')
  const title = bad.length === 1 ? t('review.links.linkOverHttp') : t('review.links.linksOverHttp')
  const sentence = (lines: string) => t('review.links.anybodyOnTheWay', { host, lines })
  return foundIn(hrefsOf(parsed, bad), 'warning', title, sentence)
})

/** Links that were copied out of somebody else's mail. */
export const linkTracked = reviewRule('linkTracked', 'mail', (parsed) => {
  const tracked = linksOf(parsed).flatMap((link) => {
    const by = link.url === null || link.kind !== 'web' ? null : trackerOf(link.url)
    return by === null ? [] : [{ ...link, why: by }]
  })
  if (tracked.length === 0) return passed(t('review.links.noTrackingLinkOf'))
  const sentence = (lines: string) => t('review.links.itWasCopiedOut', { lines })
  return grouped(tracked).map(([by, those]) =>
    foundIn(hrefsOf(parsed, those), 'warning', t('review.links.trackingLinkOfBy', { by }), sentence, by),
  )
})

/** What links and pictures are asked for, and why not: each address once, in the order of the mail. */
export function linksToLookUp(parsed: ParsedMail): LookedUp[] {
  const seen = new Map<string, LookedUp>()
  for (const { href, kind, url, element } of linksOf(parsed)) {
    if (kind === 'anchor' || kind === 'mailto' || seen.has(href)) continue
    const hasVariable = href.includes('{{')
    seen.set(href, {
      url: href.slice(0, 2000),
      leftOut: isUnsubscribe(element)
        ? t('review.links.itUnsubscribes')
        : hasVariable
          ? t('review.links.itIsAnotherOne')
          : url === null || kind !== 'web'
            ? t('review.links.itIsNoAddress')
            : trackerOf(url) !== null
              ? t('review.links.itIsATracking')
              : /(?:^|[/?&_-])(?:log-?in|sign-?in|token|auth|confirm|verify|magic)(?:[/?&=_-]|$)/i.test(
                    url.pathname + url.search,
                  )
                ? t('review.links.itSignsInOr')
                : namesPerson(url)
                  ? t('review.links.itNamesAPerson')
                  : null,
    })
  }
  for (const { attributes } of shownImages(parsed)) {
    const source = attributes.get('src')?.trim() ?? ''
    const url = source.includes('{{') ? null : parseUrl(source)
    if (seen.has(source) || (url?.protocol !== 'https:' && url?.protocol !== 'http:')) continue
    const leftOut = namesPerson(url) ? t('review.links.itNamesAPerson') : null
    seen.set(source, { url: source.slice(0, 2000), picture: true, leftOut })
  }
  return [...seen.values()]
}

/** Whether an address holds who somebody is: being asked would be taken for their click. */
function namesPerson(url: URL): boolean {
  const names =
    /^(?:u|uid|user|contact|subscriber|recipient|member|customer|person|e?mail|sid|hash|mc_eid)(?:[-_]?id)?$/i
  return (
    /@|%40/.test(url.pathname + url.search) || [...url.searchParams.keys()].some((name) => names.test(name))
  )
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
