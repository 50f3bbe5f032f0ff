import { t } from '../../../src-shared/messages/message'
import type { Resource } from '../../../src-shared/bridge/sync'
import type { CampaignResults, Sending } from '../../../src-shared/bridge/campaigns'
import { stopsFor, type BrakeLimits } from '../../../src-shared/campaign-brake'
import { Emitter } from '../../../src-shared/emitter'
import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import type { Cache } from '../../cache/store'
import type { Clock } from '../../core/clock'
import type { Logger } from '../../core/log'
import { isProblem } from '../../core/problems'
import type { Campaigns } from './campaigns'
import type { Results } from './results'

/** How often the service is asked (milliseconds). */
const pace = 5000
/** After so many of these the copied events are read again: who got it is told by them. */
const eventsEvery = 6

/** What sendings are watched with. `notify` tells a person who looks elsewhere. */
export interface WatchTools {
  cache: Pick<Cache, 'catalogue'>
  clock: Clock
  log: Logger
  access: { readonly online: boolean }
  results: Pick<Results, 'of'>
  campaigns: Pick<Campaigns, 'cancel'>
  /** Where it stops one, as the profile says now. */
  brake(): BrakeLimits
  notify(title: string, body: string): void
  /** Begins to read lists of the copy again. */
  refresh(resources: readonly Resource[]): void
}

/** A sending that is watched. `since`: monotonic. */
interface Followed {
  name: string
  since: number
  sent: number
  recipients: number
}

/**
 * Watches campaigns while they are sent: asks how far they are, and stops one of which too many bounce or complain. It
 * does so only while the program runs; what it reads also draws how fast a campaign is sent.
 */
export class SendingWatch {
  readonly #followed = new Map<string, Followed>()
  readonly #stopped = new Map<string, NonNullable<CampaignResults['braked']>>()
  readonly #listeners = new Emitter()
  readonly #closing = new AbortController()
  #watching: Promise<void> | null = null

  constructor(private readonly tools: WatchTools) {}

  /** Takes up what is being sent by the copy. */
  async open(): Promise<void> {
    for (const record of await this.tools.cache.catalogue.all('campaigns')) {
      this.noticed(campaignSchema.parse(record))
    }
  }

  /** A campaign was read from the service: it is watched as long as it is being sent. */
  noticed({ id, name, status, sentCount, totalRecipients }: Campaign): void {
    if (this.#closing.signal.aborted) return
    const before = this.#followed.get(id)
    if (status !== 'SENDING') {
      if (!this.#followed.delete(id)) return
      this.#listeners.emit()
      this.tools.refresh(['campaigns', 'events'])
      return
    }
    const since = before?.since ?? this.tools.clock.monotonic()
    this.#followed.set(id, { name, since, sent: sentCount, recipients: totalRecipients })
    this.#listeners.emit()
    this.#watching ??= this.#watch().finally(() => {
      this.#watching = null
    })
  }

  /** What is being sent, and how far it is. */
  live(): Sending[] {
    return [...this.#followed].map(([campaignId, { name, sent, recipients }]) => ({
      campaignId,
      name,
      sent,
      recipients,
    }))
  }

  /** Why a campaign was stopped from here; null where it was not. */
  stopped(id: string): CampaignResults['braked'] {
    return this.#stopped.get(id) ?? null
  }

  watch(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    await this.#watching
  }

  async #watch(): Promise<void> {
    try {
      for (let round = 1; this.#followed.size > 0; round += 1) {
        await this.tools.clock.sleep(pace, this.#closing.signal)
        if (round % eventsEvery === 0) this.tools.refresh(['events'])
        for (const id of [...this.#followed.keys()]) if (this.tools.access.online) await this.#look(id)
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.tools.log.error('watch_failed', { detail: String(error) })
    }
  }

  async #look(id: string): Promise<void> {
    const { results, campaigns, clock, log, brake, notify } = this.tools
    try {
      const { funnel, status } = await results.of(id, true)
      const followed = this.#followed.get(id)
      if (status !== 'SENDING' || !followed) return
      this.#followed.set(id, { ...followed, sent: funnel.sent, recipients: funnel.recipients })
      this.#listeners.emit()
      const measure = stopsFor(funnel, (clock.monotonic() - followed.since) / 1000, brake())
      if (measure === null) return
      await campaigns.cancel(id)
      this.#stopped.set(id, {
        measure: measure.title,
        share: measure.share ?? 0,
        limit: measure.stop ?? 0,
        at: clock.now(),
      })
      this.#followed.delete(id)
      this.#listeners.emit()
      notify(
        t('campaigns.sendingWatch.stoppedName', { name: followed.name }),
        t('campaigns.sendingWatch.titleMoreThanThe', { title: measure.title }),
      )
    } catch (error) {
      if (!isProblem(error)) throw error
      log.warn('sending_not_read', { code: error.problem.code })
    }
  }
}
