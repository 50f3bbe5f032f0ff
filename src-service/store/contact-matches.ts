import type { ContactCondition } from '../mail/message'
import { type ConditionCount, keptCounts } from './condition-counts'
import { type ContactRow, type StoredContact, contactColumns, contactRow } from './contact-row'
import { keptStatements } from './kept-statements'
import type { SeqPage, SeqQuery } from './seq-list'
import { apart, memberPlaces } from './member-places'
import { type ServiceDatabase, statements } from './statements'

/** Questions about who fits a condition. */
export type ContactMatches = ReturnType<typeof contactMatches>

/** How questions are answered. */
interface MatchOptions {
  /** A number that is another one after anything changed that who fits depends on; without it nothing is taken for unchanged. */
  revision?: () => number
  /** From how many contacts on counts are kept, where they are. */
  keptFrom?: number
}

/** The questions of a database. */
export function contactMatches(
  db: ServiceDatabase,
  { revision = () => Number.NaN, keptFrom }: MatchOptions = {},
) {
  const sql = statements(db)
  const about = keptStatements((where) => ({
    count: sql.count(`SELECT count(*) FROM contact AS c WHERE ${where}`),
    has: sql.has(`SELECT 1 FROM contact AS c WHERE c.seq = ? AND (${where})`),
    page: sql.rows<unknown[], StoredContact>(
      `SELECT ${contactColumns} FROM contact AS c WHERE c.seq < ? AND (${where})
       ORDER BY c.seq DESC LIMIT ? OFFSET ?`,
    ),
  }))
  const places = keptStatements((where) =>
    sql.values<unknown[], number>(
      `SELECT seq FROM (SELECT c.seq, row_number() OVER (ORDER BY c.seq DESC) AS place FROM contact AS c WHERE ${where}) AS ranked
       WHERE place % ${apart} = 0 ORDER BY place`,
    ),
  )

  const counted: ConditionCount = ({ where, values }) => about(where).count(...values)
  const count = db.engine === 'postgres' ? keptCounts(db, counted, keptFrom) : counted
  const startOf = memberPlaces(({ where, values }) => places(where)(...values), revision)

  return {
    count,
    has: (contact: number, { where, values }: ContactCondition): Promise<boolean> =>
      about(where).has(contact, ...values),
    /** A page of them, newest first. */
    async page(
      who: ContactCondition,
      { limit, after = Number.MAX_SAFE_INTEGER, skip = 0 }: SeqQuery,
    ): Promise<SeqPage<ContactRow>> {
      const total = await count(who)
      const start = await startOf(who, { after, skip })
      // One more than asked for tells whether there is a next page.
      const found = await about(who.where).page(start.after, ...who.values, limit + 1, start.skip)
      return { rows: found.slice(0, limit).map(contactRow), total, more: found.length > limit }
    },
  }
}
