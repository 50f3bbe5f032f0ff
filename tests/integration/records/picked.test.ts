import { recordPage } from '../../fixtures/record-page'
import { driven } from '../../fixtures/driven-store'
import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import type { RecordQuery } from '../../../src-shared/bridge/records'
import { temporaryFolder } from '../cache/support'
import { asRead } from './fixture'

const connectionId = 'wharf'
const slice = { offset: 0, limit: 50 }
const bergen: RecordQuery = { ...asRead, search: 'bergen' }

/** Twelve records, every third of them in Bergen, after one of another connection. */
function open() {
  const db = openDatabase({ folder: temporaryFolder(), key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  const { records } = driven(
    assemble(db, { folder: '', encrypted: false, now: () => 1, monotonic: () => 1 }).store,
  )
  const read = (of: string, ids: string[]) => {
    const runId = records.begin({ connectionId: of, cause: 'person', now: 1 }).id
    records.applyPages(
      recordPage(
        runId,
        ids.map((id, at) => ({ id, city: at % 3 === 0 ? 'Bergen' : 'Hull' })),
      ),
    )
    records.finish({ runId, sweep: true, report: [], now: 2 })
  }
  read('yard', ['r1'])
  read(
    connectionId,
    Array.from({ length: 12 }, (_, at) => `r${at}`),
  )
  const found = (query: RecordQuery) => records.page({ connectionId, query, slice }).rows.map(({ id }) => id)
  return { records, read, found }
}

it('counts how many of the picked records a query shows, named or frozen', () => {
  const { records } = open()
  const shown = (query: RecordQuery, picked: PickedRows) => records.shown({ connectionId, query, picked })
  const { selectionId, count } = records.freeze({ connectionId, query: asRead })
  expect(count).toBe(12)
  expect(shown(bergen, { kind: 'ids', ids: ['r0', 'r1', 'r3', 'gone'] })).toBe(2)
  expect(shown(bergen, { kind: 'frozen', selectionId, except: [] })).toBe(4)
  expect(shown(bergen, { kind: 'frozen', selectionId, except: ['r0', 'r1'] })).toBe(3)
  expect(shown(asRead, { kind: 'frozen', selectionId, except: ['r0', 'r1'] })).toBe(10)
})

it('lists the picked records alone, as they were read and the other way round', () => {
  const { found } = open()
  const among: PickedRows = { kind: 'ids', ids: ['r5', 'r3', 'r0'] }
  expect(found({ ...asRead, among })).toEqual(['r0', 'r3', 'r5'])
  expect(found({ ...asRead, sort: { field: 'order', direction: 'desc' }, among })).toEqual(['r5', 'r3', 'r0'])
  expect(found({ ...bergen, among })).toEqual(['r0', 'r3'])
})

it('keeps of the picked records what a query shows, and what was picked before with it', () => {
  const { records } = open()
  const also: PickedRows = { kind: 'ids', ids: ['r1', 'r3'] }
  const { selectionId, count } = records.freeze({ connectionId, query: bergen, also })
  expect(count).toBe(5)
  const picked: PickedRows = { kind: 'frozen', selectionId, except: ['r0'] }
  expect(records.freeze({ connectionId, query: { ...asRead, among: picked } }).count).toBe(4)
  expect(records.freeze({ connectionId, query: { ...bergen, among: picked } }).count).toBe(3)
  expect(records.freeze({ connectionId, query: asRead, also: picked }).count).toBe(12)
})

it('says which of the records shown a frozen selection does not hold', () => {
  const { records } = open()
  const { selectionId } = records.freeze({ connectionId, query: bergen })
  const { outside } = records.page({
    connectionId,
    query: asRead,
    slice: { offset: 0, limit: 5 },
    selectionId,
  })
  expect(outside).toEqual(['r1', 'r2', 'r4'])
})

it('leaves out picked records that are gone, and says when a selection is', () => {
  const { records, read, found } = open()
  const { selectionId } = records.freeze({ connectionId, query: asRead })
  read(connectionId, ['r0', 'r1'])
  const picked: PickedRows = { kind: 'frozen', selectionId, except: [] }
  expect(records.shown({ connectionId, query: asRead, picked })).toBe(2)
  expect(found({ ...asRead, among: picked })).toEqual(['r0', 'r1'])
  records.releaseSelection(selectionId)
  expect(() => records.shown({ connectionId, query: asRead, picked })).toThrow(/input_invalid/)
})
