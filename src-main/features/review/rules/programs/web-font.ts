import { t } from '../../../../../src-shared/messages/message'
import type { ParsedMail } from '../../parsed-mail'
import { cssMatches, type FoundFeature, type Hit } from './hits'

/** Fonts that are loaded, and what is shown in their place. */
export function webFont(parsed: ParsedMail): FoundFeature[] {
  const links: Hit[] = parsed.elements
    .filter(
      ({ tag, attributes }) =>
        tag === 'link' &&
        /stylesheet/i.test(attributes.get('rel') ?? '') &&
        /fonts?\./i.test(attributes.get('href') ?? ''),
    )
    .map((element) => ({ ...element.startOf('href'), element }))
  const hits = [
    ...cssMatches(parsed, /@font-face\b|@import\s+(?:url\()?["']?[^"');]*\bfonts?\.[^"');]*/gi),
    ...links,
  ]
  if (hits.length === 0) return []
  const fallback = fallbackOf(parsed)
  return [
    {
      slug: 'css-at-font-face',
      code: '@font-face',
      outcome: fallback === null ? 'warning' : 'note',
      title:
        fallback === null
          ? t('review.programs.webFontWithoutA')
          : t('review.programs.webFontFallsBack', { fallback }),
      then: fallback === null ? t('review.programs.nameACommonFont') : t('review.programs.linesMayBreak'),
      hits,
    },
  ]
}

/** The font after the first in the lists that the mail gives; null where a list ends with the first. */
function fallbackOf(parsed: ParsedMail): string | null {
  const lists = [...parsed.mail.body.matchAll(/\bfont(?:-family)?\s*:\s*([^;{}<>]+)/gi)]
    .map(([, value = '']) =>
      value.split(',').map((name) => name.replace(/["'!]|important|&quot;/g, '').trim()),
    )
    .filter((names) => names.length > 1)
  return lists[0]?.[1] ?? null
}
