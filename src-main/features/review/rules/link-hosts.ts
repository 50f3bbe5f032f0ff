import { t } from '../../../../src-shared/messages/message'
import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { editDistance } from '../../../../src-shared/address/edit-distance'
import { hrefsOf, linksOf, type MailLink } from './link-kinds'
import { foundIn, mono, passed, type Remark, reviewRule } from './rule'

/** A name that is shorter comes near others by chance. */
const shortest = 6

/** Links to a host that is a letter away from the sender's own: misspelt, or somebody else's trap. */
export const linkHosts = reviewRule('linkHosts', 'mail', (parsed) => {
  const own = getDomainWithoutSuffix(parsed.mail.from.split('@').at(-1) ?? '') ?? ''
  const alike = linksOf(parsed).filter(({ kind, url }) => {
    const name = kind === 'web' && url !== null ? getDomainWithoutSuffix(url.hostname) : null
    return name !== null && own.length >= shortest && isAlike(name, own)
  })
  const host = alike[0]?.url?.hostname
  if (host === undefined) return passed(t('review.linkHosts.noHostLooksLike'))
  const sentence = (lines: string) =>
    t('review.linkHosts.itIsALetter', { host: mono(host), own: mono(own), lines })
  const title = t('review.linkHosts.hostLooksLikeYours', { host: mono(host) })
  return foundIn(hrefsOf(parsed, alike), 'warning', title, sentence)
})

/** Signs that are taken for each other. */
const folded = (name: string): string =>
  name.replace(/0/g, 'o').replace(/[1i]/g, 'l').replace(/rn/g, 'm').replace(/vv/g, 'w').replace(/5/g, 's')

function isAlike(name: string, own: string): boolean {
  return name !== own && (folded(name) === folded(own) || editDistance(name, own, 1) <= 1)
}

const counted = ['utm_source', 'utm_medium', 'utm_campaign'] as const

/** Links of one site count for one campaign: what differs is counted apart. */
export const linkTags = reviewRule('linkTags', 'mail', (parsed) => {
  const sites = new Map<string, { link: MailLink; url: URL }[]>()
  for (const link of linksOf(parsed)) {
    if (link.kind !== 'web' || link.url === null || !/[?&]utm_/.test(link.url.search)) continue
    const site = getDomain(link.url.hostname) ?? link.url.hostname
    sites.set(site, [...(sites.get(site) ?? []), { link, url: link.url }])
  }
  const remarks = [...sites].flatMap(([site, links]): Remark[] =>
    counted.flatMap((name) => {
      const values = [...new Set(links.map(({ url }) => url.searchParams.get(name) ?? ''))]
      const [first = '', second] = values
      if (second === undefined) return []
      const others = links.filter(({ url }) => (url.searchParams.get(name) ?? '') !== first)
      const said = (value: string) => (value === '' ? t('review.linkHosts.nothing') : mono(value))
      const sentence = (lines: string) =>
        t('review.linkHosts.itIsFirstAnd', { first: said(first), second: said(second), lines })
      const title = t('review.linkHosts.nameDiffers', { name: mono(name) })
      const places = hrefsOf(
        parsed,
        others.map(({ link }) => link),
      )
      return [foundIn(places, 'warning', title, sentence, `${site}:${name}`)]
    }),
  )
  if (remarks.length > 0) return remarks
  return passed(
    sites.size === 0 ? t('review.linkHosts.noCampaignTags') : t('review.linkHosts.campaignTagsAgree'),
  )
})
