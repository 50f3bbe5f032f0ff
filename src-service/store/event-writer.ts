import { Emitter } from '../../src-shared/emitter'
import type { TimerClock } from '../clock'
import type { ServiceDatabase } from './database'

/** An event to record. `data` is JSON text. */
export interface NewEvent {
  /** 0 for an event of nobody. */
  contact: number
  name: string
  data?: string
  /** The number of the message it is about. */
  email?: number
}

/** Records events. */
export interface EventWriter {
  /** Records one event now. Returns its row and its time (milliseconds since 1970). */
  record(event: NewEvent): { seq: number; createdAt: number }
  /** The number an event name is stored as, given on first use. */
  nameNumber(name: string): number
  /**
   * Calls back with each event that is recorded, within the transaction it is recorded in: look at it later, when that
   * transaction has ended, for it may be taken back.
   */
  onRecorded(listener: (event: RecordedEvent) => void): void
}

/** An event that was just recorded. */
export interface RecordedEvent {
  seq: number
  contact: number
  name: string
}

/** The writer of a database. One for all of the service, so that whoever listens hears of every event. */
export function eventWriter(db: ServiceDatabase, clock: TimerClock): EventWriter {
  const known = db.prepare<[string], number>('SELECT number FROM event_name WHERE name = ?').pluck()
  const addName = db
    .prepare<[string], number>('INSERT INTO event_name (name) VALUES (?) RETURNING number')
    .pluck()
  // Never earlier than the newest event, should the clock have gone back: see schema.ts.
  const insert = db
    .prepare<
      { contact: number; name: number; email: number | null; data: string | null; now: number },
      [number, number]
    >(
      `INSERT INTO event (contact, name, email, data, created_at) VALUES (@contact, @name, @email, @data,
         max(@now, coalesce((SELECT created_at FROM event ORDER BY seq DESC LIMIT 1), 0)))
       RETURNING seq, created_at`,
    )
    .raw()

  const listeners = new Emitter<RecordedEvent>()

  function nameNumber(name: string): number {
    const number = known.get(name) ?? addName.get(name)
    if (number === undefined) throw new Error('The event name was not stored.')
    return number
  }

  return {
    nameNumber,
    record({ contact, name, data, email }) {
      const made = insert.get({
        contact,
        name: nameNumber(name),
        email: email ?? null,
        data: data ?? null,
        now: clock.now(),
      })
      if (!made) throw new Error('The new event was not returned.')
      listeners.emit({ seq: made[0], contact, name })
      return { seq: made[0], createdAt: made[1] }
    },
    onRecorded: (listener) => void listeners.add(listener),
  }
}
