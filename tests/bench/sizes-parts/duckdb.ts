// What DuckDB takes for the same questions over the same rows, at one size. Filled in a process of its own (`duckdb-fill`), so that
// its memory is that of who reads. It answers with as many threads as the machine has cores; Postroom's search has one.
import { rmSync, statSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quantile, timed } from '../cache/harness'
import { duckdbFile, opened } from './duckdb-file'
import { point } from './point'
import { terms } from './questions'

/** Milliseconds below which 95 of 100 questions lie, each asked once. */
const p95Of = async (calls: number, ask: (index: number) => Promise<unknown>): Promise<number> =>
  quantile(await timed(calls, ask), 0.95)

/** All rows that a question has, read. */
const read = async (db: DuckDBConnection, sql: string, values: Record<string, string | number> = {}) =>
  (await db.runAndReadAll(sql, values)).getRows()

async function searching(db: DuckDBConnection): Promise<void> {
  const matches = 'FROM person WHERE contains(email, $term) OR contains(text, $term)'
  const each = (sql: string) => p95Of(terms.length, (index) => read(db, sql, { term: terms[index] ?? '' }))
  point('first-rows', 'DuckDB', await each(`SELECT * ${matches} ORDER BY row DESC LIMIT 100`))
  point('exact-count', 'DuckDB', await each(`SELECT count(*) ${matches}`))
}

async function filtering(db: DuckDBConnection): Promise<void> {
  point(
    'filters',
    'DuckDB: a field is greater',
    await p95Of(40, async (index) => {
      const seats = index * 3
      await read(db, 'SELECT * FROM person WHERE seats > $seats ORDER BY row DESC LIMIT 100', { seats })
      await read(db, 'SELECT count(*) FROM person WHERE seats > $seats', { seats })
    }),
  )
  const facet = (field: string): string =>
    `SELECT ${field}, count(*) FROM person WHERE last_login > $since GROUP BY ${field} ORDER BY count(*) DESC LIMIT 8`
  point(
    'filters',
    'DuckDB: three facets under a filter',
    await p95Of(20, async (index) => {
      const since = Date.UTC(2026, 5, 1) + index * 86_400_000
      for (const field of ['plan', 'city', 'subscribed']) await read(db, facet(field), { since })
    }),
  )
}

async function measure(): Promise<void> {
  const db = await opened()
  await searching(db)
  await filtering(db)
  point('memory', 'DuckDB, after searching and filtering', process.resourceUsage().maxRSS / 1e3)
  db.closeSync()
  console.error(`DuckDB's file has ${(statSync(duckdbFile).size / 1e6).toFixed(0)} MB.`)
  rmSync(duckdbFile)
}

void measure()
