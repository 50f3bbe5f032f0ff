import type { ContactCondition } from '../mail/message'
import { type ContactRow, type ContactTuple, contactColumns, contactRow } from './contacts'
import { keptStatements } from './kept-statements'
import type { SeqPage, SeqQuery } from './seq-list'
import { type ServiceDatabase, statements } from './statements'

/** Questions about who fits a condition. */
export type ContactMatches = ReturnType<typeof contactMatches>

/** The questions of a database. */
export function contactMatches(db: ServiceDatabase) {
  const sql = statements(db)
  const about = keptStatements((where) => ({
    count: sql.count(`SELECT count(*) FROM contact AS c WHERE ${where}`),
    has: sql.has(`SELECT 1 FROM contact AS c WHERE c.seq = ? AND (${where})`),
    page: db
      .prepare<unknown[], ContactTuple>(
        `SELECT ${contactColumns} FROM contact AS c WHERE c.seq < ? AND (${where})
         ORDER BY c.seq DESC LIMIT ? OFFSET ?`,
      )
      .raw(),
  }))

  const count = ({ where, values }: ContactCondition): number => about(where).count(...values)
  return {
    count,
    has: (contact: number, { where, values }: ContactCondition): boolean =>
      about(where).has(contact, ...values),
    /** A page of them, newest first. */
    page(
      who: ContactCondition,
      { limit, after = Number.MAX_SAFE_INTEGER, skip = 0 }: SeqQuery,
    ): SeqPage<ContactRow> {
      // One more than asked for tells whether there is a next page.
      const found = about(who.where).page.all(after, ...who.values, limit + 1, skip)
      return { rows: found.slice(0, limit).map(contactRow), total: count(who), more: found.length > limit }
    },
  }
}
