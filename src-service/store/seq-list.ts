import type { ServiceDatabase } from './database'

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

/** Reads pages of one table. */
export type SeqLister<Row> = (query: SeqQuery, filter?: SeqFilter) => SeqPage<Row>

/** A lister of a table that has `seq`, newest first. `columns` and what `row` takes are in the same order. */
export function seqLister<Tuple extends unknown[], Row>(
  db: ServiceDatabase,
  table: string,
  columns: string,
  row: (tuple: Tuple) => Row,
): SeqLister<Row> {
  const prepare = (where: string, order: string) => ({
    page: db
      .prepare<unknown[], Tuple>(
        `SELECT ${columns} FROM ${table} WHERE (${where}) AND seq < ? ORDER BY ${order} LIMIT ? OFFSET ?`,
      )
      .raw(),
    count: db.prepare<unknown[], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck(),
  })
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return (
    { limit, after = Number.MAX_SAFE_INTEGER, skip = 0, order = 'seq DESC' },
    { where, values } = { where: '1', values: [] },
  ) => {
    const key = `${where}\n${order}`
    const statements = prepared.get(key) ?? prepare(where, order)
    prepared.set(key, statements)
    // One more than asked for tells whether there is a next page.
    const found = statements.page.all(...values, after, limit + 1, skip)
    return {
      rows: found.slice(0, limit).map(row),
      total: statements.count.get(...values) ?? 0,
      more: found.length > limit,
    }
  }
}
