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
import { instantOf } from '../../../src-shared/instants'
import type { Campaigns } from './campaigns'
import type { Results } from './results'

/** How often the service is asked (milliseconds). */
const pace = 5000
/** After so many of these the copied events are read again: who got it is told by them. */
const eventsEvery = 6

/** One that is due is asked about so much later each time (a share of how late it is): the service may take long to begin. */
const later = 0.2

/** What sendings are watched with. `notify` tells a person who looks elsewhere. */
export interface WatchTools {
  cache: Pick<Cache, 'catalogue' | 'runs' | 'watch'>
  clock: Clock
  log: Logger
  access: { readonly online: boolean }
  results: Pick<Results, 'of'>
  campaigns: Pick<Campaigns, 'cancel' | 'refresh'>
  /** Where it stops one, as the profile says now. */
  brake(): BrakeLimits
  notify(title: string, body: string): void
  /** Begins to read lists of the copy again. */
  refresh(resources: readonly Resource[]): void
}

/** A sending that is watched. `since`: monotonic. */
interface WatchedSending {
  name: string
  since: number
  sent: number
  recipients: number
}

/**
 * Watches campaigns while they are sent: asks how far they are, and stops one of which too many bounce or complain. One that
 * the service is to send by itself is asked for at its time, whoever scheduled it. It does so only while the program runs;
 * what it reads also draws how fast a campaign is sent.
 */
export class SendingWatch {
  readonly #followed = new Map<string, WatchedSending>()
  /** Those that the service sends at a time, with when they are asked for next. */
  readonly #scheduled = new Map<string, { due: number; next: number }>()
  readonly #stopped = new Map<string, NonNullable<CampaignResults['braked']>>()
  readonly #listeners = new Emitter()
  readonly #closing = new AbortController()
  readonly #unwatch: () => void
  #opening: Promise<void> | null = null
  /** When the copied campaigns were read, as they were looked through last; 0: they were not yet. */
  #seen: number | null = 0
  #watching: Promise<void> | null = null

  constructor(private readonly tools: WatchTools) {
    // What a sync brings was scheduled, or sent, by somebody else.
    this.#unwatch = tools.cache.watch(() => this.#openSoon())
  }

  /** Takes up what is being sent, or is to be, by the copy: where its campaigns were read since the last look. */
  async open(): Promise<void> {
    const { run, last } = await this.tools.cache.runs.resource('campaigns')
    const read = last?.endedAt ?? null
    if (run === null && read === this.#seen) return
    this.#seen = read
    for (const record of await this.tools.cache.catalogue.all('campaigns')) {
      const campaign = campaignSchema.parse(record)
      // The copy may be behind: that one has ended is for the service to say.
      if (campaign.status === 'SENDING' || campaign.status === 'SCHEDULED') this.noticed(campaign)
    }
  }

  #openSoon(): void {
    const { clock, log } = this.tools
    this.#opening ??= clock
      .sleep(pace, this.#closing.signal)
      .then(() => this.open())
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) log.error('watch_failed', { detail: String(error) })
      })
      .finally(() => (this.#opening = null))
  }

  /** A campaign was read from the service: it is watched as long as it is being sent. */
  noticed({ id, name, status, scheduledFor, sentCount, totalRecipients }: Campaign): void {
    if (this.#closing.signal.aborted) return
    const before = this.#followed.get(id)
    const due = status === 'SCHEDULED' ? instantOf(scheduledFor) : null
    if (due === null) this.#scheduled.delete(id)
    else if (this.#scheduled.get(id)?.due !== due) this.#scheduled.set(id, { due, next: due })
    if (status === 'SENDING') {
      const since = before?.since ?? this.tools.clock.monotonic()
      const sent = Math.max(sentCount, before?.sent ?? 0)
      this.#followed.set(id, { name, since, sent, recipients: totalRecipients })
      this.#listeners.emit()
    } else if (this.#followed.delete(id)) {
      this.#listeners.emit()
      this.tools.refresh(['campaigns', 'events'])
    }
    if (this.#followed.size + this.#scheduled.size === 0) return
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
    this.#unwatch()
    await Promise.all([this.#watching, this.#opening])
  }

  async #watch(): Promise<void> {
    try {
      for (let round = 1; this.#followed.size + this.#scheduled.size > 0; round += 1) {
        await this.tools.clock.sleep(pace, this.#closing.signal)
        if (round % eventsEvery === 0 && this.#followed.size > 0) this.tools.refresh(['events'])
        for (const id of [...this.#scheduled.keys()]) if (this.tools.access.online) await this.#ask(id)
        for (const id of [...this.#followed.keys()]) if (this.tools.access.online) await this.#look(id)
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.tools.log.error('watch_failed', { detail: String(error) })
    }
  }

  /** Asks whether one began, once its time has come; {@link SendingWatch.noticed} is told of it. */
  async #ask(id: string): Promise<void> {
    const { campaigns, clock, log } = this.tools
    const one = this.#scheduled.get(id)
    const now = clock.now()
    if (!one || now < one.next) return
    one.next = now + later * (now - one.due)
    try {
      await campaigns.refresh(id)
    } catch (error) {
      if (!isProblem(error)) throw error
      if (isProblem(error, 'not_found')) this.#scheduled.delete(id)
      log.warn('sending_not_read', { code: error.problem.code })
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
