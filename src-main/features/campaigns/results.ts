import type { Clock } from '../../core/clock'
import type { CampaignResults, Funnel } from '../../../src-shared/bridge/campaigns'
import { funnelOf, ratesOf, type Rated } from '../../../src-shared/campaign-rates'
import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import { instantOf } from '../../../src-shared/instants'
import type { ServiceClient } from '../../core/client/client'
import { isProblem } from '../../core/problems'
import type { Campaigns } from './campaigns'
import { Watched } from './watched'

/** Milliseconds after which hardly anybody opens a mail any more: counts are complete. */
const settles = 7 * 24 * 3_600_000
/** So many earlier campaigns make something usual. */
const fewest = 3

/** Milliseconds for which an answer of a campaign that is being sent counts as the present. */
const askedAnew = 2000

/** What results are read with. */
export interface ResultTools {
  cache: Pick<Cache, 'catalogue' | 'runs'>
  clock: Clock
  access: { readonly client: ServiceClient }
  campaigns: Pick<Campaigns, 'known' | 'refresh'>
}

/** What became of campaigns: the counts that the service says, and how fast one is being sent. */
export class Results {
  /** Counts that the service was asked for here, by campaign, with when. */
  readonly #asked = new Map<string, { funnel: Funnel; at: number }>()
  readonly #watched = new Map<string, Watched>()

  constructor(private readonly tools: ResultTools) {}

  /** `refresh`: the service is asked first, for the campaign and its counts. */
  async of(id: string, refresh: boolean): Promise<Omit<CampaignResults, 'braked'>> {
    if (refresh && !this.#isFresh(id)) await this.#ask(id)
    const { campaigns, cache } = this.tools
    const campaign = await campaigns.known(id)
    const { asOf } = await cache.runs.resource('campaigns')
    const asked = this.#asked.get(id)
    // What a sync brought since is newer.
    const isNewer = asked !== undefined && asked.at >= (asOf ?? 0)
    const funnel = isNewer ? asked.funnel : funnelOf(campaign)
    const watched = campaign.status === 'SENDING' ? this.#watched.get(id) : undefined
    return {
      status: campaign.status,
      funnel,
      rates: ratesOf(funnel),
      median: await this.#median(campaign),
      completeAt: completeAt(campaign),
      progress: watched?.progress(funnel) ?? null,
      pace: watched?.pace() ?? [],
      passed: watched?.passed ?? null,
      idleSeconds: watched?.idleSeconds() ?? null,
      asOf: isNewer ? asked.at : asOf,
    }
  }

  /** While it is being sent several ask: what was answered a moment ago will do. */
  #isFresh(id: string): boolean {
    const asked = this.#asked.get(id)
    return this.#watched.has(id) && asked !== undefined && this.tools.clock.now() - asked.at < askedAnew
  }

  async #ask(id: string): Promise<void> {
    const { campaigns, clock, access } = this.tools
    const campaign = await campaigns.refresh(id)
    let funnel = funnelOf(campaignSchema.parse(campaign.raw))
    try {
      funnel = funnelOf((await access.client.campaignStats(id, { priority: 'click' })).value)
    } catch (error) {
      // Some deployments have no statistics of their own: the campaign's counts are what there is.
      if (!isProblem(error, 'not_found')) throw error
    }
    this.#asked.set(id, { funnel, at: clock.now() })
    if (campaign.status !== 'SENDING') {
      this.#watched.delete(id)
      return
    }
    const watched = this.#watched.get(id) ?? new Watched()
    this.#watched.set(id, watched)
    watched.note(clock.monotonic(), funnel.sent, clock.now())
    watched.reached(funnel, clock.now())
  }

  /** What is usual, as soon as this campaign can be compared with it. */
  async #median(campaign: Campaign): Promise<CampaignResults['median']> {
    const complete = completeAt(campaign)
    const now = this.tools.clock.now()
    return complete === null || complete > now ? null : medianOf(await this.#earlier(campaign, now))
  }

  /** Campaigns that were sent before this one, reached somebody, and are complete. */
  async #earlier(campaign: Campaign, now: number): Promise<Funnel[]> {
    const records = await this.tools.cache.catalogue.all('campaigns')
    const before = instantOf(campaign.sentAt) ?? Number.POSITIVE_INFINITY
    return records
      .map((record) => campaignSchema.parse(record))
      .filter(({ id, status, sentAt }) => {
        const at = instantOf(sentAt)
        return id !== campaign.id && status === 'SENT' && at !== null && at < before && at + settles <= now
      })
      .map(funnelOf)
      .filter(({ delivered }) => delivered > 0)
  }
}

function completeAt({ status, sentAt }: Campaign): number | null {
  const at = status === 'SENT' ? instantOf(sentAt) : null
  return at === null ? null : at + settles
}

function medianOf(funnels: readonly Funnel[]): CampaignResults['median'] {
  if (funnels.length < fewest) return null
  const rates = funnels.map(ratesOf)
  const of = (name: Rated) => middle(rates.map((each) => each[name] ?? 0))
  return {
    campaigns: funnels.length,
    delivered: of('delivered'),
    opened: of('opened'),
    clicked: of('clicked'),
    bounced: of('bounced'),
    unsubscribed: of('unsubscribed'),
    complained: of('complained'),
  }
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}
