import type { ContactCondition } from '../mail/message'
import { type ContactRow, type StoredContact, contactColumns, contactRow } from './contact-row'
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
    page: sql.rows<unknown[], StoredContact>(
      `SELECT ${contactColumns} FROM contact AS c WHERE c.seq < ? AND (${where})
       ORDER BY c.seq DESC LIMIT ? OFFSET ?`,
    ),
  }))

  const count = ({ where, values }: ContactCondition): Promise<number> => about(where).count(...values)
  return {
    count,
    has: (contact: number, { where, values }: ContactCondition): Promise<boolean> =>
      about(where).has(contact, ...values),
    /** A page of them, newest first. */
    page: sql.snapshot(
      async (
        who: ContactCondition,
        { limit, after = Number.MAX_SAFE_INTEGER, skip = 0 }: SeqQuery,
      ): Promise<SeqPage<ContactRow>> => {
        // One more than asked for tells whether there is a next page.
        const found = await about(who.where).page(after, ...who.values, limit + 1, skip)
        return {
          rows: found.slice(0, limit).map(contactRow),
          total: await count(who),
          more: found.length > limit,
        }
      },
    ),
  }
}
