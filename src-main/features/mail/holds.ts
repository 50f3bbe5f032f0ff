import { tell } from '../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import type { MailHold, Outgoing, SentMail } from '../../../src-shared/bridge/send'
import { Emitter } from '../../../src-shared/emitter'
import type { Cache } from '../../cache/store'
import { PendingWork } from '../../core/client/under-way'
import type { Clock } from '../../core/clock'
import type { Logger } from '../../core/log'
import { asProblem, isProblem, problem } from '../../core/problems'
import { neverLeft, type Mails } from './mails'

/** What mails are held with. */
interface MailHoldTools {
  cache: Pick<Cache, 'drafts' | 'sentMails'>
  clock: Clock
  log: Logger
  mails: Pick<Mails, 'prepare' | 'sendPrepared'>
  /** How long a mail is held. */
  seconds(): number
}

/** A mail that is held, or was. */
interface HeldMail {
  shown: MailHold
  readonly send: () => Promise<SentMail[]>
  /** Aborted once it is to leave before its time, or was undone. */
  readonly wake: AbortController
  step: 'held' | 'undone' | 'left'
  leaving: Promise<MailHold> | null
}

/** Opens the holds of a profile: what was held when the program last ended did not leave, and is told. */
export async function openMailHolds(tools: MailHoldTools): Promise<MailHolds> {
  return new MailHolds(tools, await tools.cache.sentMails.held())
}

/**
 * Mails to single people, held so that they can be undone. What is to leave is kept in memory alone: whatever ends the
 * program or the profile leaves its draft as it was, and a row that says so. The draft goes only once the service, or a
 * person, has something to answer for.
 */
export class MailHolds {
  readonly #holds = new Map<string, HeldMail>()
  readonly #listeners = new Emitter()
  readonly watch = this.#listeners.add
  readonly #underWay = new PendingWork()
  #closed = false

