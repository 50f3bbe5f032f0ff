import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { DatabaseError, type Pool } from 'pg'
import { TableListeners } from '../table-listeners'
import { NotStorable, type ServiceDatabase, type Statement } from '../statements'
import { projectConnections } from './connections'
import { isTrouble } from './faults'
import { channelOf } from './notices'
import { closeAfter, type OpenTransaction, openTransaction, within } from './open-transaction'
import { connectionCounts, databaseSizes } from './pool'
import type { Notices } from './project-notices'
import { type StatementText, statementText } from './statement-text'
import { type StoredRow, TransactionSession } from './transaction-session'
import { writeGroups } from './write-groups'

/** Statements that were run so often get a name, under which a connection keeps how they are carried out. */
const oftenEnough = 5

/** Begins to read several things as they are at one moment. */
const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Milliseconds between two notices of changes. */
const noticeEvery = 50

/** What is under way, of every project: each storage of its own would be handed on with every promise of the process. */
const own = new AsyncLocalStorage<{ of: string; open: OpenTransaction }>()

/**
 * One project of a database of PostgreSQL. Whoever writes has the project to itself until the transaction has ended, in all
 * processes: numbers and times of rows rise in the order in which they can be seen, as they do in a file. Readers wait for
 * nobody. What is committed is on the disk, of every transaction, as far as the database's own settings have it so.
 * In one piece: all of it is about the transaction that a statement is run in.
 */
export function postgresDatabase(pool: Pool, project: number, notices?: Notices): ServiceDatabase {
  const id = randomUUID()
  const listeners = new TableListeners()
  const connections = projectConnections(pool, project)
  const write = writeGroups(connections, project)

  function current(): OpenTransaction | undefined {
    const known = own.getStore()
    return known?.of !== id || known.open.hasEnded ? undefined : known.open
  }

  function runAs<Result>(open: OpenTransaction, work: () => Promise<Result>): Promise<Result> {
    return own.run({ of: id, open }, work)
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
    const open = current()
    if (!open) return tellOthers(table)
    // Once more: until then others read, and may keep, what was there before.
    open.afterwards.push(() => {
      listeners.tell(table, what)
      tellOthers(table)
    })
  }

  function asked({ statement, name, runs }: KeptStatement, bound: readonly unknown[], again = false) {
    const values = statement.values(bound, project, again)
    return { text: statement.text, values, ...(runs > oftenEnough && { name }) }
  }

  async function runIn(open: OpenTransaction, prepared: KeptStatement, bound: readonly unknown[]) {
    const { writes } = prepared.statement
    try {
      const result = await open.session.query(asked(prepared, bound))
      if (writes && (result.rowCount ?? 0) > 0) tell(writes)
      return result
    } catch (error) {
      open.isBroken = true
      return refuseNotStorable(error)
    }
  }

  /** As a transaction of its own. Where the connection is lost it is done again: these write the same again where they wrote it. */
  async function runAlone(prepared: KeptStatement, bound: readonly unknown[]) {
    const { writes } = prepared.statement
    const result = await ask(prepared, bound)
    if (writes && (result.rowCount ?? 0) > 0) tell(writes)
    return result
  }

  function ask(prepared: KeptStatement, bound: readonly unknown[]) {
    let times = 0
    return connections
      .ask((client) => client.query<StoredRow>(asked(prepared, bound, times++ > 0)))
      .catch(refuseNotStorable)
  }

  async function query(prepared: KeptStatement, bound: readonly unknown[]) {
    prepared.runs += 1
    const open = current()
    if (open) return runIn(open, prepared, bound)
    // One that reads sees one moment by itself; one that writes waits for its turn.
    const { writes, locks } = prepared.statement
    if (writes === null) return ask(prepared, bound)
    const within = (mine: OpenTransaction) => runAs(mine, () => runIn(mine, prepared, bound))
    return write(within, locks ? () => runAlone(prepared, bound) : undefined)
  }

  function statementOf<Row>(text: string, rowOf: (row: StoredRow) => Row): Statement<Row> {
    const prepared: KeptStatement = { ...namedText(text), runs: 0 }
    return {
      async first(bound) {
        const [row] = (await query(prepared, bound)).rows
        return row && rowOf(row)
      },
      all: async (bound) => (await query(prepared, bound)).rows.map(rowOf),
      run: async (bound) => (await query(prepared, bound)).rowCount ?? 0,
    }
  }

  /** What is read within is as it was at one moment. */
  async function read<Result>(work: () => Promise<Result>): Promise<Result> {
    const session = new TransactionSession(connections, beginReading)
    const mine = openTransaction(session)
    try {
      return await closeAfter(mine, () => runAs(mine, work))
    } finally {
      session.leave()
      own.exit(() => mine.afterwards.forEach((call) => call()))
    }
  }

  const touch = statementOf('UPDATE project SET disabled = disabled WHERE "only" = 1', () => undefined)
  return {
    engine: 'postgres',
    // What a row holds is what the query module that wrote its text says.
    prepare: <Row>(text: string) => statementOf(text, (row) => row as Row),
    prepareValue: <Value>(text: string) => statementOf(text, (row) => Object.values(row)[0] as Value),
    transaction(work, { readOnly = false } = {}) {
      const open = current()
      if (open) return within(open, work)
      return readOnly ? read(work) : write((mine) => runAs(mine, work))
    },
    isWithin: () => current() !== undefined,
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
    sizes: () => databaseSizes(pool),
    connections: () => connectionCounts(pool),
    tryWriting: async () => void (await touch.run([])),
    isTrouble,
    // The connections are those of the process.
    close: async () => hearing.forEach((off) => off()),
  }
}

/** A statement, and the name under which connections keep it: the same for every project, and so made once for all of them. */
interface NamedText {
  statement: StatementText
  name: string
}

const namedTexts = new Map<string, NamedText>()
/** How many are kept; of conditions there may be any number. */
const keptTexts = 2000

function namedText(text: string): NamedText {
  const known = namedTexts.get(text)
  if (known) return known
  const statement = statementText(text)
  const name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 32)
  if (namedTexts.size >= keptTexts) namedTexts.clear()
  namedTexts.set(text, { statement, name })
  return { statement, name }
}

type Written = NonNullable<StatementText['writes']>

interface KeptStatement extends NamedText {
  runs: number
}

/** A text with U+0000, on its own or within JSON, or with half a character within JSON that is kept parsed. */
function refuseNotStorable(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error
  const isNul = error.code === '22021' || error.code === '22P05'
  const isHalf = error.code === '22P02' && /surrogate/.test(error.detail ?? '')
  throw isNul || isHalf ? new NotStorable('A text holds what cannot be kept.', { cause: error }) : error
}
