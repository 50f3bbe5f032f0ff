import type { ContactCondition } from '../mail/message'
import { type ContactRow, type ContactTuple, contactColumns, contactRow } from './contacts'
import type { ServiceDatabase } from './database'
import { keptStatements } from './kept-statements'

/** The members that are written down: of static segments, and of tracked dynamic ones. */
export interface SegmentMembers {
  count(segment: number): number
  /** False for somebody who is a member already. `at`: milliseconds since 1970, where it is kept when they came. */
  add(segment: number, contact: number, at?: number): boolean
  /** False for somebody who is no member. */
  remove(segment: number, contact: number): boolean
  clear(segment: number): void
  /** Some of those that are written down, who came last first. */
  lastCome(segment: number, page: { limit: number; skip: number }): ContactRow[]
  /** Writes down whoever of `among` fits and is no member. Returns them, by number. */
  enter(segment: number, who: ContactCondition, among: ContactCondition): number[]
  /** Crosses off whoever of `among` is a member and does not fit. Returns them, by number. */
  leave(segment: number, who: ContactCondition, among: ContactCondition): number[]
}

/** The members of a database's segments. `among` and `who` are over `contact AS c`. */
export function segmentMembers(db: ServiceDatabase): SegmentMembers {
  const count = db.prepare<[number], number>('SELECT count(*) FROM segment_member WHERE segment = ?').pluck()
  const add = db.prepare<[number, number, number]>(
    'INSERT INTO segment_member (segment, contact, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare<[number, number]>('DELETE FROM segment_member WHERE segment = ? AND contact = ?')
  const clear = db.prepare<[number]>('DELETE FROM segment_member WHERE segment = ?')
  const lastCome = db
    .prepare<[number, number, number], ContactTuple>(
      `SELECT ${contactColumns} FROM contact JOIN segment_member AS m ON m.contact = contact.seq
       WHERE m.segment = ? ORDER BY m.added_at DESC, contact.seq DESC LIMIT ? OFFSET ?`,
    )
    .raw()
  const isMember = 'EXISTS (SELECT 1 FROM segment_member AS m WHERE m.segment = ? AND m.contact = c.seq)'
  const found = keptStatements((where) =>
    db.prepare<unknown[], number>(`SELECT c.seq FROM contact AS c WHERE ${where} ORDER BY c.seq`).pluck(),
  )

  return {
    count: (segment) => count.get(segment) ?? 0,
    add: (segment, contact, at = 0) => add.run(segment, contact, at).changes > 0,
    remove: (segment, contact) => remove.run(segment, contact).changes > 0,
    clear: (segment) => void clear.run(segment),
    lastCome: (segment, { limit, skip }) => lastCome.all(segment, limit, skip).map(contactRow),
    enter(segment, who, among) {
      const where = `(${among.where}) AND NOT ${isMember} AND (${who.where})`
      const contacts = found(where).all(...among.values, segment, ...who.values)
      for (const contact of contacts) add.run(segment, contact, 0)
      return contacts
    },
    leave(segment, who, among) {
      const where = `(${among.where}) AND ${isMember} AND NOT (${who.where})`
      const contacts = found(where).all(...among.values, segment, ...who.values)
      for (const contact of contacts) remove.run(segment, contact)
      return contacts
    },
  }
}
