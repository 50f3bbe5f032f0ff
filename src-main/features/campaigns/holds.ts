import { tell } from '../../../src-shared/messages/told'
import { t } from '../../../src-shared/messages/message'
import { Emitter } from '../../../src-shared/emitter'
import type { Hold } from '../../../src-shared/bridge/campaigns'
import type { Problem } from '../../../src-shared/problem'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { SendingRecord } from './store/sendings'
import { recordPath } from '../../core/client/catalogue'
import type { ServiceClient } from '../../core/client/client'
import { PendingWork } from '../../core/client/under-way'
import { endedBetween, makeOnce } from '../mail'
import { asProblem, isProblem, problem } from '../../core/problems'
import type { KeptSignOff } from '../review'
import {
  hasLeft,
  heldShown,
  isOtherNumber,
  notSent,
  recordShown,
  refuseOtherNumber,
  refusePast,
  refuseSame,
  refuseUnsigned,
  sendingOf,
  type HeldSending,
} from './hold'
import { Settling, type SettlingTools } from './settling'
import { typedCount } from './typed-count'

/** What sendings are held and sent with. */
export interface HoldTools extends Omit<SettlingTools, 'settled'> {
  access: SettlingTools['access'] & { readonly client: ServiceClient }
  /** The sign-off of a campaign as the service holds it; null where there is none of what it is. */
  signOffOf(campaign: Campaign): Promise<KeptSignOff | null>
  /** How long a sending is held. */
  seconds(): number
  /** How many would get a campaign now, as far as the service can be asked, else by the copy once it was refreshed. */
  count(campaign: Campaign): Promise<{ now: number; by: 'service' | 'copy' }>
  /** A campaign with the same subject or body that some of its people had lately; null: none, or a reason was given. */
  sameLately(campaign: Campaign): Promise<{ name: string; count: number } | null>
  /** Something left: the copy reads campaigns and events again. */
  refresh(): void
}

/** A sending that a person asks for. `typed`: the number of people as they typed it. */
export interface WantedSending {
  id: string
  scheduledFor: number | null
  people: number
  typed: string
}

/** So long an ending is shown to somebody who opens the program again. */
const shownForMs = 24 * 3_600_000

/** Opens the sendings of a profile, settling what was on its way when the program last ended. */
export async function openHolds(tools: HoldTools): Promise<Holds> {
  const { cache, clock } = tools
  const records = await cache.sendings.shown(clock.now() - shownForMs)
  const settled = await Promise.all(
    records.map(async (record) => {
      const { id, state } = record
      if (state === 'leaving') return cache.sendings.settle({ id, state: 'unknown', problem: endedBetween() })
      return state === 'held' ? cache.sendings.settle({ id, state: 'refused', problem: notSent() }) : record
    }),
  )
  return new Holds(tools, settled)
}

/**
 * Sendings of campaigns, held so that they can be undone. Whatever ends the program or the profile while one is held leaves
 * the draft as it was; its row says so afterwards. The request leaves once, after that was committed, and never again.
 */
export class Holds {
  readonly #held = new Map<string, HeldSending>()
  readonly #listeners = new Emitter()
  readonly #underWay = new PendingWork()
  readonly #settling: Settling
  #records: SendingRecord[]
  #closed = false

