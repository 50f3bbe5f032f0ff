import { recordPage } from '../../fixtures/record-page'
import { driven } from '../../fixtures/driven-store'
import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { firstBookmark } from '../../../src-main/copying/offset/bookmark'
import { temporaryFolder } from '../cache/support'

const connectionId = 'somewhere'
const slice = { offset: 100, limit: 100 }
const query = {
  search: '',
  filters: [],
  sort: { field: 'order' as const, direction: 'asc' as const },
  sinceLast: false,
}
const drift = { reread: 0, gaps: 0, repeated: 0, passes: 1 }

/** Every SELECT over records that is prepared while all that a person can see of them is asked for, with its plan. */
function plans(): Map<string, string> {
  const folder = temporaryFolder()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  const statements = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (source: string) => {
    if (/^\s*SELECT.* FROM record/is.test(source)) statements.add(source.replace(/\s+/g, ' ').trim())
    return prepare(source)
  }
  const assembled = assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 })
  const { records } = driven(assembled.store)
  const { id: runId } = records.begin({ connectionId, cause: 'first', now: 1 })
  for (let page = 0; page < 30; page++) {
    records.applyPages(
      recordPage(
        runId,
        Array.from({ length: 100 }, (_, at) => ({ id: `r${page * 100 + at}`, name: `Name ${at}` })),
        firstBookmark(1, drift),
      ),
    )
  }
  records.live()
  records.unseen(runId)
  records.finish({ runId, sweep: true, report: [], now: 2 })
  records.summary(connectionId)
  records.runs({ connectionId, slice })
  for (const direction of ['asc', 'desc'] as const) {
    records.page({ connectionId, query: { ...query, sort: { field: 'order', direction } }, slice })
    records.locate({ connectionId, query: { ...query, sort: { field: 'order', direction } }, id: 'r5' })
  }
  records.page({ connectionId, query: { ...query, search: 'name' }, slice })
  records.page({ connectionId, query: { ...query, sinceLast: true }, slice })
  records.get({ connectionId, id: 'r5' })
  records.rowsByIds({ connectionId, ids: ['r5'] })
  records.views(connectionId)
  const mapping = { email: 'data.email' as const, subscribed: null, data: [] }
  records.handedOver({ connectionId, mapping, handed: { at: 1, importId: 1, records: 1, upTo: 5 } })
  records.audience(connectionId)
  db.exec('ANALYZE')
  return new Map(
    [...statements].map((source) => {
      const plan = prepare(`EXPLAIN QUERY PLAN ${source.replace(/[?]|@\w+/g, '5')}`).all() as {
        detail: string
      }[]
      return [source, plan.map(({ detail }) => detail).join('; ')]
    }),
  )
}

/** The largest row in use is the end of the table; the connections are few; the runs of a profile are few, and are looked through once at its start. */
const meantToScan = [
  'SELECT max(row) FROM record',
  'SELECT connection FROM record_source',
  "SELECT * FROM record_run WHERE state IN ('queued', 'running', 'paused', 'asking') ORDER BY id",
]

it('lists records in the order of reading from either end, far down too, and after some are gone', () => {
  const folder = temporaryFolder()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  const { records } = driven(
    assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 }).store,
  )
  const names = (direction: 'asc' | 'desc', offset: number) =>
    records
      .page({
        connectionId,
        query: { ...query, sort: { field: 'order', direction } },
        slice: { offset, limit: 2 },
      })
      .rows.map(({ id }) => id)
  const read = (ids: string[]) => {
    const { id: runId } = records.begin({ connectionId, cause: 'person', now: 1 })
    records.applyPages(
      recordPage(
        runId,
        ids.map((id) => ({ id })),
      ),
    )
    records.finish({ runId, sweep: true, report: [], now: 2 })
  }
  const ids = Array.from({ length: 4000 }, (_, at) => `r${at}`)
  read(ids)
  expect([names('asc', 2500), names('asc', 10)]).toEqual([
    ['r2500', 'r2501'],
    ['r10', 'r11'],
  ])
  expect([names('desc', 2500), names('desc', 1024)]).toEqual([
    ['r1499', 'r1498'],
    ['r2975', 'r2974'],
  ])
  read(ids.slice(1000))
  expect(names('asc', 2500)).toEqual(['r3500', 'r3501'])
})

it('finds records by an index, whatever is asked, and sorts nothing', () => {
  const found = plans()
  expect(found.size).toBeGreaterThan(15)
  for (const [source, plan] of found) {
    if (meantToScan.includes(source)) continue
    expect(plan, source).not.toMatch(/SCAN|TEMP B-TREE/)
  }
})
