import type { Clock } from '../../core/clock'
import type { CampaignBeside, CampaignResults, Funnel } from '../../../src-shared/bridge/campaigns'
import { funnelOf, ratesOf, type Rated } from '../../../src-shared/campaign-rates'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { isProblem } from '../../core/problems'
import type { Campaigns } from './campaigns'
import { comparedAfterDays, completeAt, weekOf } from './mailed'
import type { WeekFigures } from './store'
import { Watched } from './watched'

/** So many other campaigns make something usual; so many at most are looked at, those nearest in time. */
const fewest = 3
const mostOthers = 12

/** Milliseconds for which an answer of a campaign that is being sent counts as the present. */
const askedAnew = 2000

/** What results are read with. */
export interface ResultTools {
  cache: Pick<Cache, 'campaignWeeks' | 'catalogue' | 'runs'>
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

  /** A campaign beside the median of the others, each as the copied events say it stood some days after it was sent. */
  async beside(id: string): Promise<CampaignBeside> {
    const { campaigns, cache } = this.tools
    const campaign = await campaigns.known(id)
    const { asOf } = await cache.runs.resource('events')
    const own = await weekOf(campaign, cache, asOf)
    const known = { days: comparedAfterDays, told: own?.figures.sent ?? 0, sent: campaign.sentCount }
    if (!own?.isTold) return { ...known, rates: null, median: null }
    const at = completeAt(campaign) ?? 0
    const others = (await cache.catalogue.all('campaigns'))
      .map((record) => campaignSchema.parse(record))
      .filter((other) => other.id !== id && completeAt(other) !== null)
      .sort((one, other) => Math.abs((completeAt(one) ?? 0) - at) - Math.abs((completeAt(other) ?? 0) - at))
    const funnels: Funnel[] = []
    for (const other of others) {
      if (funnels.length === mostOthers) break
      const week = await weekOf(other, cache, asOf)
      if (week?.isTold && week.figures.delivered > 0) funnels.push(funnelAt(week.figures))
    }
    return { ...known, rates: ratesOf(funnelAt(own.figures)), median: medianOf(funnels) }
  }
}

const funnelAt = (figures: WeekFigures): Funnel => ({ ...figures, recipients: figures.sent })

function medianOf(funnels: readonly Funnel[]): CampaignBeside['median'] {
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
