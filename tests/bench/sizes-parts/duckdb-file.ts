import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { rows } from './point'

/** Where DuckDB keeps the rows of this size. */
export const duckdbFile = join(tmpdir(), `postroom-bench-duckdb-${rows}.db`)

/** A connection to that file, which is made where it is missing. */
export async function opened(): Promise<DuckDBConnection> {
  return (await DuckDBInstance.create(duckdbFile)).connect()
}
