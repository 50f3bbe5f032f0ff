import { type ContactRow, type StoredContact, contactColumns, contactRow } from './contact-row'
import type { Cursor } from './cursor'
import { keptStatements } from './kept-statements'
import { containing, foldAscii, type ServiceDatabase, statements } from './statements'

/** What is asked of the list of contacts. */
export interface ContactQuery {
  /** Rows a page, at least 1. */
  limit: number
  sort: 'createdAt' | 'email'
  dir: 'asc' | 'desc'
  cursor?: Cursor
  subscribed?: boolean
  /** Part of an address, without regard to case. */
  search?: string
}

/** One page. `next` is null at the end. */
export interface Page<Row> {
  rows: Row[]
  next: Cursor | null
  total: number
}

/** Reads a page. New rows never shift it: it goes on after the last row read, not after a number of rows. */
type ContactLister = (query: ContactQuery) => Promise<Page<ContactRow>>

/** The list of a database's contacts; a statement is prepared once for each kind of question. */
export function contactLister(db: ServiceDatabase): ContactLister {
  const sql = statements(db)
  const pages = keptStatements((rest) =>
    sql.rows<unknown[], StoredContact>(`SELECT ${contactColumns} FROM contact ${rest} LIMIT ?`),
  )
  const counts = keptStatements((where) => sql.count(`SELECT count(*) FROM contact ${where}`))
  const kept = keptStatements((where) => sql.count(`${sql.rowCount('contact')} ${where}`))

  return sql.snapshot(async ({ limit, sort, dir, cursor, subscribed, search }) => {
    const conditions: string[] = []
    const values: (string | number)[] = []
    if (subscribed !== undefined) {
      conditions.push('subscribed = ?')
      values.push(subscribed ? 1 : 0)
    }
    if (search) {
      conditions.push(sql.contains('email', '?'))
      values.push(containing(search))
    }
    const count = search ? counts : kept
    const total = cursor?.total ?? (await count(whereOf(conditions))(...values))

    const column = sort === 'email' ? sql.folded('email') : 'seq'
    if (cursor) {
      conditions.push(`${column} ${dir === 'asc' ? '>' : '<'} ?`)
      values.push(typeof cursor.after === 'string' ? foldAscii(cursor.after) : cursor.after)
    }
    // One more than asked for tells whether there is a next page.
    const found = await pages(`${whereOf(conditions)} ORDER BY ${column} ${dir}`)(...values, limit + 1)
    const rows = found.slice(0, limit).map(contactRow)
    const last = rows.at(-1)
    const more = found.length > limit && last !== undefined
    const next = more
      ? { list: 'contacts', sort, dir, after: sort === 'email' ? last.email : last.seq, total }
      : null
    return { rows, next, total }
  })
}

function whereOf(conditions: string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}
