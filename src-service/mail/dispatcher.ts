import { inOrder } from '../store/in-order'
import type { Background, ServiceContext } from '../service-context'
import type { MessageQueue, DueMessage } from './deliveries'
import type { Endings } from './endings'
import { Outage } from './outage'
import type { Pace } from './pace'
import type { Prepared, Preparation } from './prepare'
import { createSettlement, type Settle } from './settlement'
import type { Transport } from './smtp'

/** How long what is on its way may take when the service stops. */
const lastMoments = 3000
/** How long it may take when another process is to go on. */
const patience = 10_000
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

/** A message that is ready to leave. */
interface ReadyMessage {
  message: DueMessage
  mail: Prepared
}

/** Work that goes on by itself, and can be told that there is more. */
interface Dispatcher extends Background {
  /** Says that messages were added. */
  wake(): void
}

/**
 * Sends what is due, at the project's pace: one message after the other, or several together where that is fast. The database
 * says what is to be done; that a message is about to leave is committed, and on the disk, before it does.
 */
export class MailDispatcher implements Dispatcher {
  readonly #outage = new Outage()
  readonly #settle: Settle
  readonly #onTheirWay = new Set<Promise<void>>()
  #state: 'new' | 'running' | 'finishing' | 'stopped' = 'new'
  #turn: Promise<void> | null = null
  #woken = false
  #callOff = (): void => undefined
  #faulty: number | null = null

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
    const { pace, transport, deliveries } = this.parts
    const connections = this.#outage.lasting ? 1 : (transport?.connections ?? Infinity)
    const free = connections - this.#onTheirWay.size
    if (free <= 0) return null
    const wait = Math.max(this.#outage.wait(this.service.clock.now()), pace.wait(this.service.clock.now()))
    if (wait > 0) return wait
    for (let aside = 0; aside < asideMax; aside++) {
      if (this.#state !== 'running') return null
      const now = this.service.clock.now()
      const messages = await deliveries.next(now, Math.min(free, pace.room(now)))
      if (messages.length === 0) {
        const due = await deliveries.nextDue()
        return due === null ? null : Math.max(1, due - now)
      }
      if (await this.#dispatch(messages)) return pace.wait(this.service.clock.now())
    }
    // Thousands may be put aside in a row: requests get their turn in between.
    return 1
  }

  /** Sends messages, or puts them aside for good. Returns whether any left. */
  async #dispatch(messages: readonly DueMessage[]): Promise<boolean> {
    const prepared = await Promise.all(
      messages.map(async (message) => {
        const mail = await this.#prepare(message)
        return mail ? [{ message, mail }] : []
      }),
    )
    const ready = prepared.flat()
    // Their contacts, or their campaign, may have changed their minds in between: the next look at the queue sees to it.
    if (ready.length === 0 || this.#state !== 'running') return false
    const leaving = await this.#claim(ready)
    for (const one of leaving) this.#leave(one)
    return leaving.length > 0
  }

  #leave({ message, mail }: ReadyMessage): void {
    const { transport, pace } = this.parts
    pace.left(this.service.clock.now())
    if (!transport) {
      this.#outage.over()
      return
    }
    const sending = this.#send(transport, message, mail)
    this.#onTheirWay.add(sending)
    void sending.finally(() => {
      this.#onTheirWay.delete(sending)
      this.wake()
    })
  }

  /** The message, ready to leave; null when it will not, which is then noted. */
  async #prepare(message: DueMessage): Promise<Prepared | null> {
    const nothing = { subject: null, address: message.address, source: null }
    try {
      const withdrawn = await this.parts.preparation.withdrawn(message)
      if (withdrawn === null) return await this.parts.preparation.prepare(message)
      await this.parts.endings.end(message, 'cancelled', { ...nothing, fault: withdrawn })
    } catch (error) {
      if (this.service.db.isTrouble(error)) throw error
      // Taken back in between, with what it is made of.
      if ((await this.parts.preparation.withdrawn(message)) !== null) return null
      const why = error instanceof Error ? error.message : String(error)
      await this.parts.endings.end(message, 'failed', {
        ...nothing,
        fault: `It could not be rendered: ${why}`,
      })
      // Once for all that are made of the same: there may be thousands.
      if (this.#faulty !== message.content)
        this.service.report('Rendering a message (the outbox shows which)', error)
      this.#faulty = message.content
    }
    return null
  }

  /**
   * Says that they leave, or that they were sent where they stay here. Gives those that may still: nothing comes between the
   * last look and this. On the disk before they leave: a machine that loses its power then sends nothing twice either.
   */
  #claim(ready: readonly ReadyMessage[]): Promise<ReadyMessage[]> {
    const { deliveries, preparation, transport } = this.parts
    return this.service.db.transaction(
      async () => {
        const why = await Promise.all(ready.map(({ message }) => preparation.withdrawn(message)))
        const may = ready.filter((_, at) => why[at] === null)
        const isMarked = await (transport
          ? deliveries.claim(may.map(({ message }) => message))
          : this.#keep(may))
        return may.filter((_, at) => isMarked[at])
      },
      { durable: transport !== null },
    )
  }

  /** Keeps them where they are, as sent. */
  #keep(ready: readonly ReadyMessage[]): Promise<boolean[]> {
    return inOrder(ready, ({ message, mail: { subject, source, to: address } }) =>
      this.parts.endings.end(message, 'sent', { subject, address, fault: null, source }),
    )
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

  async start(): Promise<void> {
    await this.parts.endings.endInterrupted()
    this.#state = 'running'
    this.wake()
  }

  /** Sends nothing more. True once what was on its way has ended; false where that takes too long: then it goes on. */
  async finish(): Promise<boolean> {
    if (this.#state !== 'running') return false
    await this.#end('finishing', patience)
    if (this.#onTheirWay.size === 0) return true
    this.#resume()
    return false
  }

  async stop(): Promise<void> {
    await this.#end('stopped', lastMoments)
    this.parts.transport?.close()
    await this.#landed(lastMoments)
  }

  async #end(state: 'finishing' | 'stopped', within: number): Promise<void> {
    this.#state = state
    this.#callOff()
    await this.#turn
    await this.#landed(within)
  }

  #resume(): void {
    if (this.#state !== 'finishing') return
    this.#state = 'running'
    this.wake()
  }

  /** When nothing is on its way any more, or that takes too long (milliseconds). */
  async #landed(within: number): Promise<void> {
    if (this.#onTheirWay.size === 0) return
    const late = new Promise<void>((resolve) => this.service.clock.after(within, resolve))
    await Promise.race([Promise.all(this.#onTheirWay), late])
  }
}