  constructor(
    private readonly tools: HoldTools,
    records: SendingRecord[],
  ) {
    this.#records = records
    this.#settling = new Settling({
      ...tools,
      settled: (record) => {
        this.#keep(record)
        if (record.state === 'sent') tools.refresh()
      },
    })
    for (const record of records) if (record.state === 'unknown') this.#settling.follow(record)
  }

  /** Held ones, those on their way, and those that ended lately and were not put away; the newest first. */
  live(): Hold[] {
    const held = [...this.#held.values()].reverse().map(heldShown)
    // Of a campaign that is sent again only the newest says how it stands.
    const records = this.#records.filter(
      ({ campaignId }, at) =>
        !this.#held.has(campaignId) &&
        this.#records.findIndex((other) => other.campaignId === campaignId) === at,
    )
    return [...held, ...records.map(recordShown)]
  }

  /** Holds a sending. Rejects where it may not leave as things are now (see the contract). */
  hold(wanted: WantedSending): Promise<Hold> {
    return this.#underWay.follow(this.#begin(wanted))
  }

  /** Takes a held sending back: exactly one of undoing and leaving happens. Throws `conflict` where it has left. */
  undo(campaignId: string): void {
    const held = this.#held.get(campaignId)
    if (!held || held.step === 'left') throw hasLeft()
    this.#drop(held)
    void this.#underWay.follow(this.#forget(held))
    this.#announce()
  }

  /** Lets a held sending leave now; answers with what came of it. */
  sendNow(campaignId: string): Promise<Hold> {
    const held = this.#held.get(campaignId)
    if (!held) return Promise.reject(hasLeft())
    if (held.step === 'held') held.atOnce = true
    return this.#go(held)
  }

  /** Puts away how a sending ended. What is held or on its way stays; what is not known is then for a person alone. */
  async dismiss(campaignId: string): Promise<void> {
    await this.tools.cache.sendings.dismiss(campaignId)
    this.#records = this.#records.filter(
      (record) => record.campaignId !== campaignId || record.state === 'leaving',
    )
    this.#settling.forget(campaignId)
    this.#announce()
  }

  /** Whether a campaign is held: what it was confirmed with must stay as it is. */
  isHeld(campaignId: string): boolean {
    return this.#held.has(campaignId)
  }

  /** A campaign was read from the service: that may settle what became of its sending, and says how many it goes to. */
  async noticed(campaign: Campaign): Promise<void> {
    await this.#settling.noticed(campaign)
    const record = this.#records.find(({ campaignId }) => campaignId === campaign.id)
    const { totalRecipients: recipients } = campaign
    if (record?.state !== 'sent' || record.recipients === recipients) return
    // What was said before is put right too.
    if (record.recipients === null && !isOtherNumber(campaign, record.people)) return
    this.#keep(await this.tools.cache.sendings.counted({ id: record.id, recipients }))
  }

  watch(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Drops what is held, so that nothing of it leaves, and waits for what has left. Who comes back is told. */
  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.clear()
    const dropped = [...this.#held.values()].filter(({ step }) => step !== 'left')
    for (const held of dropped) this.#drop(held)
    await this.#settling.close()
    await this.#underWay.ended()
    await Promise.all(dropped.map(({ row }) => this.#tellDropped(row)))
  }

  async #begin({ id, scheduledFor, people, typed }: WantedSending): Promise<Hold> {
    const { cache, clock, writing, signOffOf, sameLately, seconds } = this.tools
    writing.refuse()
    this.#refuseSecond(id)
    if (typedCount(typed) !== people) throw mistyped(people)
    const campaign = await writing.read('campaigns', id)
    const signOff = refuseUnsigned(campaign, await signOffOf(campaign), people)
    refuseSame(await sameLately(campaign))
    // Another page may have been as quick.
    this.#refuseSecond(id)
    // How it ended before is of no matter any more.
    await this.dismiss(id)
    this.#refuseSecond(id)
    const of = { campaignId: id, name: campaign.name, people, scheduledFor, seconds: seconds() }
    refusePast(scheduledFor, clock.now() + of.seconds * 1000)
    const row = await cache.sendings.add({
      ...of,
      atOnce: false,
      state: 'held',
      at: clock.now(),
      problem: null,
    })
    const held: HeldSending = {
      ...of,
      row: row.id,
      leavesAt: clock.now() + of.seconds * 1000,
      hash: signOff.hash,
      wake: new AbortController(),
      atOnce: false,
      step: 'held',
      leaving: null,
    }
    if (this.#closed || this.#held.has(id)) {
      await this.#forget(held)
      this.#refuseSecond(id)
      throw problem('cancelled')
    }
    this.#held.set(id, held)
    void clock.sleep(held.seconds * 1000, held.wake.signal).then(
      () => this.#goByItself(held),
      () => undefined, // It was undone, or is to leave before its time.
    )
    this.#announce()
    return heldShown(held)
  }

  #goByItself(held: HeldSending): void {
    this.#go(held).catch((error: unknown) => {
      // Undone in the very moment: all is as it was.
      if (!isProblem(error, 'conflict')) this.tools.log.error('sending_failed', { detail: String(error) })
    })
  }

  /** Lets it leave; whoever else asks for it waits for the same. */
  #go(held: HeldSending): Promise<Hold> {
    if (held.step === 'undone') return Promise.reject(hasLeft())
    if (held.step === 'held') held.step = 'going'
    held.leaving ??= this.#underWay.follow(this.#leave(held))
    held.wake.abort()
    return held.leaving
  }

  async #leave(held: HeldSending): Promise<Hold> {
    const { campaignId } = held
    const refused = await this.#look(held)
    // Undone while it was looked at: nothing has left, and nothing will.
    if (held.step === 'undone') throw hasLeft()
    held.step = 'left'
    this.#announce()
    let record = await this.#written(held, refused).catch((error: unknown) => {
      // Without its row nothing leaves: that is said, though it cannot be written down.
      this.#held.delete(campaignId)
      this.#keep({
        ...sendingOf(held, this.tools.clock.now()),
        state: 'refused',
        problem: asProblem(error).problem,
      })
      throw error
    })
    if (refused === null) record = await this.#send(record)
    this.#held.delete(campaignId)
    this.#keep(record)
    if (record.state === 'unknown') this.#settling.follow(record)
    return recordShown(record)
  }

  /** Its row says that it leaves, or why it does not. */
  #written(held: HeldSending, refused: Problem | null): Promise<SendingRecord> {
    const { cache, clock } = this.tools
    const { id, at, seconds, atOnce } = sendingOf(held, clock.now())
    return refused === null
      ? cache.sendings.leave({ id, at, seconds, atOnce })
      : cache.sendings.settle({ id, state: 'refused', problem: refused })
  }

  /** Looks once more, right before it leaves; why it may not. */
  async #look({ campaignId, hash, people, scheduledFor }: HeldSending) {
    const { writing, signOffOf, sameLately, count, clock } = this.tools
    try {
      writing.refuse()
      const campaign = await writing.read('campaigns', campaignId)
      const signOff = refuseUnsigned(campaign, await signOffOf(campaign), people)
      if (signOff.hash !== hash) refuseUnsigned(campaign, null, people)
      refuseSame(await sameLately(campaign))
      refuseOtherNumber({ people, ...(await count(campaign)) })
      refusePast(scheduledFor, clock.now())
      writing.refuse()
      return null
    } catch (error) {
      return asProblem(error).problem
    }
  }

  async #send(record: SendingRecord): Promise<SendingRecord> {
    const { cache, access, refresh } = this.tools
    const { id, campaignId, name, people, scheduledFor } = record
    const body = scheduledFor === null ? {} : { scheduledFor: new Date(scheduledFor).toISOString() }
    const write = {
      title: tell('told.sendCampaign', { isNull: scheduledFor === null, name, people }),
      method: 'POST',
      path: `${recordPath('campaigns', campaignId)}/send`,
      body,
    } as const
    const made = await makeOnce(this.tools, write, (options) =>
      access.client.sendCampaign(campaignId, body, options),
    )
    const outcome = 'answered' in made ? ({ state: 'sent', problem: null } as const) : made.outcome
    const settled = await cache.sendings.settle({ id, ...outcome })
    const now =
      'answered' in made
        ? await this.#learn(campaignId, made.answered)
        : settled.state === 'refused' && made.left
          ? await this.#learn(campaignId, null)
          : null
    if (settled.state !== 'refused') refresh()
    if (settled.state !== 'sent' || now === null || !isOtherNumber(now, people)) return settled
    return cache.sendings.counted({ id, recipients: now.totalRecipients })
  }

  /** The copy gets the campaign as it is now. The sending is what it is, whatever comes of this. */
  async #learn(campaignId: string, answered: Campaign | null): Promise<Campaign | null> {
    const { cache, writing, log } = this.tools
    try {
      if (answered?.id !== campaignId) return await writing.read('campaigns', campaignId)
      await cache.catalogue.upsert({ list: 'campaigns', record: answered })
      return answered
    } catch (error) {
      if (!isProblem(error)) throw error
      log.warn('campaign_not_read', { code: error.problem.code })
      return null
    }
  }

  /** Undone: nothing is said of it after a crash. Where that cannot be written, it is told that it did not leave. */
  async #forget({ row }: HeldSending): Promise<void> {
    const { cache, log } = this.tools
    await cache.sendings.undo(row).catch((error: unknown) => {
      log.warn('hold_not_forgotten', { code: asProblem(error).problem.code })
    })
  }

  async #tellDropped(row: number): Promise<void> {
    const { cache, log } = this.tools
    await cache.sendings.settle({ id: row, state: 'refused', problem: notSent() }).catch((error: unknown) => {
      // The copy is closing for a reason of its own. Nothing was sent, and the draft says so.
      log.warn('hold_not_noted', { code: asProblem(error).problem.code })
    })
  }

  #drop(held: HeldSending): void {
    held.step = 'undone'
    held.wake.abort()
    this.#held.delete(held.campaignId)
  }

  #keep(record: SendingRecord): void {
    this.#records = [record, ...this.#records.filter(({ id }) => id !== record.id)].sort(
      (one, other) => other.id - one.id,
    )
    this.#announce()
  }

  #refuseSecond(campaignId: string): void {
    const unknown = this.#records.some(
      (record) => record.campaignId === campaignId && record.state === 'unknown',
    )
    if (this.#held.has(campaignId)) {
      throw problem('conflict', {
        title: tell('campaigns.holds.itIsBeingSent'),
        why: tell('campaigns.holds.thisCampaignWasConfirmed'),
        action: tell('campaigns.holds.undoThatFirstOr'),
      })
    }
    if (unknown) {
      throw problem('conflict', {
        title: tell('campaigns.holds.nobodyKnowsWhetherIt'),
        why: tell('campaigns.holds.itsRequestLeftBefore'),
        action: tell('campaigns.holds.lookAtTheCampaign'),
      })
    }
  }

  #announce(): void {
    this.#listeners.emit()
  }
}

/** Refuses a number that was typed: it is not that of the people. */
export function mistyped(people: number) {
  return problem('input_invalid', {
    title: tell('campaigns.holds.theNumberDoesNot'),
    why: tell('campaigns.holds.whatWasTypedIs', { people }),
    action: tell('campaigns.holds.typeTheNumberAs'),
    fields: [{ field: 'typed', message: t('campaigns.holds.isAnotherNumber') }],
  })
}
