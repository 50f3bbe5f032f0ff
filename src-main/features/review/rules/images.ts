import { t } from '../../../../src-shared/messages/message'
import { isIP } from 'node:net'
import type { Place } from '../../../../src-shared/bridge/review'
import { findVariables } from '../../../../src-shared/interface/template-text'
import type { MailElement, ParsedMail } from '../parsed-mail'
import { isPublicAddress } from '../../../../src-shared/interface/public-address'
import { filled } from './link-kinds'
import { foundIn, mono, passed, type Remark, reviewRule } from './rule'
import { parseUrl } from '../../../../src-shared/url'

/** Wider or higher than this, a picture is larger than any screen shows a mail, in pixels. */
const huge = { width: 1400, height: 4000 }

/** Pictures say what they show. */
export const imageAlt = reviewRule('imageAlt', 'mail', (parsed) => {
  const images = shownImages(parsed)
  const without = images.filter(({ attributes, link }) => {
    const alt = attributes.get('alt')
    // An empty one says that a picture shows nothing; in a link that has no text, it must.
    return (
      alt === undefined ||
      (alt.trim() === '' && link !== null && link.text.trim() === '' && link.alt.trim() === '')
    )
  })
  if (without.length === 0)
    return passed(images.length === 0 ? t('review.images.noImages') : t('review.images.imagesHaveAltText'))
  return foundIn(
    placesOf(parsed, without),
    'warning',
    without.length === 1 ? t('review.images.imageWithoutAltText') : t('review.images.imagesWithoutAltText'),
    (lines) => t('review.images.manyReadMailWith', { lines }),
  )
})

/** Pictures keep their room, and are no larger than a mail. */
export const imageSize = reviewRule('imageSize', 'mail', (parsed) => {
  const images = shownImages(parsed)
  const remarks: Remark[] = []
  const unset = placesOf(
    parsed,
    images.filter((image) => !hasWidth(image)),
  )
  if (unset.length > 0) {
    const title =
      unset.length === 1 ? t('review.images.imageWithoutWidth') : t('review.images.imagesWithoutWidth')
    const sentence = (lines: string) => t('review.images.outlookShowsItAs', { lines })
    remarks.push(foundIn(unset, 'note', title, sentence, 'unset'))
  }
  const large = placesOf(
    parsed,
    images.filter((image) => pixels(image, 'width') > huge.width || pixels(image, 'height') > huge.height),
  )
  if (large.length > 0) {
    const title =
      large.length === 1 ? t('review.images.imageIsLargerThan') : t('review.images.imagesAreLargerThan')
    const sentence = (lines: string) => t('review.images.mailsAreSome600', { lines })
    remarks.push(foundIn(large, 'warning', title, sentence, 'huge'))
  }
  return remarks.length > 0 ? remarks : passed(t('review.images.imageSizesSet'))
})

/** Pictures come from where everybody can get them. */
export const imageSource = reviewRule('imageSource', 'mail', (parsed) => {
  const images = parsed.elements.filter(
    ({ tag, attributes }) => tag === 'img' || (tag === 'input' && attributes.get('type') === 'image'),
  )
  const groups = new Map<string, { outcome: 'error' | 'warning'; title: string; images: MailElement[] }>()
  for (const image of images) {
    const bad = wrong(image.attributes.get('src') ?? '')
    if (bad === null) continue
    const group = groups.get(bad.why) ?? { outcome: bad.outcome, title: bad.title, images: [] }
    group.images.push(image)
    groups.set(bad.why, group)
  }
  if (groups.size === 0)
    return passed(images.length === 0 ? t('review.images.noImages') : t('review.images.imagesCanBeLoaded'))
  return [...groups].map(([why, { outcome, title, images: those }]) => {
    const source = those[0]?.attributes.get('src')?.trim() ?? ''
    const sentence = (lines: string) =>
      t('review.images.valueWhyCorrectWhat', {
        value: source === '' ? t('review.images.theImage') : mono(source),
        why,
        lines,
      })
    return foundIn(placesOf(parsed, those), outcome, title, sentence, why)
  })
})

function wrong(source: string): { outcome: 'error' | 'warning'; title: string; why: string } | null {
  const text = source.trim()
  const error = (title: string, why: string) => ({ outcome: 'error' as const, title, why })
  const warning = (title: string, why: string) => ({ outcome: 'warning' as const, title, why })
  if (text === '') return error(t('review.images.imageWithoutSource'), t('review.images.hasNoSrc'))
  if (findVariables(text)[0]?.start === 0) return null
  if (/^data:/i.test(text))
    return warning(t('review.images.imageInsideTheMail'), t('review.images.isNotShownBy'))
  if (/^cid:/i.test(text))
    return error(t('review.images.imageAsAnAttachment'), t('review.images.isAPictureThat'))
  if (!/^https?:\/\//i.test(text))
    return error(t('review.images.imageCannotBeLoaded'), t('review.images.isNoAddressThat'))
  const url = parseUrl(filled(text))
  if (url === null) return error(t('review.images.imageCannotBeLoaded'), t('review.images.isNoAddress'))
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwn =
    isIP(host) !== 0
      ? !isPublicAddress(host)
      : host === 'localhost' || /\.(?:localhost|local|internal|lan)$/i.test(host)
  if (isOwn) return error(t('review.images.imageOnAMachine'), t('review.images.leadsWhereNobodyElse'))
  if (placeholders.test(host))
    return error(t('review.images.imageIsAPlaceholder'), t('review.images.isAPictureThat2'))
  if (url.protocol === 'http:')
    return warning(t('review.images.imageOverHttp'), t('review.images.isNotLoadedBy'))
  return null
}

const placeholders =
  /(?:^|\.)(?:example\.(?:com|org|net)|placehold\.(?:it|co)|via\.placeholder\.com|placekitten\.com|picsum\.photos|dummyimage\.com|lorempixel\.com)$/i

/** Pictures that are seen: what counts openings is none. */
export function shownImages(parsed: ParsedMail): MailElement[] {
  return parsed.elements.filter(
    (element) =>
      element.tag === 'img' &&
      !element.hidden &&
      !(pixels(element, 'width') <= 2 && pixels(element, 'height') <= 2),
  )
}

function hasWidth({ attributes }: MailElement): boolean {
  return (
    /\d/.test(attributes.get('width') ?? '') ||
    /(?:^|;|\s)(?:max-)?width\s*:\s*[\d.]/i.test(attributes.get('style') ?? '')
  )
}

/** NaN where it does not say. */
function pixels({ attributes }: MailElement, side: 'width' | 'height'): number {
  const style = new RegExp(`(?:^|;|\\s)${side}\\s*:\\s*(\\d+)px`, 'i').exec(
    attributes.get('style') ?? '',
  )?.[1]
  return Number.parseInt(
    style ?? (/^\s*\d+\s*(?:px)?\s*$/.test(attributes.get(side) ?? '') ? (attributes.get(side) ?? '') : ''),
    10,
  )
}

function placesOf(parsed: ParsedMail, images: readonly MailElement[]): Place[] {
  return images.map(({ start, end }) => parsed.place(start, end))
}
