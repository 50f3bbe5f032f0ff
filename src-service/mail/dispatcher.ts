import { SqliteError } from 'better-sqlite3'
import type { Background, ServiceContext } from '../service-context'
import type { MessageQueue, DueMessage } from './deliveries'
import type { Endings } from './endings'
import { Outage } from './outage'
import { createPace } from './pace'
import type { Prepared, Preparation } from './prepare'
import { type Attempt, connectionsMax, type Transport } from './smtp'

const minute = 60_000
/** After which a message that the server does not take now is tried again; after the last of them it bounces. */
const retries = [1, 3, 10, 30, 60, 120, 240, 480, 720, 1440].map((minutes) => minutes * minute)
/** How long what is on its way may take when the service stops. */
const lastMoments = 3000
/** How many messages that do not leave are put aside before others get a turn. */
const asideMax = 50

type Facts = Parameters<Endings['end']>[2]

/** What the dispatcher works with. */
export interface Dispatch {
  deliveries: MessageQueue
  endings: Endings
  preparation: Preparation
  /** Null where nothing leaves the machine: a message is then sent when it is kept. */
  transport: Transport | null
}

/** Work that goes on by itself, and can be told that there is more. */
export interface Dispatcher extends Background {
  /** Says that messages were added. */
  wake(): void
}

/**
 * Sends what is due: one message after the other, at the project's pace. The database says what is to be done; that a
 * message is about to leave is committed, and on the disk, before it does.
 */
