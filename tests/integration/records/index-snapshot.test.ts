import { recordPage } from '../../fixtures/record-page'
import { driven } from '../../fixtures/driven-store'
import type { Database } from 'better-sqlite3'
import { expect, it } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { drive } from '../../../src-main/core/database/session'
import { temporaryFolder } from '../cache/support'
import { asRead } from './fixture'

/** Just more than is read again rather than saved. */
const count = 50_500
const connectionId = 'large'
const slice = { offset: 0, limit: 5 }

/** Opens the copy as a start of the program does. */
function open(folder: string) {
  const db = openDatabase({ folder, key: null }, migrations)
  const assembled = assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 })
  const { records } = driven(assembled.store)
  const apply = (runId: number, page: { id: string; name: string }[]) =>
    records.applyPages(recordPage(runId, page))
  const begin = (of = connectionId) => records.begin({ connectionId: of, cause: 'person', now: 1 }).id
  const finish = (runId: number, sweep = false) => records.finish({ runId, sweep, report: [], now: 2 })
  /** Does what waits for a quiet moment. */
  const rest = () => {
    for (let task = assembled.nextTask(); task !== null; task = assembled.nextTask()) drive(task)
  }
  const found = (search: string, of = connectionId) =>
    records.page({ connectionId: of, query: { ...asRead, search }, slice }).rows.map(({ id }) => id)
  return { db, records, apply, begin, finish, rest, found }
}

const rowsIn = (db: Database, table: string) =>
  db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
const partsIn = (db: Database) =>
  db.prepare<[], Buffer>('SELECT bytes FROM record_index_part ORDER BY name').pluck().all()
/** No name is a part of another one. */
const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: `r${from + at}`, name: `n${from + at}x` }))

/** Reads a list of so many records, and deletes what it did not hold. */
function readAll({ apply, begin, finish }: ReturnType<typeof open>, length: number): void {
  const runId = begin()
  for (let from = 0; from < length; from += 500) apply(runId, named(from, Math.min(length, from + 500)))
  finish(runId, true)
}

it('finds in a large list what was saved of its index and what changed since, after every start', () => {
  const folder = temporaryFolder()
  const first = open(folder)
  readAll(first, count)
  expect(rowsIn(first.db, 'record_index_part')).toBe(0)
  first.rest()
  expect(rowsIn(first.db, 'record_index_part')).toBeGreaterThan(5)
  const runId = first.begin()
  first.apply(runId, [
    { id: 'r7', name: 'renamed' },
    { id: 'late', name: 'latecomer' },
  ])
  first.finish(runId)
  // Without a word to the index: what still finds it there is what was saved.
  first.db.exec(`UPDATE record SET raw = '{"id":"r9","name":"behind its back"}' WHERE id = 'r9'`)
  first.db.close()

  const second = open(folder)
  expect(second.found('n9x')).toEqual(['r9'])
  expect(second.found('n7x')).toEqual([])
  expect(second.found('renamed')).toEqual(['r7'])
  expect(second.found('latecomer')).toEqual(['late'])
  readAll(second, count - 1)
  expect(second.found('latecomer')).toEqual([])
  second.db.close()

  // The last row has no record any more, and its number goes to one of another list.
  const third = open(folder)
  third.apply(third.begin('small'), [{ id: 's1', name: `n${count - 1}x` }])
  expect(third.found(`n${count - 1}x`, 'small')).toEqual(['s1'])
  expect(third.found(`n${count - 1}x`)).toEqual([])
  expect(third.found(`n${count - 2}x`)).toEqual([`r${count - 2}`])
  third.rest()
  third.records.remove({ connectionId, keepViews: false })
  expect(rowsIn(third.db, 'record_index_part')).toBe(0)
  expect(rowsIn(third.db, 'record_index_change')).toBe(0)
  third.db.close()
}, 120_000)

it('makes an index anew where what was saved of it cannot be read, and saves it again', () => {
  const folder = temporaryFolder()
  const first = open(folder)
  readAll(first, count)
  first.rest()
  const before = partsIn(first.db)
  expect(
    first.db.prepare(`UPDATE record_index_part SET bytes = x'07' WHERE name = 'live/0'`).run().changes,
  ).toBe(1)
  first.db.close()

  const second = open(folder)
  expect(second.found('n9x')).toEqual(['r9'])
  second.rest()
  expect(partsIn(second.db)).toEqual(before)
  // Without a word to the index: what still finds it there is what was saved.
  second.db.exec(`UPDATE record SET raw = '{"id":"r9","name":"behind its back"}' WHERE id = 'r9'`)
  second.db.close()
  const third = open(folder)
  expect(third.found('n9x')).toEqual(['r9'])
  third.db.close()
}, 120_000)