  constructor(
    private readonly tools: MailHoldTools,
    dropped: readonly MailHold[],
  ) {
    for (const hold of dropped) {
      const shown: MailHold = { ...hold, state: 'refused', problem: neverLeft() }
      const ended = { step: 'left', leaving: Promise.resolve(shown) } as const
      this.#holds.set(hold.id, {
        shown,
        send: () => Promise.resolve([]),
        wake: new AbortController(),
        ...ended,
      })
    }
  }

  /** Held ones, those on their way, and those that ended and were not put away; the newest first. */
  live(): MailHold[] {
    return [...this.#holds.values()].reverse().map(({ shown }) => shown)
  }

  /** Holds a mail. Rejects where it may not leave, or the service would refuse it. */
  async hold(outgoing: Outgoing): Promise<MailHold> {
    const { cache, clock, mails, seconds } = this.tools
    const prepared = await mails.prepare(outgoing)
    if (this.#closed) throw problem('cancelled')
    this.#putAwayTaken()
    const id = randomUUID()
    const [first] = prepared.to
    const shown: MailHold = {
      id,
      subject: first?.subject ?? '',
      first: first?.name ?? first?.email ?? '',
      people: prepared.to.length,
      state: 'held',
      seconds: seconds(),
      leavesAt: clock.now() + seconds() * 1000,
      taken: 0,
      unanswered: 0,
      problem: null,
    }
    await cache.sentMails.hold(shown)
    if (this.#closed) {
      await this.#forget(id)
      throw problem('cancelled')
    }
    const send = () => mails.sendPrepared(prepared, id)
    const held: HeldMail = { shown, send, wake: new AbortController(), step: 'held', leaving: null }
    this.#holds.set(id, held)
    void clock.sleep(shown.seconds * 1000, held.wake.signal).then(
      () => this.#goByItself(held),
      () => undefined, // It was undone, or is to leave before its time.
    )
    this.#listeners.emit()
    return shown
  }

  /** Takes a held mail back: exactly one of undoing and leaving happens. Throws `conflict` where it has left. */
  undo(id: string): void {
    const held = this.#holds.get(id)
    if (held?.step !== 'held') throw hasLeft()
    this.#drop(held)
    void this.#underWay.follow(this.#forget(id))
    this.#listeners.emit()
  }

  /** Lets a held mail leave now; answers with what came of it. */
  sendNow(id: string): Promise<MailHold> {
    const held = this.#holds.get(id)
    return held ? this.#go(held) : Promise.reject(hasLeft())
  }

  /** Puts away how it ended. What is held or on its way stays. */
  async dismiss(id: string): Promise<void> {
    const state = this.#holds.get(id)?.shown.state
    if (state === 'held' || state === 'leaving') return
    this.#holds.delete(id)
    this.#listeners.emit()
    await this.#forget(id)
  }

  /** Drops what is held, so that nothing of it leaves, and waits for what has left. */
  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.clear()
    for (const held of [...this.#holds.values()]) if (held.step === 'held') this.#drop(held)
    await this.#underWay.ended()
  }

  #goByItself(held: HeldMail): void {
    this.#go(held).catch((error: unknown) => {
      // Undone in the very moment: all is as it was.
      if (!isProblem(error, 'conflict')) this.tools.log.error('mail_failed', { detail: String(error) })
    })
  }

  /** Lets it leave; whoever else asks for it waits for the same. */
  #go(held: HeldMail): Promise<MailHold> {
    if (held.step === 'undone') return Promise.reject(hasLeft())
    held.step = 'left'
    held.leaving ??= this.#underWay.follow(this.#leave(held))
    held.wake.abort()
    return held.leaving
  }

  async #leave(held: HeldMail): Promise<MailHold> {
    this.#show(held, { state: 'leaving' })
    try {
      const mails = await held.send()
      // What nobody got can be corrected and sent again.
      if (mails.some(({ state }) => state !== 'refused')) await this.#forgetDraft()
      this.#show(held, outcomeOf(mails))
    } catch (error) {
      this.#show(held, { state: 'refused', problem: asProblem(error).problem })
      await this.#forget(held.shown.id)
    }
    return held.shown
  }

  /** Nothing is said of it after a restart. Where that cannot be written, it is told that it did not leave. */
  async #forget(id: string): Promise<void> {
    const { cache, log } = this.tools
    await cache.sentMails.release(id).catch((error: unknown) => {
      log.warn('hold_not_forgotten', { code: asProblem(error).problem.code })
    })
  }

  async #forgetDraft(): Promise<void> {
    const { cache, log } = this.tools
    await cache.drafts.remove({ kind: 'send', of: 'new' }).catch((error: unknown) => {
      // The mail is sent: that its draft is there still is a smaller thing than not to say so.
      log.warn('draft_not_removed', { code: asProblem(error).problem.code })
    })
  }

  #show(held: HeldMail, change: Partial<MailHold>): void {
    held.shown = { ...held.shown, ...change }
    this.#listeners.emit()
  }

  #drop(held: HeldMail): void {
    held.step = 'undone'
    held.wake.abort()
    this.#holds.delete(held.shown.id)
  }

  /** Nobody needs to be told any more of a mail that was taken, once the next one is held. */
  #putAwayTaken(): void {
    for (const [id, { shown }] of this.#holds) if (shown.state === 'sent') this.#holds.delete(id)
  }
}

function outcomeOf(mails: readonly SentMail[]): Partial<MailHold> {
  const taken = mails.filter(({ state }) => state === 'sent').length
  const unanswered = mails.filter(({ state }) => state === 'unknown').length
  const state = unanswered > 0 ? 'unknown' : taken === mails.length ? 'sent' : 'refused'
  return { state, taken, unanswered, problem: mails.find((mail) => mail.problem)?.problem ?? null }
}

function hasLeft() {
  return problem('conflict', {
    title: tell('words.itHasLeft'),
    why: tell('mail.holds.theMailLeftBefore'),
    action: tell('mail.holds.lookAtSent'),
  })
}
