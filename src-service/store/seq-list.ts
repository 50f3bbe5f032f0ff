import { keptStatements } from './kept-statements'
import { type ServiceDatabase, statements } from './statements'

/** What is asked of a list, newest first: rows older than `after`, or what comes after `skip` rows. */
export interface SeqQuery {
  limit: number
  after?: number
  skip?: number
  /** Another order, as SQL over the table's columns: for lists that are read by `skip`. */
  order?: string
}

/** A condition over the table's columns, as SQL with `?`. */
export interface SeqFilter {
  where: string
  values: (string | number | null)[]
}

/** A page of a list. */
export interface SeqPage<Row> {
  rows: Row[]
  /** Of the whole list. */
  total: number
  /** Whether rows follow. */
  more: boolean
}

type SeqLister<Row> = (query: SeqQuery, filter?: SeqFilter) => Promise<SeqPage<Row>>

/** A lister of a table that has `seq`, newest first. `columns` are under the names that `row` takes them by. */
export function seqLister<Read, Row>(
  db: ServiceDatabase,
  table: string,
  columns: string,
  row: (read: Read) => Row,
): SeqLister<Row> {
  const sql = statements(db)
  const pages = keptStatements((rest) =>
    sql.rows<unknown[], Read>(`SELECT ${columns} FROM ${table} WHERE ${rest} LIMIT ? OFFSET ?`),
  )
  const counts = keptStatements((where) => sql.count(`SELECT count(*) FROM ${table} WHERE ${where}`))
  return sql.snapshot(
    async (
      { limit, after = Number.MAX_SAFE_INTEGER, skip = 0, order = 'seq DESC' },
      { where, values } = { where: 'true', values: [] },
    ) => {
      // One more than asked for tells whether there is a next page.
      const found = await pages(`(${where}) AND seq < ? ORDER BY ${order}`)(...values, after, limit + 1, skip)
      return {
        rows: found.slice(0, limit).map(row),
        total: await counts(where)(...values),
        more: found.length > limit,
      }
    },
  )
}
