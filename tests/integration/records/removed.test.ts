import { recordPage } from '../../fixtures/record-page'
import { driven } from '../../fixtures/driven-store'
import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { firstBookmark } from '../../../src-main/copying/offset/bookmark'
import { temporaryFolder } from '../cache/support'
import { asRead } from './fixture'

const drift = { reread: 0, gaps: 0, repeated: 0, passes: 1 }
const tables = ['record', 'record_run', 'record_seen', 'record_source', 'record_view'] as const
/** They hold something of large sources alone: index-snapshot.test.ts. */
const ofIndexes = ['record_index_change', 'record_index_part']

/** A copy with all that can be kept of connections, and how many rows its tables hold. */
function copyOf(...connectionIds: string[]) {
  const folder = temporaryFolder()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  const assembled = assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 })
  const { records } = driven(assembled.store)
  const begin = (connectionId: string) => {
    const { id: runId } = records.begin({ connectionId, cause: 'first', now: 1 })
    records.applyPages(recordPage(runId, [{ id: 'r1', name: 'Ada' }], firstBookmark(1, drift)))
    return runId
  }
  for (const connectionId of connectionIds) {
    records.finish({ runId: begin(connectionId), sweep: true, report: [], now: 2 })
    begin(connectionId)
    const view = { id: `view of ${connectionId}`, name: 'All', query: asRead, columns: ['id' as const] }
    records.saveView({ connectionId, view })
    const mapping = { email: 'data.email' as const, subscribed: null, data: [] }
    records.handedOver({ connectionId, mapping, handed: { at: 1, importId: 1, records: 1, upTo: 1 } })
    records.fields(connectionId)
  }
  const held = () =>
    Object.fromEntries(
      tables.map((table) => [table, db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()]),
    )
  const known = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'record%'`)
    .pluck()
    .all()
  return { records, held, known }
}

it('leaves no row of a removed connection, in whatever table, and those of others', () => {
  const { records, held, known } = copyOf('goes', 'stays')
  expect(known.sort()).toEqual([...tables, ...ofIndexes].sort())
  const both = held()
  expect(Object.values(both).every((count) => (count ?? 0) > 1)).toBe(true)
  records.remove({ connectionId: 'goes', keepViews: false })
  expect(held()).toEqual(
    Object.fromEntries(Object.entries(both).map(([table, count]) => [table, (count ?? 0) / 2])),
  )
  expect(records.page({ connectionId: 'stays', query: asRead, slice: { offset: 0, limit: 5 } }).count).toBe(1)
  records.remove({ connectionId: 'stays', keepViews: false })
  expect(Object.values(held())).toEqual(tables.map(() => 0))
})

it('knows nothing of a connection that comes again under the same id', () => {
  const { records } = copyOf('embedded')
  records.page({
    connectionId: 'embedded',
    query: { ...asRead, search: 'ada' },
    slice: { offset: 0, limit: 5 },
  })
  records.remove({ connectionId: 'embedded', keepViews: false })
  expect(records.summary('embedded')).toEqual({ rows: 0, revision: 0, asOf: null, run: null, last: null })
  expect(records.audience('embedded')).toMatchObject({ mapping: null, handed: null })
  expect(records.views('embedded')).toEqual([])
  expect(records.fields('embedded')).toEqual([])
  const search = { ...asRead, search: 'ada' }
  expect(
    records.page({ connectionId: 'embedded', query: search, slice: { offset: 0, limit: 5 } }).rows,
  ).toEqual([])
})
