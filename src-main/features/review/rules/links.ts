import { t } from '../../../../src-shared/messages/message'
import type { ParsedMail } from '../parsed-mail'
import { hrefsOf, linksOf, trackerOf, type MailLink } from './link-kinds'
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

/** What a link is asked for, and why not: each address once, in the order of the mail. */
export function linksToLookUp(parsed: ParsedMail): { url: string; leftOut: string | null }[] {
  const seen = new Map<string, { url: string; leftOut: string | null }>()
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
