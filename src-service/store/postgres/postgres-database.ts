import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { TableListeners } from '../table-listeners'
import { Turns } from './turns'
import { NotStorable, type ServiceDatabase, type Statement, type TransactionOptions } from '../statements'
import { isTrouble } from './faults'
import { channelOf, type Notices } from './notices'
import { type StatementText, statementText } from './statement-text'

/** A transaction that is open. */
interface OpenTransaction {
  client: PoolClient
  /** What was begun within it may go on after its end, and is of it no longer. */
  hasEnded: boolean
  /** How many are within each other. */
  depth: number
  /** What is called when it has ended. */
  afterwards: (() => void)[]
}

/** Statements that were run so often get a name, under which a connection keeps how they are carried out. */
const oftenEnough = 5

/** Milliseconds between two notices of changes. */
const noticeEvery = 50

/** What writers of a project wait for: a lock of two numbers, the first of them the service's own. */
const lockSpace = 0x706f7374

/**
 * One project of a database of PostgreSQL. Whoever writes has the project to itself until the transaction has ended, in all
 * processes: numbers and times of rows rise in the order in which they can be seen, as they do in a file. Readers wait for
 * nobody. What is committed is on the disk, of every transaction, as far as the database's own settings have it so.
 * In one piece: all of it is about the connection that a statement is run on.
 */
