import type { Clock } from '../../core/clock'
import type { CampaignResults, Funnel } from '../../../src-shared/bridge/campaigns'
import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import { instantOf } from '../../../src-shared/instants'
import type { ServiceClient } from '../../core/client/client'
import { isProblem } from '../../core/problems'
import type { Campaigns } from './campaigns'
import { funnelOf } from './shown'
import { Watched } from './watched'

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
  async of(id: string, refresh: boolean): Promise<CampaignResults> {
    if (refresh) await this.#ask(id)
    const { campaigns, cache } = this.tools
    const campaign = await campaigns.known(id)
    const { asOf } = await cache.runs.resource('campaigns')
    const asked = this.#asked.get(id)
    // What a sync brought since is newer.
    const isNewer = asked !== undefined && asked.at >= (asOf ?? 0)
    const funnel = isNewer ? asked.funnel : funnelOf(campaign)
    const sending = campaign.status === 'SENDING'
    return {
      status: campaign.status,
      funnel,
      rates: ratesOf(funnel),
      median: medianOf(await this.#earlier(campaign)),
      progress: sending ? (this.#watched.get(id)?.progress(funnel) ?? null) : null,
      asOf: isNewer ? asked.at : asOf,
    }
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
    watched.note(clock.monotonic(), funnel.sent)
  }

  /** Campaigns that were sent before this one, and reached somebody. */
  async #earlier(campaign: Campaign): Promise<Funnel[]> {
    const records = await this.tools.cache.catalogue.all('campaigns')
    const before = instantOf(campaign.sentAt) ?? Number.POSITIVE_INFINITY
    return records
      .map((record) => campaignSchema.parse(record))
      .filter(({ id, status, sentAt }) => {
        const at = instantOf(sentAt)
        return id !== campaign.id && status === 'SENT' && at !== null && at < before
      })
      .map(funnelOf)
      .filter(({ delivered }) => delivered > 0)
  }
}

/** Shares of what was delivered; null where nothing was. */
function ratesOf(funnel: Funnel): CampaignResults['rates'] {
  const share = (count: number) => (funnel.delivered > 0 ? count / funnel.delivered : null)
  return {
    open: share(funnel.opened),
    click: share(funnel.clicked),
    bounce: share(funnel.bounced),
    complaint: share(funnel.complained),
    unsubscribe: share(funnel.unsubscribed),
  }
}

function medianOf(funnels: readonly Funnel[]): CampaignResults['median'] {
  if (funnels.length === 0) return null
  const rates = funnels.map(ratesOf)
  const of = (name: keyof CampaignResults['rates']) => middle(rates.map((each) => each[name] ?? 0))
  return {
    campaigns: funnels.length,
    open: of('open'),
    click: of('click'),
    bounce: of('bounce'),
    complaint: of('complaint'),
    unsubscribe: of('unsubscribe'),
  }
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}