export function createDispatcher(
  { db, clock, report }: Pick<ServiceContext, 'db' | 'clock' | 'report'>,
  { deliveries, endings, preparation, transport }: Dispatch,
): Dispatcher {
  const pace = createPace()
  const outage = new Outage()
  const onTheirWay = new Set<Promise<void>>()
  let state: 'new' | 'running' | 'stopped' = 'new'
  let turn: Promise<void> | null = null
  let woken = false
  let callOff = (): void => undefined
  let faulty: number | null = null

  function wake(): void {
    woken = true
    if (state === 'running' && turn === null) turn = work()
  }

  async function work(): Promise<void> {
    callOff()
    let wait: number | null = null
    try {
      do {
        woken = false
        wait = await next()
      } while (state === 'running' && (woken || wait === 0))
    } catch (error) {
      // The database failed, not a message: all waits, and is as it was.
      report('Sending mail', error)
      outage.failed(clock.now())
      wait = Math.max(1, outage.wait(clock.now()))
    }
    turn = null
    if (state === 'running' && wait !== null) callOff = clock.after(wait, wake)
  }

  /** Does what is to be done now. Returns milliseconds until there is more; null to be woken. */
  async function next(): Promise<number | null> {
    const full = onTheirWay.size >= (outage.lasting ? 1 : connectionsMax)
    if (full) return null
    const wait = Math.max(outage.wait(clock.now()), pace.wait(clock.now()))
    if (wait > 0) return wait
    for (let aside = 0; aside < asideMax; aside++) {
      if (state !== 'running') return null
      const now = clock.now()
      const message = deliveries.next(now)
      if (!message) {
        const due = deliveries.nextDue()
        return due === null ? null : Math.max(1, due - now)
      }
      if (await dispatch(message)) return pace.wait(clock.now())
    }
    // Thousands may be put aside in a row: requests get their turn in between.
    return 1
  }

  /** Sends a message, or puts it aside for good. Returns whether it left. */
  async function dispatch(message: DueMessage): Promise<boolean> {
    const prepared = await prepare(message)
    // Its contact, or its campaign, may have changed its mind in between: the next look at the queue sees to it.
    if (!prepared || state !== 'running' || preparation.withdrawn(message)) return false
    const { subject, source, to: address } = prepared
    const leaves = transport
      ? claim(message)
      : endings.end(message, 'sent', { subject, address, fault: null, source })
    if (!leaves) return false
    pace.left(clock.now())
    if (!transport) {
      outage.over()
      return true
    }
    const sending = send(transport, message, prepared)
    onTheirWay.add(sending)
    void sending.finally(() => {
      onTheirWay.delete(sending)
      wake()
    })
    return true
  }

  /** The message, ready to leave; null when it will not, which is then noted. */
  async function prepare(message: DueMessage): Promise<Prepared | null> {
    const nothing = { subject: null, address: message.address, source: null }
    try {
      const withdrawn = preparation.withdrawn(message)
      if (withdrawn === null) return await preparation.prepare(message)
      endings.end(message, 'cancelled', { ...nothing, fault: withdrawn })
    } catch (error) {
      if (error instanceof SqliteError) throw error
      const why = error instanceof Error ? error.message : String(error)
      endings.end(message, 'failed', { ...nothing, fault: `It could not be rendered: ${why}` })
      // Once for all that are made of the same: there may be thousands.
      if (faulty !== message.content) report('Rendering a message (the outbox shows which)', error)
      faulty = message.content
    }
    return null
  }

  function claim(message: DueMessage): boolean {
    // On the disk before it leaves: a machine that loses its power then sends nothing twice either.
    db.pragma('synchronous = FULL')
    try {
      return deliveries.claim(message)
    } finally {
      db.pragma('synchronous = NORMAL')
    }
  }

  async function send(via: Transport, message: DueMessage, mail: Prepared): Promise<void> {
    const attempt = await via.send(mail)
    try {
      settle(message, mail, attempt)
    } catch (error) {
      // It stays as being sent: whether it arrived is not known when the service starts again, and it is not repeated.
      report(`Noting what became of message ${message.seq}`, error)
    }
  }

  function settle(message: DueMessage, { subject, to: address }: Prepared, attempt: Attempt): void {
    const now = clock.now()
    const facts = { subject, address, fault: null, source: null }
    if (attempt.kind !== 'down') outage.over()
    switch (attempt.kind) {
      case 'accepted':
        endings.end(message, 'sent', facts)
        return
      case 'refused':
        endings.end(message, 'bounced', { ...facts, fault: attempt.reply })
        return
      case 'unknown':
        endings.end(message, 'unknown', {
          ...facts,
          fault: `The server did not say whether it took it (${attempt.why}). It may have arrived.`,
        })
        return
      case 'later':
        again(message, now, { ...facts, fault: attempt.reply })
        return
      case 'down':
        if (outage.failed(now)) {
          const what = `Handing mail to the SMTP server (${attempt.why}; it waits, and is tried again)`
          report(what, new Error(attempt.why))
        }
        // A message that breaks the connection must not hold up the others for ever; one that never left is as it was,
        // behind those that wait with it.
        if (attempt.begun) again(message, now, { ...facts, fault: `The connection broke (${attempt.why}).` })
        else putBack(message, message.attempts, now, facts)
    }
  }

  function again(message: DueMessage, now: number, facts: Facts): void {
    const wait = retries[message.attempts]
    if (wait === undefined) endings.end(message, 'bounced', facts)
    else putBack(message, message.attempts + 1, now + wait, facts)
  }

  function putBack(message: DueMessage, attempts: number, due: number, facts: Facts): void {
    if (deliveries.putBack(message, attempts, due)) return
    endings.end(message, 'cancelled', { ...facts, fault: 'The campaign was cancelled before it was sent.' })
  }

  return {
    wake,
    start() {
      endings.endInterrupted()
      state = 'running'
      wake()
    },
    async stop() {
      state = 'stopped'
      callOff()
      await turn
      if (onTheirWay.size > 0) {
        const late = new Promise<void>((resolve) => clock.after(lastMoments, resolve))
        await Promise.race([Promise.all(onTheirWay), late])
      }
      transport?.close()
      const longer = new Promise<void>((resolve) => clock.after(lastMoments, resolve))
      await Promise.race([Promise.all(onTheirWay), longer])
    },
  }
}
