import { campaignSchema } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import { completeAt, weekOf } from './mailed'

/** Campaigns that are learnt from at most, the latest: more are not kept. */
const most = 24

/** Learns from the bounces of campaigns, each once, as soon as events are copied that are younger than they take to come back. */
export class BounceLearning {
  private learning: Promise<void> = Promise.resolve()

  constructor(private readonly cache: Pick<Cache, 'campaignWeeks' | 'catalogue' | 'runs'>) {}

  /** Learns from those that came since. */
  learn(): Promise<void> {
    const learning = this.learning.then(() => this.learnAll())
    this.learning = learning.catch(() => undefined)
    return learning
  }

  private async learnAll(): Promise<void> {
    const { campaignWeeks, catalogue, runs } = this.cache
    const { asOf } = await runs.resource('events')
    const kept = new Set(await campaignWeeks.kept())
    const latest = (await catalogue.all('campaigns'))
      .map((record) => campaignSchema.parse(record))
      .filter((campaign) => completeAt(campaign) !== null)
      .sort((one, other) => (completeAt(other) ?? 0) - (completeAt(one) ?? 0))
    for (const campaign of latest.slice(0, most))
      if (!kept.has(campaign.id)) await weekOf(campaign, this.cache, asOf)
  }
}
