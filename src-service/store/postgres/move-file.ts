import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import { beginCopying, copyRows, moveCounter, noteTokens } from './copy-file'
import { inTransaction, underLock } from './locked-work'
import { prepareDatabase } from './migrations'
import { type DatabaseOptions, withMakingPool } from './open-project'
import { allCounted } from './count-triggers'
import { type CopiedTable, copiedTables, projectTables } from './schema'

/** Held by whoever moves a file into a project: the first number of a lock, the second is the project's. */
const movingLock = 0x706f736d
/** Rows of a transaction: what was committed is not copied again. */
const chunk = 100_000

/** A project that a file is moved into. */
interface Move {
  file: Database.Database
  pool: Pool
  project: number
  chunk: number
}

/**
 * Copies what a file of SQLite holds into a project that is made for it, some rows after the other. Where it is cut off, the
 * same call goes on; nobody serves the project before all of it is there. A file that has changed meanwhile is copied from its
 * beginning.
 * @returns How many rows each table got.
 * @throws Error in words where there is a project of this name that was not being moved, or somebody else is moving it.
 */
export async function moveFile(
  path: string,
  options: DatabaseOptions,
  rowsAtATime = chunk,
): Promise<Record<string, number>> {
  const file = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return await withMakingPool(options.url, async (pool) => {
      await prepareDatabase(pool)
      const project = await projectFor(pool, options.project, stateOf(path))
      const holder = await pool.connect()
      try {
        await holdMove(holder, project, options.project)
        const move = { file, pool, project, chunk: rowsAtATime }
        for (const table of copiedTables) await copyTable(move, table)
        return await endMove(move)
      } finally {
        holder.release(true)
      }
    })
  } finally {
    file.close()
  }
}

/** What tells whether a file is as it was: nothing writes to one that is moved. */
function stateOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `${size} bytes, ${Math.round(mtimeMs)}`
}

async function projectFor(pool: Pool, name: string, state: string): Promise<number> {
  return underLock(pool, movingLock, async (client) => {
    const { rows } = await client.query<{ project: number; moving: string | null }>(
      'SELECT project, moving FROM service_project WHERE name = $1',
      [name],
    )
    const [found] = rows
    if (found?.moving === null) throw new Error(`There is a project ${name} already.`)
    if (found?.moving === state) return found.project
    if (found) await forget(client, found.project)
    const made = await client.query<{ project: number }>(
      'INSERT INTO service_project (name, moving) VALUES ($1, $2) RETURNING project',
      [name, state],
    )
    return made.rows[0]?.project ?? 0
  })
}

async function forget(client: PoolClient, project: number): Promise<void> {
  await beginCopying(client, project)
  for (const table of projectTables) await client.query(`DELETE FROM ${table} WHERE project = ${project}`)
  await client.query('DELETE FROM service_move WHERE project = $1', [project])
  await client.query('DELETE FROM service_project WHERE project = $1', [project])
}

async function holdMove(holder: PoolClient, project: number, name: string): Promise<void> {
  const { rows } = await holder.query<{ mine: boolean }>(
    `SELECT pg_try_advisory_lock(${movingLock}, ${project}) AS mine`,
  )
  if (!rows[0]?.mine) throw new Error(`The project ${name} is being moved by another process.`)
}

async function copyTable(move: Move, table: CopiedTable): Promise<void> {
  const next = rowsOf(move, table)
  for (let isLast = false; !isLast;)
    isLast = await copying(move, async (client) => {
      const { rows: done } = await client.query<{ rows: number; last: number | null }>(
        'SELECT rows, last FROM service_move WHERE project = $1 AND name = $2',
        [move.project, table.name],
      )
      const [before] = done
      // Those without a row number are copied at once.
      if (before && before.last === null) return true
      const { rows, last } = next(before?.last ?? Number.MIN_SAFE_INTEGER)
      const copied = rows.length > 0 ? await copyRows(rows, client, move.project, table) : 0
      if (last === null) await moveCounter(move.file, client, table)
      await client.query(
        `INSERT INTO service_move AS known (project, name, rows, last) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project, name) DO UPDATE SET rows = known.rows + excluded.rows, last = excluded.last`,
        [move.project, table.name, copied, last],
      )
      return last === null
    })
}

/** Reads on in a table, after a row of it. `last`: the last one that was read; null where no other follows. */
function rowsOf({ file, chunk: most }: Move, { name, columns }: CopiedTable) {
  const list = columns.join(', ')
  const isNumbered = !/WITHOUT ROWID/.test(
    file.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? '',
  )
  if (!isNumbered) {
    const all = file.prepare<[], unknown[]>(`SELECT ${list} FROM ${name}`).raw()
    return () => ({ rows: all.all(), last: null })
  }
  const some = file
    .prepare<[number, number], unknown[]>(
      `SELECT rowid, ${list} FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    )
    .raw()
  return (after: number) => {
    const numbered = some.all(after, most)
    const last = numbered.length < most ? null : Number(numbered.at(-1)?.[0])
    return { rows: numbered.map((row) => row.slice(1)), last }
  }
}

async function endMove(move: Move): Promise<Record<string, number>> {
  return copying(move, async (client) => {
    await client.query(allCounted)
    await noteTokens(client, move.project)
    const { rows } = await client.query<{ name: string; rows: number }>(
      'DELETE FROM service_move WHERE project = $1 RETURNING name, rows',
      [move.project],
    )
    await client.query('UPDATE service_project SET moving = NULL WHERE project = $1', [move.project])
    return Object.fromEntries(rows.map((each) => [each.name, each.rows]))
  })
}

/** Does something with the rows of the project, in a transaction. */
function copying<Result>(
  { pool, project }: Move,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    await beginCopying(client, project)
    return work(client)
  })
}
