import { t } from '../../../src-shared/messages/message'
import {
  mailStepSchema,
  type CampaignDetail,
  type CampaignPerson,
  type CampaignReach,
  type DomainReach,
  type MailStep,
} from '../../../src-shared/bridge/campaigns'
import type { Slice } from '../../../src-shared/bridge/base'
import { bounceLimits, fewestBounces } from '../../../src-shared/campaign-brake'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { CatalogueWriting } from '../catalogue'
import { linkWords, mailOf } from '../review'
import { memberRequests, requestsOf, staticSegment } from '../segments'
import type { Campaigns } from './campaigns'
import { mailed } from './mailed'
import type { DomainSteps } from './store'

/** What is asked of who got campaigns is read with. */
export interface WhoGotTools {
  cache: Pick<Cache, 'campaignPeople' | 'catalogue' | 'sendings'>
  writing: CatalogueWriting
  campaigns: Pick<Campaigns, 'known' | 'get' | 'create'>
  /** Reads the members of a segment from the service into the copy. */
  readMembers(segmentId: string): Promise<void>
}

/** Domains told apart. */
const mostDomains = 4

/** Addresses read at a time. */
const slice = 2000

/** Who got campaigns and what became of it, by the copied events. */
export class WhoGot {
  constructor(private readonly tools: WhoGotTools) {}

  async people(asked: {
    id: string
    step: MailStep | null
    search: string
    slice: Slice
  }): Promise<{ rows: CampaignPerson[]; count: number }> {
    const campaign = await this.tools.campaigns.known(asked.id)
    const words = linkWords(mailOf(campaign))
    const { rows, count } = await this.tools.cache.campaignPeople.page({
      campaign: mailed(campaign),
      step: asked.step,
      search: asked.search,
      slice: asked.slice,
    })
    return {
      rows: rows.map(({ contactId, data, link, ...person }) => ({
        ...person,
        id: contactId,
        name: nameIn(data),
        link: link && (words.get(link) ?? link),
      })),
      count,
    }
  }

  async reach(id: string): Promise<CampaignReach> {
    const { cache, campaigns } = this.tools
    const campaign = await campaigns.known(id)
    const { domains, links, first } = await cache.campaignPeople.figures({ campaign: mailed(campaign) })
    const words = linkWords(mailOf(campaign))
    const confirmed = await cache.sendings.of(id)
    return {
      steps: summed(domains),
      ...toldApart(domains.map(reachOf)),
      links: links.map(({ url, people }) => ({ url, people, words: words.get(url) ?? '' })),
      first: first && {
        contactId: first.contactId,
        name: nameIn(first.data) ?? first.email,
        at: first.at,
      },
      confirmed: confirmed && {
        people: confirmed.people,
        seconds: confirmed.seconds,
        leftAt: confirmed.at,
        atOnce: confirmed.atOnce,
      },
    }
  }

  /** How each domain took a campaign, with what came back. */
  async bounces(id: string): Promise<(DomainReach & { replies: { reply: string; people: number }[] })[]> {
    const { cache, campaigns } = this.tools
    const campaign = mailed(await campaigns.known(id))
    const { domains } = await cache.campaignPeople.figures({ campaign })
    const replies = await cache.campaignPeople.replies({ campaign })
    const byDomain = new Map<string, typeof replies>()
    for (const reply of replies) byDomain.set(reply.domain, [...(byDomain.get(reply.domain) ?? []), reply])
    return domains.map(reachOf).map((of) => ({ ...of, replies: byDomain.get(of.domain) ?? [] }))
  }

  /** A draft for those alone from whom nothing came. What was made on the way stays, and is taken up by the next try. */
  async writeToMissed(id: string): Promise<CampaignDetail> {
    const { writing, campaigns, readMembers } = this.tools
    writing.refuse()
    const campaign = await campaigns.known(id)
    const { description, mail, name } = await campaigns.get(id)
    const segment = await staticSegment(this.tools, {
      name: t('campaigns.whoGot.missedName', { name: name.slice(0, 180) }),
    })
    const requests = memberRequests(writing, segment)
    for (const emails of requestsOf(await this.#missed(campaign))) await requests.add(emails)
    await readMembers(segment.id)
    await writing.read('segments', segment.id)
    return campaigns.create({
      name: t('campaigns.whoGot.nameToThoseMissed', { name: name.slice(0, 180) }),
      description,
      mail,
      audience: { kind: 'segment', id: segment.id },
    })
  }

  async #missed(campaign: Campaign): Promise<string[]> {
    const found: string[] = []
    for (let after: number | null = 0; after !== null;) {
      const part: { emails: string[]; next: number | null } = await this.tools.cache.campaignPeople.addresses(
        { campaign: mailed(campaign), step: 'open', after, limit: slice },
      )
      found.push(...part.emails)
      after = part.next
    }
    return found
  }
}

function nameIn(data: Record<string, unknown>): string | null {
  const text = (key: string) => (typeof data[key] === 'string' ? data[key].trim() : '')
  return text('name') || [text('firstName'), text('lastName')].filter((part) => part !== '').join(' ') || null
}

function summed(domains: readonly DomainSteps[]): CampaignReach['steps'] {
  const sum = { open: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 }
  for (const domain of domains) for (const step of mailStepSchema.options) sum[step] += domain[step]
  return sum
}

function reachOf({ domain, open, delivered, opened, clicked, bounced }: DomainSteps): DomainReach {
  const arrived = delivered + opened + clicked
  return { domain, sent: open + arrived + bounced, delivered: arrived, open, bounced }
}

/** The most frequent domains; the last of them is one that bounces more than is well, where there is one. */
function toldApart(all: DomainReach[]): Pick<CampaignReach, 'domains' | 'others'> {
  const bySent = all.filter(({ sent }) => sent > 0).sort((one, other) => other.sent - one.sent)
  const [first, rest] = [bySent.slice(0, mostDomains - 1), bySent.slice(mostDomains - 1)]
  const bad = rest
    .filter(({ sent, bounced }) => bounced >= fewestBounces && bounced / sent >= bounceLimits.warn)
    .reduce<DomainReach | undefined>(
      (worst, one) => (worst && worst.bounced >= one.bounced ? worst : one),
      undefined,
    )
  const last = bad ?? rest[0]
  const others = rest.filter((one) => one !== last)
  const sum = (of: 'sent' | 'delivered' | 'open' | 'bounced') =>
    others.reduce((total, one) => total + one[of], 0)
  return {
    domains: last ? [...first, last] : first,
    others:
      others.length === 0
        ? null
        : {
            domains: others.length,
            sent: sum('sent'),
            delivered: sum('delivered'),
            open: sum('open'),
            bounced: sum('bounced'),
          },
  }
}
