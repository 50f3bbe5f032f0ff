import type { TimerClock } from '../clock'
import { TransactionListeners } from './transaction-listeners'
import { arrival, type ServiceDatabase, statements } from './statements'

/** An event to record. `data` is JSON text. */
interface NewEvent {
  /** 0 for an event of nobody. */
  contact: number
  name: string
  data?: string
  /** The number of the message it is about. */
  email?: number
  /** When it came to pass (milliseconds since 1970), where that was noted already: it cannot precede what is recorded. */
  now?: number
}

interface RecordedEvent extends Pick<NewEvent, 'contact' | 'name'> {
  seq: number
}

/** What a change of a subscription is recorded as. */
export const subscriptionEvent = (isOn: boolean): string =>
  isOn ? 'contact.subscribed' : 'contact.unsubscribed'

/** Records events. */
export type EventWriter = ReturnType<typeof eventWriter>

/** The writer of a database. One for all of the service, so that whoever listens hears of every event. */
export function eventWriter(db: ServiceDatabase, clock: TimerClock) {
  const sql = statements(db)
  const known = sql.value<[name: string], number>('SELECT number FROM event_name WHERE name = ?')
  const addName = sql.numbered<[name: string]>('INSERT INTO event_name (name) VALUES (?) RETURNING number')
  const insert = sql.made<
    [{ contact: number; name: number; email: number | null; data: string | null; now: number }],
    { seq: number; createdAt: number }
  >(
    `INSERT INTO event (contact, name, email, data, created_at)
       VALUES (@contact, @name, @email, @data, ${arrival('event')})
     RETURNING seq, created_at AS "createdAt"`,
  )
  const insertAll = sql.rows<
    [{ contacts: string; name: number; now: number }],
    { seq: number; contact: number }
  >(
    `INSERT INTO event (contact, name, created_at)
       SELECT contact, @name, t
       FROM (${sql.objects('@contacts', { contact: 'number' })}) AS about CROSS JOIN (SELECT ${arrival('event')} AS t) AS arrived
     RETURNING seq, contact`,
  )
  const listeners = new TransactionListeners<RecordedEvent>()
  const nameNumber = async (name: string): Promise<number> => (await known(name)) ?? (await addName(name))

  return {
    /** The number an event name is stored as, given on first use. */
    nameNumber,
    /** Records one event, now if nothing else is said. Returns its row and its time (milliseconds since 1970). */
    record: sql.whole(async ({ contact, name, data, email, now = clock.now() }: NewEvent) => {
      const about = { contact, email: email ?? null, data: data ?? null }
      const made = await insert({ ...about, name: await nameNumber(name), now })
      await listeners.tell({ seq: made.seq, contact, name })
      return made
    }),
    /** Records one event of each of these contacts, with nothing but its name. */
    recordAll: sql.whole(async (contacts: readonly number[], name: string) => {
      const about = JSON.stringify(contacts.map((contact) => ({ contact })))
      const made = await insertAll({ contacts: about, name: await nameNumber(name), now: clock.now() })
      for (const { seq, contact } of made) await listeners.tell({ seq, contact, name })
    }),
    /**
     * Calls back with each event that is recorded, within the transaction it is recorded in: look at it later, when that
     * transaction has ended, for it may be taken back.
     */
    onRecorded: (listener: (event: RecordedEvent) => unknown) => void listeners.add(listener),
  }
}
