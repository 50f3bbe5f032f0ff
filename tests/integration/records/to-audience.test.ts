import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import type { RecordSelection } from '../../../src-shared/bridge/records'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { asRead, openRecordFixture, read, type RecordFixture } from './fixture'

let fixture: RecordFixture
beforeAll(async () => {
  fixture = await openRecordFixture({ contacts: 0 })
  const make = (name: string, email: string | null, more: object = {}) =>
    fixture.call('create-record', { type: 'person', fields: { name, ...(email ? { email } : {}), ...more } })
  await make('Ada', 'ada@example.com', { seats: 3, vip: true })
  await make('Grace', 'grace@example.com', { seats: 12, vip: false, note: 'says "hi",\nthen goes' })
  await make('Nobody', null)
}, 60_000)
afterAll(() => fixture.close())

const records = () => fixture.core.bridge.records
const imports = () => fixture.core.bridge.imports
const contacts = () => fixture.core.bridge.contacts
const everything = { kind: 'query' as const, query: asRead }
const importOf = (id: number, holds: (found: ImportDetail) => boolean) =>
  until(() => imports().get({ id }), holds)

it('takes a selection through an import to the audience and back, and the next time what changed since', async () => {
  const { id: connectionId } = await records().add(fixture.input)
  await read(fixture.core, connectionId)
  const { mapping, remembered } = await records().audience({ connectionId })
  expect({ email: mapping?.email, remembered }).toEqual({ email: 'data.email', remembered: false })
  expect(await records().changed({ connectionId, selection: everything })).toEqual({ count: 3 })
  if (!mapping) throw new Error('No mapping')
  const wanted = {
    ...mapping,
    data: [
      { field: 'data.name' as const, key: 'fullName' },
      { field: 'data.seats' as const, key: 'seats' },
      { field: 'data.vip' as const, key: 'vip' },
      { field: 'data.note' as const, key: 'note' },
    ],
  }
  const first = await records().toImport({
    connectionId,
    selection: everything,
    mapping: wanted,
    sinceLast: false,
  })
  expect(first.records).toBe(3)
  const mapped = await importOf(first.importId, ({ step, work }) => step === 'map' && work === null)
  expect(mapped.name).toBe('Records of Customers')
  expect(mapped.columns.map(({ target }) => target)).toEqual([
    { kind: 'email' },
    { kind: 'data', key: 'fullName' },
    { kind: 'data', key: 'seats' },
    { kind: 'data', key: 'vip' },
    { kind: 'data', key: 'note' },
  ])
  expect(mapped.remembered).toBe(true)
  await imports().check({ id: first.importId })
  const checked = await importOf(first.importId, ({ counts, work }) => counts !== null && work === null)
  expect(checked.counts?.rows).toMatchObject({ new: 2, invalid: 1 })
  await imports().run({ id: first.importId })
  await importOf(first.importId, ({ written }) => written?.created === 2)
  const everyone = { search: '', filters: [], sort: { field: 'email' as const, direction: 'asc' as const } }
  const written = await until(
    () => contacts().page({ query: everyone, slice: { offset: 0, limit: 10 } }),
    ({ count }) => count === 2,
  )
  expect(written.rows.map(({ email, data }) => ({ email, data }))).toEqual([
    { email: 'ada@example.com', data: { fullName: 'Ada', seats: 3, vip: true } },
    {
      email: 'grace@example.com',
      data: { fullName: 'Grace', seats: 12, vip: false, note: 'says "hi",\nthen goes' },
    },
  ])

  const since = await records().audience({ connectionId })
  expect(since).toMatchObject({ mapping: wanted, remembered: true, last: { records: 3 } })
  expect(await records().changed({ connectionId, selection: everything })).toEqual({ count: 0 })
  const again = { connectionId, selection: everything, mapping: wanted, sinceLast: true }
  expect((await problemOf(records().toImport(again))).title).toBe('There is nothing to hand over')
  await fixture.call('create-record', { type: 'person', fields: { name: 'Joan', email: 'joan@example.com' } })
  await records().start({ id: connectionId })
  await read(fixture.core, connectionId, 2)
  const onlyNew = { ...asRead, sinceLast: true }
  const page = await records().page({ connectionId, query: onlyNew, slice: { offset: 0, limit: 10 } })
  expect(page.rows.map(({ data }) => data['name'])).toEqual(['Joan'])
  expect((await records().toImport(again)).records).toBe(1)

  await imports().undo({ id: first.importId })
  await importOf(first.importId, ({ undone }) => undone?.reversed === 2)
})

it('counts what is new or changed since the last time among those that are meant, however they are chosen', async () => {
  const [connection] = (await records().connections()).connections
  const connectionId = connection?.id ?? ''
  const page = await records().page({ connectionId, query: asRead, slice: { offset: 0, limit: 10 } })
  const idOf = (name: string) => page.rows.find(({ data }) => data['name'] === name)?.id ?? ''
  await fixture.call('update-record', { id: idOf('Ada'), fields: { seats: 4 } })
  await fixture.call('create-record', { type: 'person', fields: { name: 'Mary', email: 'mary@example.com' } })
  await records().start({ id: connectionId })
  await read(fixture.core, connectionId, 3)

  const counted = async (selection: RecordSelection) =>
    (await records().changed({ connectionId, selection })).count
  const ids = (...names: string[]) => ({ kind: 'ids' as const, ids: names.map(idOf) })
  expect(await counted(everything)).toBe(2)
  expect(await counted({ kind: 'query', query: { ...asRead, search: 'ada' } })).toBe(1)
  expect(await counted(ids('Ada', 'Grace'))).toBe(1)
  expect(await counted(ids('Grace', 'Joan'))).toBe(0)
  expect(await counted({ kind: 'ids', ids: ['gone'] })).toBe(0)
  const { selectionId } = await records().freeze({ connectionId, query: asRead })
  expect(await counted({ kind: 'frozen', selectionId, except: [] })).toBe(2)
  expect(await counted({ kind: 'frozen', selectionId, except: [idOf('Ada'), idOf('Grace')] })).toBe(1)
  const forgotten = counted({ kind: 'frozen', selectionId: 'gone', except: [] })
  expect((await problemOf(forgotten)).why).toContain('The selection is no longer kept.')
})

it('refuses a mapping that leads two fields to one key', async () => {
  const { connections } = await records().connections()
  const data = [
    { field: 'data.name' as const, key: 'name' },
    { field: 'data.seats' as const, key: 'name' },
  ]
  const mapping = { email: 'data.email' as const, subscribed: null, data }
  const wanted = { connectionId: connections[0]?.id ?? '', selection: everything, mapping, sinceLast: false }
  expect((await problemOf(records().toImport(wanted))).title).toBe('Two fields go to the same place')
})
