import { type Engine, engineSql } from './engine-sql'

/** A statement of a database, prepared once. What is bound stands at `?`, or under its name at `@name`. */
export interface Statement<Row> {
  /** The first row; undefined without one. */
  first(bound: readonly unknown[]): Promise<Row | undefined>
  all(bound: readonly unknown[]): Promise<Row[]>
  /** Writes. Gives how many rows that changed. */
  run(bound: readonly unknown[]): Promise<number>
}

/** How a transaction is done. */
export interface TransactionOptions {
  /** On the disk when it has ended, whatever the machine loses next; without it the newest may be lost with its power. */
  durable?: boolean
  /** It only reads: it takes no lock that it does not need, and can be done where nothing can be written. */
  readOnly?: boolean
}

/**
 * An open database of the service: what every part of it reads and writes through. A statement that is run within the work
 * of a transaction belongs to it, wherever the function that runs it stands; every other one waits until it has ended.
 */
export interface ServiceDatabase {
  readonly engine: Engine
  prepare<Row>(text: string): Statement<Row>
  /** The same, of statements that give one column. */
  prepareValue<Value>(text: string): Statement<Value>
  /**
   * Does all of something or nothing. One within another is taken back alone when it fails. Its work awaits whatever it
   * begins: what goes on after its end is not of it any more.
   */
  transaction<Result>(work: () => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Whether it is called within the work of a transaction. */
  isWithin(): boolean
  /** Calls once the transaction that it is called in has ended, however it did; at once without one. */
  afterwards(call: () => void): void
  /**
   * Calls back with every row of these tables that is changed, within the transaction and, where others can read meanwhile,
   * once more when it has ended: look at it later.
   */
  onChange(watched: Readonly<Record<string, readonly RowChange[]>>, changed: () => void): void
  /** Calls back when another process may have changed rows of these tables; never where there is no other. */
  onElsewhere(tables: readonly string[], call: () => void): void
  /** Sizes of its files in bytes, by what they are. */
  sizes(): Promise<Record<string, number>>
  /** How many connections to it this process has, by what they do: idle, busy, or waited for; none to a file. */
  connections(): Readonly<Record<string, number>>
  /** Writes, and changes nothing of what it says. @throws What the database says where it cannot be written. */
  tryWriting(): Promise<void>
  /** Whether an error is about the database itself, such as a full disk: nothing can be written, and all is tried again. */
  isTrouble(error: unknown): boolean
  close(): Promise<void>
}

/**
 * A text cannot be kept by the database as it is: it holds U+0000, which PostgreSQL has in no text, or half a character (a
 * surrogate alone), which it has in no JSON that it parses.
 */
export class NotStorable extends Error {
  override readonly name = 'NotStorable'
}

/** What happens to a row. */
export type RowChange = 'INSERT' | 'UPDATE' | 'DELETE'

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
  return `greatest(@now, coalesce((SELECT created_at FROM ${table} ORDER BY seq DESC LIMIT 1), 0))`
}

/** A text as the database compares addresses and names: its letters of ASCII in lower case. */
export function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** What {@link EngineSql.contains} takes for a text anywhere within another. */
export function containing(text: string): string {
  return `%${foldAscii(text).replaceAll(/[!%_]/g, '!$&')}%`
}

/** Prepares statements of a database, each as the function that runs it. */
export function statements(db: ServiceDatabase) {
  return {
    ...engineSql[db.engine],
    /** Gives the first row; null without one. */
    row<Bound extends unknown[], Row>(text: string): (...bound: Bound) => Promise<Row | null> {
      const statement = db.prepare<Row>(text)
      return async (...bound) => (await statement.first(bound)) ?? null
    },
    /** Gives every row. */
    rows<Bound extends unknown[], Row>(text: string): (...bound: Bound) => Promise<Row[]> {
      const statement = db.prepare<Row>(text)
      return (...bound) => statement.all(bound)
    },
    /** Gives the first column of the first row; null without one. */
    value<Bound extends unknown[], Value>(text: string): (...bound: Bound) => Promise<Value | null> {
      const statement = db.prepareValue<Value>(text)
      return async (...bound) => (await statement.first(bound)) ?? null
    },
    /** Gives the first column of every row. */
    values<Bound extends unknown[], Value>(text: string): (...bound: Bound) => Promise<Value[]> {
      const statement = db.prepareValue<Value>(text)
      return (...bound) => statement.all(bound)
    },
    /** Gives a number; 0 without one. */
    count<Bound extends unknown[]>(text: string): (...bound: Bound) => Promise<number> {
      const statement = db.prepareValue<number>(text)
      return async (...bound) => (await statement.first(bound)) ?? 0
    },
    /** Tells whether there is a row. */
    has<Bound extends unknown[]>(text: string): (...bound: Bound) => Promise<boolean> {
      const statement = db.prepareValue(text)
      return async (...bound) => (await statement.first(bound)) !== undefined
    },
    /** Gives the first row where there always is one: what was written, or counted. */
    made<Bound extends unknown[], Row>(text: string): (...bound: Bound) => Promise<Row> {
      const statement = db.prepare<Row>(text)
      return async (...bound) => returned(await statement.first(bound))
    },
    /** Writes a row and gives the number that it returns. */
    numbered<Bound extends unknown[]>(text: string): (...bound: Bound) => Promise<number> {
      const statement = db.prepareValue<number>(text)
      return async (...bound) => returned(await statement.first(bound))
    },
    /** Writes. Gives how many rows that changed. */
    run<Bound extends unknown[]>(text: string): (...bound: Bound) => Promise<number> {
      const statement = db.prepare(text)
      return (...bound) => statement.run(bound)
    },
    /** Reads several things as they are at one moment. */
    snapshot<Given extends unknown[], Result>(
      work: (...given: Given) => Promise<Result>,
    ): (...given: Given) => Promise<Result> {
      return (...given) => db.transaction(() => work(...given), { readOnly: true })
    },
    /** Does all of something or nothing, in a transaction. */
    whole<Given extends unknown[], Result>(
      work: (...given: Given) => Promise<Result>,
      options?: TransactionOptions,
    ): (...given: Given) => Promise<Result> {
      return (...given) => db.transaction(() => work(...given), options)
    },
  }
}

function returned<Row>(made: Row | undefined): Row {
  if (made === undefined) throw new Error('The database does not give the row that it must.')
  return made
}
