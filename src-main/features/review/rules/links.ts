import type { Check, Place } from '../../../../src-shared/bridge/review'
import type { ParsedMail } from '../parsed-mail'
import { linksOf, trackerOf, type MailLink } from './link-kinds'
import { counted, found, linesOf, mono, passed, type ReviewRule } from './rule'
import { isUnsubscribe } from './unsubscribe'

/** Links that no program can open. */
export const linkMalformed: ReviewRule = {
  rule: 'linkMalformed',
  needs: 'mail',
  check(parsed) {
    const links = linksOf(parsed)
    const bad = links.filter(({ kind }) => kind === 'malformed')
    const checks = grouped(bad, ({ why }) => why).map(([why, those]) =>
      about(parsed, those, 'linkMalformed', 'error', {
        key: why,
        title: those.length === 1 ? 'Link is malformed' : 'Links are malformed',
        sentence: (lines) => `${mono(those[0]?.href ?? '')} ${why}. Correct what stands in ${lines}.`,
      }),
    )
    const nameless = links.filter(
      ({ element, kind }) => kind !== 'anchor' && !element.hidden && isNameless(element.text, element.alt),
    )
    if (nameless.length > 0) {
      checks.push(
        about(parsed, nameless, 'linkMalformed', 'warning', {
          key: 'nameless',
          title: nameless.length === 1 ? 'Link without text' : 'Links without text',
          sentence: (lines) =>
            `Who has pictures off, or listens, is not told where it leads. Give the link in ${lines} a text, or its picture an alt text.`,
        }),
      )
    }
    if (checks.length > 0) return checks
    return [
      passed(
        'linkMalformed',
        links.length === 0 ? 'No links' : `${counted(links.length, 'link')} well formed`,
      ),
    ]
  },
}

/** Links that were never filled in, or lead to machines that only the author reaches. */
export const linkPlaceholder: ReviewRule = {
  rule: 'linkPlaceholder',
  needs: 'mail',
  check(parsed) {
    const bad = linksOf(parsed).filter(({ kind }) => kind === 'placeholder' || kind === 'private')
    const checks = grouped(bad, ({ why }) => why).map(([why, those]) =>
      about(parsed, those, 'linkPlaceholder', 'error', {
        key: why,
        title:
          those[0]?.kind === 'private'
            ? 'Link leads where nobody else can go'
            : those.length === 1
              ? 'Link is a placeholder'
              : 'Links are placeholders',
        sentence: (lines) =>
          `${those[0]?.href.trim() === '' ? 'An address' : mono(those[0]?.href ?? '')} ${why}. Say in ${lines} where it leads.`,
      }),
    )
    return checks.length > 0 ? checks : [passed('linkPlaceholder', 'No placeholder among the links')]
  },
}

/** Links without encryption. */
export const linkInsecure: ReviewRule = {
  rule: 'linkInsecure',
  needs: 'mail',
  check(parsed) {
    const bad = linksOf(parsed).filter(({ kind, url }) => kind === 'web' && url?.protocol === 'http:')
    if (bad.length === 0) return [passed('linkInsecure', 'No link over http')]
    return [
      about(parsed, bad, 'linkInsecure', 'warning', {
        title: bad.length === 1 ? 'Link over http' : 'Links over http',
        sentence: (lines) =>
          `Anybody on the way can read and change what ${mono(bad[0]?.url?.hostname ?? '')} answers. Write \`https\` in ${lines}.`,
      }),
    ]
  },
}

/** Links that were copied out of somebody else's mail. */
export const linkTracked: ReviewRule = {
  rule: 'linkTracked',
  needs: 'mail',
  check(parsed) {
    const tracked = linksOf(parsed).flatMap((link) => {
      const by = link.url === null || link.kind !== 'web' ? null : trackerOf(link.url)
      return by === null ? [] : [{ ...link, why: by }]
    })
    if (tracked.length === 0) return [passed('linkTracked', 'No tracking link of others')]
    return grouped(tracked, ({ why }) => why).map(([by, those]) =>
      about(parsed, those, 'linkTracked', 'warning', {
        key: by,
        title: `Tracking link of ${by}`,
        sentence: (lines) =>
          `It was copied out of a mail: each click is counted there, and it may stop working. Write in ${lines} where it leads in the end.`,
      }),
    )
  },
}

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

function grouped(links: readonly MailLink[], by: (link: MailLink) => string): [string, MailLink[]][] {
  const groups = new Map<string, MailLink[]>()
  for (const link of links) {
    const group = groups.get(by(link))
    if (group) group.push(link)
    else groups.set(by(link), [link])
  }
  return [...groups]
}

function about(
  parsed: ParsedMail,
  links: readonly MailLink[],
  rule: Check['rule'],
  outcome: 'error' | 'warning' | 'note',
  said: { key?: string; title: string; sentence: (lines: string) => string },
): Check {
  const places: Place[] = links.map(({ element }) => {
    const { start, end } = element.startOf('href')
    return parsed.place(start, end)
  })
  return found(rule, outcome, {
    key: said.key,
    title: said.title,
    sentence: said.sentence(linesOf(places)),
    places,
    count: links.length,
  })
}
