import type { ServiceContext } from '../service-context'
import type { MessageQueue, DueMessage, Ending } from './deliveries'
import type { Endings } from './endings'
import { inOrder } from '../store/in-order'
import { Outage } from './outage'
import type { Leaving, Pace } from './pace'
import type { Prepared, Preparation } from './prepare'
import { createSettlement, type Settle } from './settlement'
import type { Transport } from './smtp'

/** How long what is on its way may take when the service stops. */
const lastMoments = 3000
/** The longest that the pace has anybody wait: the limit is of a second. */
const longestPaced = 1000
/** The longest that it waits beyond that while others send as many as may leave. */
const longestBehind = 250
/** How many messages that do not leave are put aside before others get a turn. */
const asideMax = 50

interface Dispatch {
  deliveries: MessageQueue
  endings: Endings
  preparation: Preparation
  pace: Pace
  /** Null where nothing leaves the machine: a message is then sent when it is kept. */
  transport: Transport | null
}

/**
 * Sends what is due, at the project's pace: one message after the other, or several together where that is fast. The database
 * says what is to be done, and to which of the processes that send; that a message is about to leave is committed, and on the
 * disk, before it does.
 */
export class MailDispatcher {
  readonly #outage = new Outage()
  readonly #settle: Settle
  readonly #onTheirWay = new Set<Promise<void>>()
  /** Said to be about to leave, and not ready for it before the database failed. */
  readonly #stranded = new Set<DueMessage>()
  #state: 'running' | 'stopped' = 'stopped'
  #sender: number | null = null
  #turn: Promise<void> | null = null
  #woken = false
  #callOff = (): void => undefined
  #faulty: number | null = null
  #pacedUntil = Number.NEGATIVE_INFINITY
  /** How often in a row others were faster. */
  #refusals = 0

  constructor(
    private readonly service: Pick<ServiceContext, 'db' | 'clock' | 'report'>,
    private readonly parts: Dispatch,
  ) {
    this.#settle = createSettlement(service, { ...parts, outage: this.#outage })
  }

