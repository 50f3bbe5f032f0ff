import type Database from 'better-sqlite3'

/** An open database of the service. */
export type ServiceDatabase = Database.Database

/** A row as SQLite has it: what tells whether is 0 or 1. */
export type Stored<Row, Flag extends keyof Row> = Omit<Row, Flag> & Record<Flag, number>

/** Columns under the names that rows have: `event_name AS "eventName"`. One that is named already keeps its name. */
export function named(columns: string): string {
  const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const one = (column: string) => (/ AS \S+$/.test(column) ? column : `${column} AS "${camel(column)}"`)
  return columns.split(/,\s+/).map(one).join(', ')
}

/** The time of a new row, over `@now`: never earlier than the newest row, should the clock have gone back (schema.ts). */
export function arrival(table: string): string {
  return `max(@now, coalesce((SELECT created_at FROM ${table} ORDER BY seq DESC LIMIT 1), 0))`
}

/** What `LIKE ? ESCAPE '!'` takes for a text anywhere within another. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`
}

/** Prepares statements of a database, each as the function that runs it. */
export function statements(db: ServiceDatabase) {
  const prepare = <Result>(text: string) => db.prepare<unknown[], Result>(text)
  return {
    /** Gives the first row; null without one. */
    row<Bound extends unknown[], Row>(text: string): (...bound: Bound) => Row | null {
      const statement = prepare<Row>(text)
      return (...bound) => statement.get(...bound) ?? null
    },
    /** Gives every row. */
    rows<Bound extends unknown[], Row>(text: string): (...bound: Bound) => Row[] {
      const statement = prepare<Row>(text)
      return (...bound) => statement.all(...bound)
    },
    /** Gives the first column of the first row; null without one. */
    value<Bound extends unknown[], Value>(text: string): (...bound: Bound) => Value | null {
      const statement = prepare<Value>(text).pluck()
      return (...bound) => statement.get(...bound) ?? null
    },
    /** Gives the first column of every row. */
    values<Bound extends unknown[], Value>(text: string): (...bound: Bound) => Value[] {
      const statement = prepare<Value>(text).pluck()
      return (...bound) => statement.all(...bound)
    },
    /** Gives a number; 0 without one. */
    count<Bound extends unknown[]>(text: string): (...bound: Bound) => number {
      const statement = prepare<number>(text).pluck()
      return (...bound) => statement.get(...bound) ?? 0
    },
    /** Tells whether there is a row. */
    has<Bound extends unknown[]>(text: string): (...bound: Bound) => boolean {
      const statement = prepare(text).pluck()
      return (...bound) => statement.get(...bound) !== undefined
    },
    /** Gives the first row where there always is one: what was written, or counted. */
    made<Bound extends unknown[], Row>(text: string): (...bound: Bound) => Row {
      const statement = prepare<Row>(text)
      return (...bound) => returned(statement.get(...bound))
    },
    /** Writes a row and gives the number that it returns. */
    numbered<Bound extends unknown[]>(text: string): (...bound: Bound) => number {
      const statement = prepare<number>(text).pluck()
      return (...bound) => returned(statement.get(...bound))
    },
    /** Writes. Gives how many rows that changed. */
    run<Bound extends unknown[]>(text: string): (...bound: Bound) => number {
      const statement = prepare(text)
      return (...bound) => statement.run(...bound).changes
    },
    /** Does all of something or nothing, in a transaction that may write from its beginning. */
    whole<Given extends unknown[], Result>(work: (...given: Given) => Result): (...given: Given) => Result {
      const transaction = db.transaction(work)
      return (...given) => transaction.immediate(...given)
    },
  }
}

function returned<Row>(made: Row | undefined): Row {
  if (made === undefined) throw new Error('The database does not give the row that it must.')
  return made
}
