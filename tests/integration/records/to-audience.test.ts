import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
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
  const first = await records().toImport({ connectionId, selection: everything, mapping: wanted })
  expect(first.records).toBe(2)
  const mapped = await importOf(first.importId, ({ counts, work }) => counts !== null && work === null)
  expect(mapped.name).toBe('Records of Customers')
  expect(mapped.columns.map(({ target }) => target)).toEqual([
    { kind: 'email' },
    { kind: 'data', key: 'fullName' },
    { kind: 'data', key: 'seats' },
    { kind: 'data', key: 'vip' },
    { kind: 'data', key: 'note' },
  ])
  expect(mapped.remembered).toBe(true)
  expect(mapped.counts?.rows).toMatchObject({ new: 2, invalid: 0 })
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
  expect(since).toMatchObject({ mapping: wanted, remembered: true, last: { records: 2 } })
  const onlyNew = { ...asRead, sinceLast: true }
  const again = { connectionId, selection: { kind: 'query' as const, query: onlyNew }, mapping: wanted }
  expect((await problemOf(records().toImport(again))).title).toBe('Nothing to hand over')
  await fixture.call('create-record', { type: 'person', fields: { name: 'Joan', email: 'joan@example.com' } })
  await records().start({ id: connectionId })
  await read(fixture.core, connectionId, 2)
  const page = await records().page({ connectionId, query: onlyNew, slice: { offset: 0, limit: 10 } })
  expect(page.rows.map(({ data }) => data['name'])).toEqual(['Joan'])
  expect((await records().toImport(again)).records).toBe(1)

  await imports().undo({ id: first.importId })
  await importOf(first.importId, ({ undone }) => undone?.reversed === 2)
})

it('leaves out who has no address, one that is none, or the same as another that changed later, and says who that is', async () => {
  const [connection] = (await records().connections()).connections
  const connectionId = connection?.id ?? ''
  const make = (name: string, email: string) =>
    fixture.call('create-record', { type: 'person', fields: { name, email } })
  await make('Faulty', 'no address')
  await make('Ada again', ' ADA@example.com')
  await records().start({ id: connectionId })
  await read(fixture.core, connectionId, 3)

  const meant = { connectionId, selection: everything, email: 'data.email' as const }
  const tally = await records().tally(meant)
  expect(tally).toMatchObject({ records: 6, leftOut: { missing: 1, faulty: 1, twice: 1 }, goes: 3 })
  expect(tally.fields).toContainEqual({ field: 'data.seats', filled: 2, sample: 3 })
  const named = async (why: 'missing' | 'faulty' | 'twice') => {
    const { selectionId } = await records().leftOut({ ...meant, why })
    const query = { ...asRead, among: { kind: 'frozen' as const, selectionId, except: [] } }
    const { rows } = await records().page({ connectionId, query, slice: { offset: 0, limit: 10 } })
    return rows.map(({ data }) => data['name'])
  }
  expect(await named('missing')).toEqual(['Nobody'])
  expect(await named('faulty')).toEqual(['Faulty'])
  expect(await named('twice')).toEqual(['Ada'])
  expect(await records().tally({ ...meant, email: null })).toMatchObject({ leftOut: { missing: 6 }, goes: 0 })
})

it('knows of a record what the last run found new, what it changed, and what stood there before', async () => {
  const [connection] = (await records().connections()).connections
  const connectionId = connection?.id ?? ''
  const look = async () =>
    (await records().page({ connectionId, query: asRead, slice: { offset: 0, limit: 10 } })).rows
  const ada = (await look()).find(({ data }) => data['name'] === 'Ada')?.id ?? ''
  await fixture.call('update-record', { id: ada, fields: { seats: 4 } })
  await fixture.call('create-record', { type: 'person', fields: { name: 'Mary', email: 'mary@example.com' } })
  await records().start({ id: connectionId })
  await read(fixture.core, connectionId, 4)

  const news = (await look()).filter((row) => row.news !== null)
  expect(news.map(({ data, news: what }) => [data['name'], what])).toEqual([
    ['Ada', 'changed'],
    ['Mary', 'new'],
  ])
  const { change } = await records().get({ connectionId, id: ada })
  expect(change?.before).toMatchObject({ seats: 3 })
  const newest = { ...asRead, sort: { field: 'changedAt' as const, direction: 'desc' as const } }
  const sorted = await records().page({ connectionId, query: newest, slice: { offset: 0, limit: 2 } })
  expect(sorted.rows.map(({ data }) => data['name'])).toEqual(['Mary', 'Ada'])
})

it('refuses a mapping that leads two fields to one key', async () => {
  const { connections } = await records().connections()
  const data = [
    { field: 'data.name' as const, key: 'name' },
    { field: 'data.seats' as const, key: 'name' },
  ]
  const mapping = { email: 'data.email' as const, subscribed: null, data }
  const wanted = { connectionId: connections[0]?.id ?? '', selection: everything, mapping }
  expect((await problemOf(records().toImport(wanted))).title).toBe('Two fields go to the same place')
})