export function postgresDatabase(pool: Pool, project: number, notices?: Notices): ServiceDatabase {
  const own = new AsyncLocalStorage<OpenTransaction>()
  const id = randomUUID()
  const listeners = new TableListeners()
  // Those of this process wait here and not for the lock: waiting there would take up the connections of readers.
  const writers = new Turns()
  // Compiling a condition to machine code takes longer than asking it of 300,000 contacts.
  const settings = `SET LOCAL service.project = '${project}'; SET LOCAL jit = off`
  const begin = `BEGIN; ${settings}; SELECT pg_advisory_xact_lock(${lockSpace}, ${project})`
  const beginReading = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`

  function current(): OpenTransaction | undefined {
    const open = own.getStore()
    return open?.hasEnded ? undefined : open
  }

  const hearing: (() => void)[] = []
  function onElsewhere(tables: readonly string[], call: () => void): void {
    const off = notices?.onHeard((notice) => {
      if (notice?.by === id) return
      if (notice === null || tables.some((table) => notice.tables.includes(table))) call()
    })
    if (off) hearing.push(off)
  }

  const untold = new Set<string>()
  /** Not each time: who hears of it looks for itself. */
  function tellOthers(table: string): void {
    if (!notices) return
    if (untold.size === 0) setTimeout(tellUntold, noticeEvery).unref()
    untold.add(table)
  }

  function tellUntold(): void {
    const tables = [id, ...untold].join(',')
    untold.clear()
    // Where it fails the database is away, and whoever works looks again when it is back.
    pool.query('SELECT pg_notify($1, $2)', [channelOf(project), tables]).catch(() => undefined)
  }

  function tell({ table, what }: Written): void {
    listeners.tell(table, what)
    // Once more: until then others read, and may keep, what was there before.
    current()?.afterwards.push(() => {
      listeners.tell(table, what)
      tellOthers(table)
    })
  }

  async function runOn(client: PoolClient, prepared: KeptStatement, bound: readonly unknown[]) {
    const { text, values, writes } = prepared.statement
    const name = (prepared.runs += 1) > oftenEnough ? prepared.name : undefined
    const asked = { text, values: values(bound, project), ...(name !== undefined && { name }) }
    const result = await client.query<Record<string, unknown>>(asked).catch(refuseNotStorable)
    if (writes && (result.rowCount ?? 0) > 0) tell(writes)
    return result
  }

  async function query(prepared: KeptStatement, bound: readonly unknown[]) {
    const open = current()
    if (open) return runOn(open.client, prepared, bound)
    // Alone it is a transaction of its own: what it sees is set for it, and a writer waits for its turn.
    return outermost(() => runOn(clientOf(current()), prepared, bound), {
      readOnly: prepared.statement.writes === null,
    })
  }

  function statementOf<Row>(text: string, read: (row: Record<string, unknown>) => Row): Statement<Row> {
    const statement = statementText(text)
    const name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 32)
    const prepared: KeptStatement = { statement, name, runs: 0 }
    return {
      async first(bound) {
        const [row] = (await query(prepared, bound)).rows
        return row && read(row)
      },
      all: async (bound) => (await query(prepared, bound)).rows.map(read),
      run: async (bound) => (await query(prepared, bound)).rowCount ?? 0,
    }
  }

  /** A connection on which a transaction is begun. Those that were lost while nobody used them are passed over. */
  async function connected(text: string): Promise<PoolClient> {
    for (let left = pool.options.max ?? 1; ; left--) {
      const client = await pool.connect()
      try {
        await client.query(text)
        return client
      } catch (error) {
        client.release(true)
        if (left === 0 || !isTrouble(error)) throw error
      }
    }
  }

  async function outermost<Result>(
    work: () => Promise<Result>,
    { readOnly = false }: TransactionOptions,
  ): Promise<Result> {
    return readOnly ? carriedOut(work, true) : writers.next(() => carriedOut(work, false))
  }

  async function carriedOut<Result>(work: () => Promise<Result>, readOnly: boolean): Promise<Result> {
    const client = await connected(readOnly ? beginReading : begin)
    const mine: OpenTransaction = { client, hasEnded: false, depth: 0, afterwards: [] }
    let broken: unknown
    try {
      const result = await own.run(mine, work)
      mine.hasEnded = true
      const { command } = await client.query('COMMIT')
      // A statement failed, and whoever ran it went on: the database has taken back all of it.
      if (command !== 'COMMIT') throw new Error('A transaction went on after a failure, and was taken back.')
      return result
    } catch (error) {
      mine.hasEnded = true
      // Where even this fails the connection is gone, and the database has taken it back by itself.
      await client.query('ROLLBACK').catch((lost: unknown) => (broken = lost))
      throw error
    } finally {
      client.release(broken !== undefined)
      own.exit(() => mine.afterwards.forEach((call) => call()))
    }
  }

  async function within<Result>(open: OpenTransaction, work: () => Promise<Result>): Promise<Result> {
    const { client } = open
    const name = `within_${open.depth++}`
    await client.query(`SAVEPOINT ${name}`)
    try {
      const result = await work()
      await client.query(`RELEASE ${name}`)
      return result
    } catch (error) {
      await client.query(`ROLLBACK TO ${name}; RELEASE ${name}`)
      throw error
    } finally {
      open.depth--
    }
  }

  const touch = statementOf('UPDATE project SET disabled = disabled WHERE "only" = 1', () => undefined)
  return {
    engine: 'postgres',
    // What a row holds is what the query module that wrote its text says.
    prepare: <Row>(text: string) => statementOf(text, (row) => row as Row),
    prepareValue: <Value>(text: string) => statementOf(text, (row) => Object.values(row)[0] as Value),
    transaction(work, options = {}) {
      const open = current()
      return open ? within(open, work) : outermost(work, options)
    },
    afterwards(call) {
      const open = current()
      if (open) open.afterwards.push(call)
      else call()
    },
    onChange(watched, changed) {
      listeners.add(watched, changed)
      onElsewhere(Object.keys(watched), changed)
    },
    onElsewhere,
    async sizes() {
      const { rows } = await pool.query<{ size: number }>(
        'SELECT pg_database_size(current_database()) AS size',
      )
      return { database: rows[0]?.size ?? 0 }
    },
    tryWriting: async () => void (await touch.run([])),
    isTrouble,
    // The connections are those of the process.
    close: async () => hearing.forEach((off) => off()),
  }
}

type Written = NonNullable<StatementText['writes']>

interface KeptStatement {
  statement: StatementText
  name: string
  runs: number
}

/** A text with U+0000, on its own or within JSON, or with half a character within JSON that is kept parsed. */
function refuseNotStorable(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error
  const isNul = error.code === '22021' || error.code === '22P05'
  const isHalf = error.code === '22P02' && /surrogate/.test(error.detail ?? '')
  throw isNul || isHalf ? new NotStorable('A text holds what cannot be kept.', { cause: error }) : error
}

function clientOf(open: OpenTransaction | undefined): PoolClient {
  if (!open) throw new Error('There is no transaction.')
  return open.client
}
