import type { ContactCondition } from '../mail/message'
import { type ContactRow, type ContactTuple, contactColumns, contactRow } from './contacts'
import type { ServiceDatabase } from './database'
import { keptStatements } from './kept-statements'
import type { SeqPage, SeqQuery } from './seq-list'

/** Questions about who fits a condition. */
export interface ContactMatches {
  count(who: ContactCondition): number
  has(contact: number, who: ContactCondition): boolean
  /** A page of them, newest first. */
  page(who: ContactCondition, query: SeqQuery): SeqPage<ContactRow>
}

/** The questions of a database. */
export function contactMatches(db: ServiceDatabase): ContactMatches {
  const statements = keptStatements((where) => ({
    count: db.prepare<unknown[], number>(`SELECT count(*) FROM contact AS c WHERE ${where}`).pluck(),
    has: db.prepare<unknown[], number>(`SELECT 1 FROM contact AS c WHERE c.seq = ? AND (${where})`).pluck(),
    page: db
      .prepare<unknown[], ContactTuple>(
        `SELECT ${contactColumns} FROM contact AS c WHERE c.seq < ? AND (${where})
         ORDER BY c.seq DESC LIMIT ? OFFSET ?`,
      )
      .raw(),
  }))

  const count = ({ where, values }: ContactCondition): number => statements(where).count.get(...values) ?? 0
  return {
    count,
    has: (contact, { where, values }) => statements(where).has.get(contact, ...values) !== undefined,
    page(who, { limit, after = Number.MAX_SAFE_INTEGER, skip = 0 }) {
      // One more than asked for tells whether there is a next page.
      const found = statements(who.where).page.all(after, ...who.values, limit + 1, skip)
      return { rows: found.slice(0, limit).map(contactRow), total: count(who), more: found.length > limit }
    },
  }
}
