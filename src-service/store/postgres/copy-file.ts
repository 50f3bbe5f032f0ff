import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type Database from 'better-sqlite3'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { allCounted } from './count-triggers'
import { type CopiedTable, copiedTables } from './schema'

/** Characters of a chunk that is sent. */
const chunk = 65_536

/** A value as COPY reads it. */
function copied(value: unknown): string {
  if (value === null) return '\\N'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return String(value).replaceAll(/[\\\n\r\t]/g, (sign) => signs[sign] ?? sign)
}
const signs: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The rows of a statement as COPY reads them. */
function* linesOf(rows: Iterable<unknown[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${row.map(copied).join('\t')}\n`
    if (text.length < chunk) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** Begins to copy rows into a project, in the transaction that is open: what triggers would make of them is copied, too. */
export async function beginCopying(client: PoolClient, project: number): Promise<void> {
  await client.query(`SET LOCAL service.project = '${project}'; SET LOCAL service.copying = 'on'`)
}

/**
 * Copies everything that a file of SQLite holds into a project that holds nothing yet, in the transaction that is open.
 * @returns How many rows each table got.
 */
export async function copyFile(
  file: Database.Database,
  client: PoolClient,
  project: number,
): Promise<Record<string, number>> {
  await beginCopying(client, project)
  const counts: Record<string, number> = {}
  for (const table of copiedTables) {
    const rows = file.prepare<[], unknown[]>(`SELECT ${table.columns.join(', ')} FROM ${table.name}`).raw()
    // A new project fills few of them.
    const isEmpty = rows.get() === undefined
    counts[table.name] = isEmpty ? 0 : await copyRows(rows.iterate(), client, project, table)
    await moveCounter(file, client, table)
  }
  await client.query(allCounted)
  await noteTokens(client, project)
  return counts
}

/** Notes whether a project got messages that a file gave their tokens, which name no project. */
export async function noteTokens(client: PoolClient, project: number): Promise<void> {
  await client.query(
    `UPDATE service_project SET unnamed_tokens = EXISTS (SELECT 1 FROM message WHERE project = $1) WHERE project = $1`,
    [project],
  )
}

/** Copies rows of a table of SQLite. @returns How many. */
export async function copyRows(
  rows: Iterable<unknown[]>,
  client: PoolClient,
  project: number,
  { name, columns }: CopiedTable,
): Promise<number> {
  const list = columns.join(', ')
  // Not into the table itself: COPY does not go through the wall between projects.
  await client.query(`CREATE TEMP TABLE copied ON COMMIT DROP AS SELECT ${list} FROM ${name} WITH NO DATA`)
  await pipeline(Readable.from(linesOf(rows)), client.query(copyFrom(`COPY copied (${list}) FROM STDIN`)))
  const { rowCount } = await client.query(
    `INSERT INTO ${name} (project, ${list}) SELECT ${project}, ${list} FROM copied`,
  )
  await client.query('DROP TABLE copied')
  return rowCount ?? 0
}

/** Has a table count on from where the file would, so that no number is given twice. */
export async function moveCounter(
  file: Database.Database,
  client: PoolClient,
  { name, counter }: CopiedTable,
): Promise<void> {
  if (counter === null) return
  const given = file
    .prepare<[table: string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?')
    .pluck()
    .get(name)
  const last =
    given ?? file.prepare<[], number | null>(`SELECT max(${counter}) FROM ${name}`).pluck().get() ?? 0
  const sequence = `${name}_${counter}`
  await client.query(
    `SELECT setval('${sequence}', greatest($1, (SELECT last_value FROM ${sequence}))) WHERE $1 > 0`,
    [last],
  )
}