  wake(): void {
    this.#woken = true
    if (this.#state === 'running' && this.#turn === null) this.#turn = this.#work()
  }

  async #work(): Promise<void> {
    this.#callOff()
    let wait: number | null = null
    try {
      await this.#putBack()
      do {
        this.#woken = false
        wait = await this.#next()
      } while (this.#state === 'running' && (this.#woken || wait === 0))
    } catch (error) {
      // The database failed, not a message: all waits, and is as it was.
      this.service.report('Sending mail', error)
      this.#outage.failed(this.service.clock.now())
      wait = Math.max(1, this.#outage.wait(this.service.clock.now()))
    }
    this.#turn = null
    if (this.#state === 'running' && wait !== null)
      this.#callOff = this.service.clock.after(wait, () => this.wake())
  }

  /** Does what is to be done now. Returns milliseconds until there is more; null to be woken. */
  async #next(): Promise<number | null> {
    const { transport, deliveries } = this.parts
    const connections = this.#outage.lasting ? 1 : (transport?.connections ?? 1)
    const free = connections - this.#onTheirWay.size
    if (free <= 0) return null
    const wait = Math.max(this.#outage.wait(this.service.clock.now()), this.#pacedFor())
    if (wait > 0) return wait
    for (let aside = 0; aside < asideMax; aside++) {
      if (this.#state !== 'running') return null
      const now = this.service.clock.now()
      const [message] = await deliveries.next(now, 1)
      if (!message) {
        const due = await deliveries.nextDue()
        return due === null ? null : Math.max(1, due - now)
      }
      const done = await (transport ? this.#sendSome(transport, free) : this.#keep(message))
      if (done !== null) return done
    }
    // Thousands may be put aside in a row: requests get their turn in between.
    return 1
  }

  /** Milliseconds until the pace lets one leave, as far as is known: others that send can only make it later. */
  #pacedFor(): number {
    const known = this.#pacedUntil - this.service.clock.now()
    // Longer only where the clock was set back.
    return known <= longestPaced ? Math.max(0, known) : 0
  }

  /** Notes what the pace said, and gives how long it is until it is asked again: longer each time that others were faster. */
  #paced({ count, wait }: Leaving): number {
    this.#refusals = count > 0 ? 0 : this.#refusals + 1
    const behind = this.#refusals < 2 ? 0 : Math.min(longestBehind, 10 * 2 ** this.#refusals)
    this.#pacedUntil = this.service.clock.now() + wait + behind
    return wait + behind
  }

  /** Sends as many as may leave. Returns milliseconds until more may; null where all were put aside for good. */
  async #sendSome(via: Transport, atMost: number): Promise<number | null> {
    const { messages, wait } = await this.#take(atMost)
    const left = await Promise.allSettled(messages.map((message) => this.#leave(via, message)))
    const failed = left.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    const aside = left.filter((each) => each.status === 'fulfilled' && !each.value).length
    if (aside > 0) {
      await this.parts.pace.giveBack(aside)
      this.#pacedUntil = Number.NEGATIVE_INFINITY
    }
    // Their places are free again: the next may leave at once.
    if (aside > 0 && aside === messages.length) return null
    return messages.length > 0 || wait > 0 ? wait : null
  }

  /**
   * Says of those whose turn it is that they leave, as many as may; what has been withdrawn since it was queued is ended. Nothing
   * comes between the last look and this, and it is on the disk before they leave: a machine that loses its power sends nothing
   * twice either.
   */
  #take(atMost: number): Promise<{ messages: DueMessage[]; wait: number }> {
    const { deliveries, pace, preparation } = this.parts
    return this.service.db.transaction(
      async () => {
        const now = this.service.clock.now()
        const early = await pace.wait(now)
        if (early > 0) return { messages: [], wait: this.#paced({ count: 0, wait: early }) }
        const due = await deliveries.take(now, Math.min(atMost, pace.together))
        const withdrawn = await Promise.all(due.map((message) => preparation.withdrawn(message)))
        const willing = due.filter((_, at) => withdrawn[at] === null)
        // One after the other: each is taken back alone where it fails.
        await inOrder(due, (message, at) => this.#endWithdrawn(message, withdrawn[at] ?? null))
        if (willing.length === 0) return { messages: [], wait: 0 }
        const leaving = await pace.take(now, willing.length)
        const messages = willing.slice(0, leaving.count)
        await deliveries.claim(messages, this.#sender)
        return { messages, wait: this.#paced(leaving) }
      },
      { durable: true },
    )
  }

  /** Whether a message is to be sent still. It is ended where not. */
  async #isWilling(message: DueMessage): Promise<boolean> {
    const withdrawn = await this.parts.preparation.withdrawn(message)
    await this.#endWithdrawn(message, withdrawn)
    return withdrawn === null
  }

  async #endWithdrawn(message: DueMessage, why: string | null): Promise<void> {
    if (why !== null) await this.#end(message, 'cancelled', why)
  }

  /** Has a message leave. False where it cannot, which is then noted. */
  async #leave(via: Transport, message: DueMessage): Promise<boolean> {
    const mail = await this.#prepare(message).catch((error: unknown) => {
      this.#stranded.add(message)
      throw error
    })
    if (!mail) return false
    const sending = this.#send(via, message, mail)
    this.#onTheirWay.add(sending)
    void sending.finally(() => {
      this.#onTheirWay.delete(sending)
      this.wake()
    })
    return true
  }

  /** Keeps a message as sent where nothing leaves. Returns milliseconds until another may; null where it was put aside. */
  async #keep(message: DueMessage): Promise<number | null> {
    const mail = await this.#prepare(message)
    // Its contact, or its campaign, may have changed its mind in between: the next look at the queue sees to it.
    if (!mail || this.#state !== 'running') return null
    const { endings, pace } = this.parts
    const kept = await this.service.db.transaction(async () => {
      if (!(await this.#isWilling(message))) return null
      // One moment for both: noted as sent later than the pace counted it, it would seem nearer to those behind it.
      const now = this.service.clock.now()
      const leaving = await pace.take(now, 1)
      const { subject, source, to: address } = mail
      if (leaving.count > 0)
        await endings.end(message, 'sent', { subject, address, fault: null, source, now })
      return this.#paced(leaving)
    })
    if (kept !== null) this.#outage.over()
    return kept
  }

  /** The message, ready to leave; null when it will not, which is then noted. */
  async #prepare(message: DueMessage): Promise<Prepared | null> {
    try {
      return await this.parts.preparation.prepare(message)
    } catch (error) {
      if (this.service.db.isTrouble(error)) throw error
      // Taken back in between, with what it is made of.
      if (!(await this.#isWilling(message))) return null
      const why = error instanceof Error ? error.message : String(error)
      await this.#end(message, 'failed', `It could not be rendered: ${why}`)
      // Once for all that are made of the same: there may be thousands.
      if (this.#faulty !== message.content)
        this.service.report('Rendering a message (the outbox shows which)', error)
      this.#faulty = message.content
    }
    return null
  }

  #end(message: DueMessage, ending: Ending, fault: string): Promise<boolean> {
    return this.parts.endings.end(message, ending, {
      subject: null,
      address: message.address,
      fault,
      source: null,
      now: this.service.clock.now(),
    })
  }

  /** Has what was said to be about to leave wait again, where it never did. */
  async #putBack(): Promise<void> {
    for (const message of this.#stranded) {
      const isWaiting = await this.parts.deliveries.putBack(
        message,
        message.attempts,
        this.service.clock.now(),
      )
      if (!isWaiting) await this.#isWilling(message)
      this.#stranded.delete(message)
    }
  }

  async #send(via: Transport, message: DueMessage, mail: Prepared): Promise<void> {
    const attempt = await via.send(mail)
    try {
      await this.#settle(message, mail, attempt)
    } catch (error) {
      // It stays as being sent: whether it arrived is not known when the service starts again, and it is not repeated.
      this.service.report(`Noting what became of message ${message.seq}`, error)
    }
  }

  /** Begins to send. `sender`: what other processes know this one as, that send for the same project; null where none does. */
  start(sender: number | null): void {
    this.#sender = sender
    this.#state = 'running'
    // The database that failed is back.
    this.#outage.over()
    this.wake()
  }

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.#onTheirWay.size > 0
  }

  /** Sends nothing more, and gives what is on its way a moment. It can begin again. */
  async pause(): Promise<void> {
    this.#state = 'stopped'
    this.#callOff()
    await this.#turn
    await this.#landed(lastMoments)
    await this.#putBack().catch((error: unknown) => this.service.report('Putting back messages', error))
  }

  /** Ends for good. */
  async stop(): Promise<void> {
    await this.pause()
    this.parts.transport?.close()
    await this.#landed(lastMoments)
  }

  /** When nothing is on its way any more, or that takes too long (milliseconds). */
  async #landed(within: number): Promise<void> {
    if (this.#onTheirWay.size === 0) return
    const late = new Promise<void>((resolve) => this.service.clock.after(within, resolve))
    await Promise.race([Promise.all(this.#onTheirWay), late])
  }
}
