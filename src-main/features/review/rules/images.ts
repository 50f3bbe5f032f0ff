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
  if (without.length === 0) return passed(images.length === 0 ? 'No images' : 'Images have alt text')
  return foundIn(
    placesOf(parsed, without),
    'warning',
    without.length === 1 ? 'Image without alt text' : 'Images without alt text',
    (lines) =>
      `Many read mail with pictures off, and some listen to it. Say in \`alt\` what the picture in ${lines} shows, or leave it empty where it shows nothing.`,
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
    const title = unset.length === 1 ? 'Image without width' : 'Images without width'
    const sentence = (lines: string) =>
      `Outlook shows it as large as its file is, and text jumps while it loads. Give the picture in ${lines} a \`width\`.`
    remarks.push(foundIn(unset, 'note', title, sentence, 'unset'))
  }
  const large = placesOf(
    parsed,
    images.filter((image) => pixels(image, 'width') > huge.width || pixels(image, 'height') > huge.height),
  )
  if (large.length > 0) {
    const title = large.length === 1 ? 'Image is larger than any mail' : 'Images are larger than any mail'
    const sentence = (lines: string) =>
      `Mails are some 600 pixels wide. What stands in ${lines} is cut off, or makes people scroll sideways.`
    remarks.push(foundIn(large, 'warning', title, sentence, 'huge'))
  }
  return remarks.length > 0 ? remarks : passed('Image sizes set')
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
    return passed(images.length === 0 ? 'No images' : 'Images can be loaded by everybody')
  return [...groups].map(([why, { outcome, title, images: those }]) => {
    const source = those[0]?.attributes.get('src')?.trim() ?? ''
    const sentence = (lines: string) =>
      `${source === '' ? 'The picture' : mono(source)} ${why}. Correct what stands in ${lines}.`
    return foundIn(placesOf(parsed, those), outcome, title, sentence, why)
  })
})

function wrong(source: string): { outcome: 'error' | 'warning'; title: string; why: string } | null {
  const text = source.trim()
  const error = (title: string, why: string) => ({ outcome: 'error' as const, title, why })
  const warning = (title: string, why: string) => ({ outcome: 'warning' as const, title, why })
  if (text === '') return error('Image without source', 'has no `src`')
  if (findVariables(text)[0]?.start === 0) return null
  if (/^data:/i.test(text))
    return warning('Image inside the mail', 'is not shown by Gmail and Outlook, and makes the mail long')
  if (/^cid:/i.test(text)) return error('Image as an attachment', 'is a picture that nobody attached')
  if (!/^https?:\/\//i.test(text))
    return error('Image cannot be loaded', 'is no address that anybody else can load')
  const url = parseUrl(filled(text))
  if (url === null) return error('Image cannot be loaded', 'is no address')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwn =
    isIP(host) !== 0
      ? !isPublicAddress(host)
      : host === 'localhost' || /\.(?:localhost|local|internal|lan)$/i.test(host)
  if (isOwn) return error('Image on a machine of yours', 'leads where nobody else can go')
  if (placeholders.test(host))
    return error('Image is a placeholder', 'is a picture that stands in for another')
  if (url.protocol === 'http:')
    return warning('Image over http', 'is not loaded by programs that ask for encryption')
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
