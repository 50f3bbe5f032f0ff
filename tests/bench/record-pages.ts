import { sqliteDatabase } from '../../src-service/store/sqlite-database'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { type OffsetLister, recordLister } from '../../src-service/records/record-list'
import { recordRows } from '../../src-service/records/record-rows'
import { recordIndexes, recordTables } from '../../src-service/store/tables/records'

// `npm run bench -- record-pages [RECORDS]`: a page of 100 of the embedded service's records, in its database, by how
// much is skipped; after that, when a third of the records was deleted and others were moved.

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'record-pages', metric, value: Number(value.toPrecision(4)), unit }))
}

function p95(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

/** The 95th percentile of pages somewhere near a share (0 to 1) of a list. */
async function pageTime(list: OffsetLister<unknown>, share: number): Promise<number> {
  const { total } = await list(0, 1)
  const times: number[] = []
  for (let round = 0; round < 200; round++) {
    const skip = Math.floor(Math.max(0, share * (total - 20_000))) + round * 97
    const start = performance.now()
    await list(skip, 100)
    times.push(performance.now() - start)
  }
  return p95(times)
}

/** Prints the figures. */
export async function run(records = Number(process.argv[2] ?? 1_000_000)): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postroom-records-'))
  const db = new Database(path.join(folder, 'records.db'))
  try {
    db.pragma('journal_mode = WAL')
    db.exec(recordTables)
    db.prepare(
      `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?)
       INSERT INTO record (position, type, fields, created_at, updated_at)
       SELECT value * 1024, iif(value % 5, 'person', 'company'),
         json_object('name', 'Somebody ' || value, 'email', value || '@example.com', 'notes', printf('%.150c', 'n')), 0, 0
       FROM numbers`,
    ).run(records)
    db.exec(recordIndexes)
    const served = sqliteDatabase(db)
    const all = recordLister(served, 'records')
    const companies = recordLister(served, 'companies')
    print('records', records, 'records')
    for (const share of [0, 0.5, 0.9]) {
      print(`page at ${share * 100} %, p95`, await pageTime(all, share), 'ms')
      print(`page of companies at ${share * 100} %, p95`, await pageTime(companies, share), 'ms')
    }
    db.exec('DELETE FROM record WHERE seq % 3 = 0')
    const rows = recordRows(served, () => 0)
    for (let at = 0; at < 1000; at++)
      await rows.update(1 + 3 * at, { before: 1 + 3 * Math.floor(records / 6) })
    for (const share of [0, 0.5, 0.9]) {
      print(`page at ${share * 100} % after changes, p95`, await pageTime(all, share), 'ms')
    }
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (require.main === module) void run()
