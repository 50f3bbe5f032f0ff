import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { schemaVersion } from './schema'
import type { RowChange, ServiceDatabase, Statement, TransactionOptions } from './statements'

/** A transaction that is open. */
interface FileTransaction {
  /** How many are within each other. */
  depth: number
  ended: Promise<void>
  /** What is called then. */
  afterwards: (() => void)[]
}

const trouble = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CORRUPT|NOMEM|READONLY|CANTOPEN|NOTADB|PROTOCOL)/

/**
 * The service's database as an open SQLite file. There is one connection, so whatever is not of the open transaction waits
 * for its end; without one, a statement is run at once.
 * In one piece: all of it is about the transaction that is open.
 */
export function sqliteDatabase(file: Database.Database): ServiceDatabase {
  const own = new AsyncLocalStorage<FileTransaction>()
  let open: FileTransaction | null = null
  const begin = file.prepare('BEGIN IMMEDIATE')
  const beginReading = file.prepare('BEGIN')
  const commit = file.prepare('COMMIT')

  /** Does something when no transaction is open, or within the one that it belongs to. */
  async function inTurn<Result>(work: () => Result): Promise<Result> {
    while (open !== null && own.getStore() !== open) await open.ended
    return work()
  }

  function statementOf<Row>(prepared: Database.Statement<unknown[], Row>): Statement<Row> {
    return {
      first: (bound) => inTurn(() => prepared.get(...bound)),
      all: (bound) => inTurn(() => prepared.all(...bound)),
      run: (bound) => inTurn(() => prepared.run(...bound).changes),
    }
  }

  async function outermost<Result>(
    work: () => Promise<Result>,
    { durable = false, readOnly = false }: TransactionOptions,
  ): Promise<Result> {
    while (open !== null) await open.ended
    let end = (): void => undefined
    const mine: FileTransaction = {
      depth: 0,
      ended: new Promise((resolve) => (end = resolve)),
      afterwards: [],
    }
    open = mine
    try {
      if (durable) file.pragma('synchronous = FULL')
      if (readOnly) beginReading.run()
      else begin.run()
      const result = await own.run(mine, work)
      commit.run()
      return result
    } finally {
      // What failed is taken back; some failures of the disk have taken it back already.
      if (file.inTransaction) file.exec('ROLLBACK')
      if (durable) file.pragma('synchronous = NORMAL')
      open = null
      end()
      own.exit(() => mine.afterwards.forEach((call) => call()))
    }
  }

  async function within<Result>(outer: FileTransaction, work: () => Promise<Result>): Promise<Result> {
    const name = `within_${outer.depth++}`
    file.exec(`SAVEPOINT ${name}`)
    try {
      return await work()
    } catch (error) {
      if (file.inTransaction) file.exec(`ROLLBACK TO ${name}`)
      throw error
    } finally {
      outer.depth--
      if (file.inTransaction) file.exec(`RELEASE ${name}`)
    }
  }

  /** The transaction that this is called within; null: none, or one that has ended. */
  function current(): FileTransaction | null {
    return open !== null && own.getStore() === open ? open : null
  }

  return {
    engine: 'sqlite',
    prepare: <Row>(text: string) => statementOf(file.prepare<unknown[], Row>(text)),
    prepareValue: <Value>(text: string) => statementOf(file.prepare<unknown[], Value>(text).pluck()),
    transaction(work, options = {}) {
      const outer = current()
      return outer ? within(outer, work) : outermost(work, options)
    },
    isWithin: () => current() !== null,
    afterwards(call) {
      const outer = current()
      if (outer) outer.afterwards.push(call)
      else call()
    },
    // Nobody else has the folder.
    onElsewhere: () => undefined,
    onChange: (watched, changed) => noticeChanges(file, watched, changed),
    sizes: async () => ({ database: sizeOf(file.name), wal: sizeOf(`${file.name}-wal`) }),
    // A row that is set to what it holds is not written. The version always is.
    connections: () => ({}),
    tryWriting: () => inTurn(() => void file.pragma(`user_version = ${schemaVersion}`)),
    isTrouble: (error) => error instanceof Error && 'code' in error && trouble.test(String(error.code)),
    close: async () => void file.close(),
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Once for a connection: it has the triggers that tell it. */
function noticeChanges(
  file: Database.Database,
  watched: Readonly<Record<string, readonly RowChange[]>>,
  changed: () => void,
): void {
  file.function('row_changed', () => {
    changed()
    return null
  })
  for (const [table, changes] of Object.entries(watched)) {
    for (const change of changes) {
      file.exec(
        `CREATE TEMP TRIGGER notice_${table}_${change} AFTER ${change} ON main.${table}
         BEGIN SELECT row_changed(); END`,
      )
    }
  }
}
