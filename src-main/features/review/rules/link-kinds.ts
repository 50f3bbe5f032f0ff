import { t } from '../../../../src-shared/messages/message'
import { isIP } from 'node:net'
import { getDomain } from 'tldts'
import type { Place } from '../../../../src-shared/bridge/review'
import { findVariables } from '../../../../src-shared/interface/template-text'
import type { MailElement, ParsedMail } from '../parsed-mail'
import { isPublicAddress } from '../../../../src-shared/interface/public-address'
import { parseUrl } from '../../../../src-shared/url'

/** A link of a mail, read. */
export interface MailLink {
  element: MailElement
  /** As it is written. */
  href: string
  /** null where it is no address of the web, or a variable decides where it leads. */
  url: URL | null
  kind: 'web' | 'variable' | 'anchor' | 'mailto' | 'active' | 'placeholder' | 'private' | 'malformed'
  /** Why it is malformed or a placeholder: "is empty". */
  why: string
}

/** What stands where an address was to be written. */
const unfilled =
  /^(?:(?:TO-?DO|TBD|X{3,}|LINK|URL|INSERT|CHANGE|YOUR(?:[-_ ]?(?:LINK|URL|SITE|DOMAIN))?)(?![a-z])|\[|<)/i

/** Every link of a mail. */
export function linksOf(parsed: ParsedMail): MailLink[] {
  const anchors = new Set(
    parsed.elements.flatMap(({ attributes }) => [attributes.get('id') ?? '', attributes.get('name') ?? '']),
  )
  return parsed.elements
    .filter(({ tag, attributes }) => (tag === 'a' || tag === 'area') && attributes.has('href'))
    .map((element) => ({ element, ...read(element.attributes.get('href') ?? '', anchors) }))
}

/** Where the addresses of links stand. */
export function hrefsOf(parsed: ParsedMail, links: readonly Pick<MailLink, 'element'>[]): Place[] {
  return links.map(({ element }) => {
    const { start, end } = element.startOf('href')
    return parsed.place(start, end)
  })
}

function read(href: string, anchors: ReadonlySet<string>): Omit<MailLink, 'element'> {
  const said = (kind: MailLink['kind'], why = '', url: URL | null = null) => ({ href, url, kind, why })
  const text = href.trim()
  const variables = findVariables(text)
  if (variables[0]?.start === 0) return said('variable')
  if (text === '') return said('placeholder', t('words.isEmpty'))
  if (text === '#') return said('placeholder', t('review.linkKinds.leadsTo'))
  // Browsers skip control characters and spaces in a scheme.
  const plain = text.replace(/[\p{Cc}\s]/gu, '')
  if (/^(?:javascript|vbscript|data|file|blob|livescript|mocha):/i.test(plain)) return said('active')
  if (text.startsWith('#')) {
    const target = text.slice(1)
    const stands = anchors.has(target)
    return stands ? said('anchor') : said('placeholder', t('review.linkKinds.leadsToAPlace'))
  }
  if (/^(?:tel|sms|callto|whatsapp|webcal|geo):/i.test(plain)) return said('anchor')
  if (/^mailto:/i.test(plain)) {
    return /^mailto:[^@\s?]+@[^@\s?]+\.[^@\s?]+/i.test(plain) ||
      variables.length > 0 ||
      /^mailto:\?/i.test(plain)
      ? said('mailto')
      : said('malformed', t('review.linkKinds.namesNoAddress'))
  }
  if (unfilled.test(text) && !/^[a-z]+:\/\//i.test(text)) {
    return said('placeholder', t('review.linkKinds.wasNeverFilledIn'))
  }
  return web(text, said)
}

function web(
  text: string,
  said: (kind: MailLink['kind'], why?: string, url?: URL | null) => Omit<MailLink, 'element'>,
): Omit<MailLink, 'element'> {
  if (text.startsWith('//')) return said('malformed', t('review.linkKinds.hasNoHttps'))
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined)
    return said(
      'malformed',
      /^www\.|^[\w-]+(?:\.[\w-]+)+(?:\/|$)/i.test(text)
        ? t('review.linkKinds.hasNoHttps2')
        : t('review.linkKinds.isRelativeAndA'),
    )
  if (scheme !== 'http' && scheme !== 'https')
    return said('malformed', t('review.linkKinds.hasTheSchemeScheme', { scheme }))
  if (!/^https?:\/\/[^/]/i.test(text)) return said('malformed', t('review.linkKinds.lacksASlashAfter'))
  if (/^https?:\/\/https?:?\/?\/?/i.test(text)) return said('malformed', t('review.linkKinds.hasTwoSchemes'))
  if (/\s/.test(text.replace(/\{\{[^{}]*\}\}/g, '')))
    return said('malformed', t('review.linkKinds.hasASpaceIn'))
  const url = parseUrl(filled(text))
  if (url === null) return said('malformed', t('review.images.isNoAddress'))
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0)
    return isPublicAddress(host)
      ? said('web', '', url)
      : said('private', t('review.linkKinds.leadsToAPrivate'), url)
  if (host === 'localhost' || /\.(?:localhost|local|internal|lan|home\.arpa)$/i.test(host))
    return said('private', t('review.linkKinds.leadsToAMachine'), url)
  if (/(?:^|\.)example\.(?:com|org|net)$|\.(?:example|invalid|test)$|^example$/i.test(host))
    return said('placeholder', t('review.linkKinds.leadsToAnExample'), url)
  if (
    /^(?:(?:www\.)?(?:yourdomain|your-?site|your-?company|your-?website|mysite|mydomain|domain|website)\.(?:com|org|net)|link|url|to-?do|tbd|x{3,})$/i.test(
      host,
    )
  )
    return said('placeholder', t('review.linkKinds.wasNeverFilledIn'), url)
  if (
    /(?:\bTO-?DO\b|\bTBD\b|\bINSERT[-_ ]|\bYOUR[-_]LINK|X{4})/.test(
      decodeURI(safe(url.pathname + url.search)),
    )
  )
    return said('placeholder', t('review.linkKinds.wasNeverFilledIn'), url)
  if (getDomain(host) === null) return said('malformed', t('review.linkKinds.hasAHostThat', { host }))
  return said('web', '', url)
}

