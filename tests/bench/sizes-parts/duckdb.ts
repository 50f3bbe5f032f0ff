// What DuckDB takes for the same questions over the same rows, at one size. Filled in a process of its own (`duckdb-fill`), so that
// its memory is that of who reads. It answers with as many threads as the machine has cores; Postroom's search has one.
import { rmSync, statSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quantile } from '../cache/harness'
import { duckdbFile, opened } from './duckdb-file'
import { point } from './point'
import { terms } from './questions'

/** Milliseconds below which 95 of 100 questions lie, each asked once with values of its own. */
async function p95Of<Value>(
  values: readonly Value[],
  ask: (value: Value) => Promise<unknown>,
): Promise<number> {
  const samples: number[] = []
  for (const value of values) {
    const start = performance.now()
    await ask(value)
    samples.push(performance.now() - start)
  }
  return quantile(samples, 0.95)
}

/** All rows that a question has, read. */
const read = async (db: DuckDBConnection, sql: string, values: Record<string, string | number> = {}) =>
  (await db.runAndReadAll(sql, values)).getRows()

async function searching(db: DuckDBConnection): Promise<void> {
  const matches = 'FROM person WHERE contains(email, $term) OR contains(text, $term)'
  point(
    'first-rows',
    'DuckDB',
    await p95Of(terms, (term) => read(db, `SELECT * ${matches} ORDER BY row DESC LIMIT 100`, { term })),
  )
  point(
    'exact-count',
    'DuckDB',
    await p95Of(terms, (term) => read(db, `SELECT count(*) ${matches}`, { term })),
  )
}

async function filtering(db: DuckDBConnection): Promise<void> {
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  point(
    'filters',
    'DuckDB: a field is greater',
    await p95Of(upTo(40), async (index) => {
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
    await p95Of(upTo(20), async (index) => {
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
