import { mergedText } from '../audience/data-rules'
import type { TimerClock } from '../clock'
import { contactColumns, contactRow, type ContactRow, type StoredContact } from './contact-row'
import { contactUpserts } from './contact-upserts'
import { type EventWriter, subscriptionEvent } from './event-writer'
import { TransactionListeners } from './transaction-listeners'
import { arrival, foldAscii, type ServiceDatabase, statements } from './statements'

/** What a call may change of a contact. */
export interface ContactChange {
  email?: string
  subscribed?: boolean
  /** Merged into what is there; null clears it. */
  data?: Record<string, unknown> | null
}

/** Reading and writing single contacts. Lists are in contact-list.ts. */
export type Contacts = ReturnType<typeof contactStore>

/**
 * The contacts of a database. `events` records what the service itself says about them.
 * In one piece: its calls share the statements at its head.
 */
export function contactStore(db: ServiceDatabase, events: EventWriter, clock: TimerClock) {
  const sql = statements(db)
  const bySeq = sql.row<[seq: number], StoredContact>(`SELECT ${contactColumns} FROM contact WHERE seq = ?`)
  const byEmail = sql.row<[email: string], StoredContact>(
    `SELECT ${contactColumns} FROM contact WHERE ${sql.folded('email')} = ?`,
  )
  const write = sql.run<[string, number, string, number, number]>(
    'UPDATE contact SET email = ?, subscribed = ?, data = ?, updated_at = ? WHERE seq = ?',
  )
  const removeEvents = sql.run<[contact: number]>('DELETE FROM event WHERE contact = ?')
  const removeContact = sql.run<[seq: number]>('DELETE FROM contact WHERE seq = ?')
  const insert = sql.made<[{ email: string; subscribed: 0 | 1; data: string; now: number }], StoredContact>(
    `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
     SELECT @email, @subscribed, @data, t, t FROM (SELECT ${arrival('contact')} AS t) AS arrived RETURNING ${contactColumns}`,
  )
  const atOnce = db.engine === 'postgres' ? contactUpserts(db, clock) : null

  const listeners = new TransactionListeners<number>()

  async function get(seq: number): Promise<ContactRow | null> {
    const found = await bySeq(seq)
    return found ? contactRow(found) : null
  }

  async function change(row: ContactRow, wanted: ContactChange): Promise<ContactRow> {
    const email = wanted.email ?? row.email
    const subscribed = wanted.subscribed ?? row.subscribed
    const data = wanted.data ? mergedText(row.data, wanted.data) : wanted.data === null ? '{}' : row.data
    if (email === row.email && subscribed === row.subscribed && data === row.data) return row
    const updatedAt = Math.max(clock.now(), row.createdAt)
    await write(email, subscribed ? 1 : 0, data, updatedAt, row.seq)
    if (subscribed !== row.subscribed) {
      await events.record({
        contact: row.seq,
        name: subscriptionEvent(subscribed),
      })
    }
    return { ...row, email, subscribed, data, updatedAt }
  }

  const stepByStep = sql.whole(
    async (email: string, wanted: Omit<ContactChange, 'email'>, whenNew: boolean) => {
      const data = mergedText('{}', wanted.data ?? {})
      const found = await byEmail(foldAscii(email))
      if (found) return { row: await change(contactRow(found), wanted), isNew: false }
      const subscribed = (wanted.subscribed ?? whenNew) ? 1 : 0
      return { row: contactRow(await insert({ email, subscribed, data, now: clock.now() })), isNew: true }
    },
  )

  return {
    get,
    /** By address, without regard to case. */
    async find(email: string): Promise<ContactRow | null> {
      const found = await byEmail(foldAscii(email))
      return found ? contactRow(found) : null
    },
    /** Creates, or changes what exists, by address (without regard to case). A new contact is subscribed as `whenNew` unless said. */
    async upsert(email: string, wanted: Omit<ContactChange, 'email'>, whenNew = true) {
      const { subscribed, data = {} } = wanted
      const done = data && (await atOnce?.({ email, subscribed, whenNew, data }))
      return done ?? stepByStep(email, wanted, whenNew)
    },
    /** Null when there is no such contact; `'taken'` when the new address belongs to another. */
    update: sql.whole(async (seq: number, wanted: ContactChange) => {
      const row = await get(seq)
      if (!row) return null
      const other = wanted.email === undefined ? null : await byEmail(foldAscii(wanted.email))
      if (other && other.seq !== seq) return 'taken' as const
      return change(row, wanted)
    }),
    /** Deletes a contact with its events. False when there is no such contact. */
    remove: sql.whole(async (seq: number) => {
      await removeEvents(seq)
      if ((await removeContact(seq)) === 0) return false
      await listeners.tell(seq)
      return true
    }),
    /** Calls back with each contact that is deleted, within the transaction, so that what belongs to it goes with it. */
    onRemoved: (listener: (seq: number) => unknown) => void listeners.add(listener),
  }
}
