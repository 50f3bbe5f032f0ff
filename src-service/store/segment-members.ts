import type { ContactCondition } from '../mail/message'
import { type ContactRow, type StoredContact, contactColumns, contactRow } from './contact-row'
import { keptStatements } from './kept-statements'
import { type ServiceDatabase, statements } from './statements'

/** The members that are written down: of static segments, and of tracked dynamic ones. */
export type SegmentMembers = ReturnType<typeof segmentMembers>

/** The members of a database's segments. `among` and `who` are over `contact AS c`. */
export function segmentMembers(db: ServiceDatabase) {
  const sql = statements(db)
  const add = sql.run<[segment: number, contact: number, at: number]>(
    'INSERT INTO segment_member (segment, contact, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = sql.run<[segment: number, contact: number]>(
    'DELETE FROM segment_member WHERE segment = ? AND contact = ?',
  )
  const lastCome = sql.rows<[segment: number, limit: number, skip: number], StoredContact>(
    // Skipped before anything is read of a contact.
    `SELECT ${contactColumns} FROM (SELECT contact, added_at FROM segment_member WHERE segment = ?
       ORDER BY added_at DESC, contact DESC LIMIT ? OFFSET ?) AS m JOIN contact ON contact.seq = m.contact
     ORDER BY m.added_at DESC, contact.seq DESC`,
  )
  const addAll = sql.run<[{ segment: number; contacts: string }]>(
    `INSERT INTO segment_member (segment, contact, added_at)
     SELECT @segment, seq, 0 FROM contact WHERE seq IN (${sql.numbers('@contacts')})`,
  )
  const removeAll = sql.run<[{ segment: number; contacts: string }]>(
    `DELETE FROM segment_member WHERE segment = @segment AND contact IN (${sql.numbers('@contacts')})`,
  )
  const isMember = 'EXISTS (SELECT 1 FROM segment_member AS m WHERE m.segment = ? AND m.contact = c.seq)'
  const found = keptStatements((where) =>
    sql.values<unknown[], number>(`SELECT c.seq FROM contact AS c WHERE ${where} ORDER BY c.seq`),
  )

  return {
    count: sql.count<[segment: number]>(`${sql.rowCount('segment_member')} WHERE segment = ?`),
    /** False for somebody who is a member already. `at`: milliseconds since 1970, where it is kept when they came. */
    add: async (segment: number, contact: number, at = 0) => (await add(segment, contact, at)) > 0,
    /** False for somebody who is no member. */
    remove: async (segment: number, contact: number) => (await remove(segment, contact)) > 0,
    clear: sql.run<[segment: number]>('DELETE FROM segment_member WHERE segment = ?'),
    /** Some of those that are written down, who came last first. */
    lastCome: async (
      segment: number,
      { limit, skip }: { limit: number; skip: number },
    ): Promise<ContactRow[]> => (await lastCome(segment, limit, skip)).map(contactRow),
    /** Writes down whoever of `among` fits and is no member. Returns them, by number. */
    async enter(segment: number, who: ContactCondition, among: ContactCondition): Promise<number[]> {
      const where = `(${among.where}) AND NOT ${isMember} AND (${who.where})`
      const contacts = await found(where)(...among.values, segment, ...who.values)
      if (contacts.length > 0) await addAll({ segment, contacts: JSON.stringify(contacts) })
      return contacts
    },
    /** Crosses off whoever of `among` is a member and does not fit. Returns them, by number. */
    async leave(segment: number, who: ContactCondition, among: ContactCondition): Promise<number[]> {
      const where = `(${among.where}) AND ${isMember} AND NOT (${who.where})`
      const contacts = await found(where)(...among.values, segment, ...who.values)
      if (contacts.length > 0) await removeAll({ segment, contacts: JSON.stringify(contacts) })
      return contacts
    },
  }
}
