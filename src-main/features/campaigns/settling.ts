import type { Clock } from '../../core/clock'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { SendingRecord } from './store/sendings'
import type { Cache } from '../../cache/store'
import { type CatalogueWriting, recordOf } from '../catalogue'
import type { Logger } from '../../core/log'
import { isProblem } from '../../core/problems'
import { settledBy, stillDraft } from './hold'

/** What settling takes. `settled` is told of each sending whose outcome became known. */
export interface SettlingTools {
  cache: Cache
  clock: Clock
  log: Logger
  access: { readonly online: boolean; watch(listener: () => void): () => void }
  writing: CatalogueWriting
  settled(record: SendingRecord): void
}

/** A request may be on its way for so long (milliseconds): a draft counts as not sent only after that. */
const longestWayMs = 30_000
const askEveryMs = 5_000

interface Followed {
  record: SendingRecord
  /** Monotonic: since when it is followed. */
  since: number
}

/**
 * Finds out what became of sendings about which no answer came, by reading their campaigns: now, every few seconds while a
 * request could still arrive, and whenever the service answers again. Nothing is sent for it.
 */
export class Settling {
  readonly #followed = new Map<number, Followed>()
  readonly #closing = new AbortController()
  readonly #unwatch: (() => void)[]
  #asking: Promise<void> | null = null
  #online: boolean
  /** Ends the pause between two looks. */
  #wake: () => void = () => undefined

  constructor(private readonly tools: SettlingTools) {
    this.#online = tools.access.online
    const unwatchCopy = tools.cache.watch(() => this.#glance())
    const unwatchAccess = tools.access.watch(() => {
      const { online } = tools.access
      if (online && !this.#online) {
        this.#ask()
        this.#wake()
      }
      this.#online = online
    })
    this.#unwatch = [unwatchCopy, unwatchAccess]
  }

  /** Begins to look after a sending whose outcome is unknown. */
  follow(record: SendingRecord): void {
    this.#followed.set(record.id, { record, since: this.tools.clock.monotonic() })
    this.#ask()
  }

  /** A person has put it away: it is theirs to know. */
  forget(campaignId: string): void {
    for (const [id, { record }] of this.#followed)
      if (record.campaignId === campaignId) this.#followed.delete(id)
  }

  /** What a campaign is now may settle its sending. */
  async noticed(campaign: Campaign): Promise<void> {
    const { cache, clock, settled } = this.tools
    const found = [...this.#followed.values()].find(({ record }) => record.campaignId === campaign.id)
    if (!found) return
    const outcome = settledBy(campaign.status)
    if (outcome === null) return
    if (outcome === 'notSent' && clock.monotonic() - found.since < longestWayMs) return
    this.#followed.delete(found.record.id)
    settled(
      await cache.sendings.settle({
        id: found.record.id,
        state: outcome === 'sent' ? 'sent' : 'refused',
        problem: outcome === 'sent' ? null : stillDraft(),
      }),
    )
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    for (const unwatch of this.#unwatch) unwatch()
    await this.#asking
  }

  /**
   * A sync may have brought what a campaign became. It was copied as a draft right before it left: that the copy says
   * more says that it was sent; that it says draft still says nothing.
   */
  #glance(): void {
    for (const { record } of this.#followed.values()) {
      this.#inCopy(record.campaignId).catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.tools.log.error('settling_failed', { detail: String(error) })
      })
    }
  }

  async #inCopy(campaignId: string): Promise<void> {
    const campaign = await recordOf(this.tools.cache, 'campaigns', campaignId)
    if (campaign && settledBy(campaign.status) === 'sent') await this.noticed(campaign)
  }

  #ask(): void {
    this.#asking ??= this.#askWhileItMatters()
      .then(
        () => true,
        (error: unknown) => {
          if (!this.#closing.signal.aborted)
            this.tools.log.error('settling_failed', { detail: String(error) })
          return false
        },
      )
      .then((ended) => {
        this.#asking = null
        // One that began to be followed just when the last look had ended.
        if (ended && this.#hasYoung()) this.#ask()
      })
  }

  async #askWhileItMatters(): Promise<void> {
    for (;;) {
      for (const { record } of [...this.#followed.values()]) await this.#look(record.campaignId)
      // What is not settled by then is looked at when the service answers again, or somebody opens the campaign.
      if (!this.#hasYoung()) return
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([woken, this.tools.clock.sleep(askEveryMs, this.#closing.signal)])
    }
  }

  #hasYoung(): boolean {
    const now = this.tools.clock.monotonic()
    return [...this.#followed.values()].some(({ since }) => now - since < longestWayMs + askEveryMs)
  }

  async #look(campaignId: string): Promise<void> {
    const { writing, access, log } = this.tools
    if (!access.online || this.#closing.signal.aborted) return
    try {
      await this.noticed(await writing.read('campaigns', campaignId))
    } catch (error) {
      if (!isProblem(error)) throw error
      log.warn('campaign_not_read', { code: error.problem.code })
    }
  }
}