const safe = (text: string): string =>
  text.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/%[89a-f][0-9a-f]/gi, '')

/** An address with a letter for each of its variables. */
export function filled(text: string): string {
  let out = ''
  let at = 0
  for (const { start, end } of findVariables(text)) {
    out += `${text.slice(at, start)}x`
    at = end
  }
  return out + text.slice(at)
}

/** Who counts clicks for whom: a link of theirs was copied out of a mail, and tells them of every click. */
const trackers: readonly [RegExp, string][] = [
  [/(?:^|\.)list-manage\d*\.com$/, 'Mailchimp'],
  [/(?:^|\.)mailchi\.mp$/, 'Mailchimp'],
  [/(?:^|\.)mandrillapp\.com$/, 'Mandrill'],
  [/(?:^|\.)ct\.sendgrid\.net$|(?:^|\.)sendgrid\.net$/, 'SendGrid'],
  [/(?:^|\.)awstrack\.me$/, 'Amazon SES'],
  [/(?:^|\.)hubspotlinks\.com$|(?:^|\.)hubspotemail\.net$|(?:^|\.)hs-sites\.com$/, 'HubSpot'],
  [/(?:^|\.)klclick\d*\.com$|(?:^|\.)kmail-lists\.com$/, 'Klaviyo'],
  [/(?:^|\.)cmail\d+\.com$|(?:^|\.)createsend\d*\.com$/, 'Campaign Monitor'],
  [/(?:^|\.)rs6\.net$|(?:^|\.)constantcontact\.com$/, 'Constant Contact'],
  [/(?:^|\.)mjt\.lk$/, 'Mailjet'],
  [/(?:^|\.)pstmrk\.it$/, 'Postmark'],
  [/(?:^|\.)sendibt\d*\.com$|(?:^|\.)sibforms\.com$|(?:^|\.)brevo\.com$/, 'Brevo'],
  [/(?:^|\.)customeriomail\.com$|(?:^|\.)e\.customer\.io$/, 'Customer.io'],
  [/(?:^|\.)exct\.net$|(?:^|\.)exacttarget\.com$/, 'Salesforce'],
  [/(?:^|\.)mktoweb\.com$/, 'Marketo'],
  [/(?:^|\.)acemlna\.com$|(?:^|\.)activehosted\.com$/, 'ActiveCampaign'],
  [/(?:^|\.)convertkit-mail\d*\.com$/, 'Kit'],
  [/(?:^|\.)mlsend\d*\.com$|(?:^|\.)mailerlite\.com$/, 'MailerLite'],
  [/(?:^|\.)useplunk\.(?:com|dev)$|(?:^|\.)plunk\.dev$/, 'Plunk'],
  [/(?:^|\.)safelinks\.protection\.outlook\.com$/, 'Outlook'],
  [/(?:^|\.)urldefense\.(?:com|proofpoint\.com)$/, 'Proofpoint'],
]

/** Whose tracking a link goes through; null where it is nobody's that is known. */
export function trackerOf(url: URL): string | null {
  const { hostname, pathname } = url
  // Their own sites are no tracking: only what looks like a redirect is.
  const isRedirect =
    pathname.length > 16 ||
    url.search.length > 16 ||
    /^\/(?:ls\/click|track|click|c|CL0|l|r|f)\b/i.test(pathname)
  if (/(?:^|\.)google\.[a-z.]+$/.test(hostname) && pathname === '/url') return 'Google'
  if (/^l\.(?:facebook|instagram)\.com$/.test(hostname) && pathname === '/l.php') return 'Facebook'
  return isRedirect ? (trackers.find(([pattern]) => pattern.test(hostname))?.[1] ?? null) : null
}
