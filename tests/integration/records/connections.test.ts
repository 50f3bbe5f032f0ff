import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordColumnsKey } from '../../../src-shared/bridge/settings'
import { profileFor } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { asRead, openRecordFixture, read, type RecordFixture } from './fixture'

let fixture: RecordFixture
beforeAll(async () => {
  fixture = await openRecordFixture({ contacts: 320 })
}, 60_000)
afterAll(() => fixture.close())

const records = () => fixture.core.bridge.records
const tried = () => {
  const { address, token, companyId, workspaceId } = fixture.input
  return { address, token, companyId, workspaceId }
}

it('tells what it found when a connection is tried', async () => {
  const found = await records().test(tried())
  expect(found.shape).toEqual({ name: 'items', tells: 'pageInfo' })
  expect(found.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['id', 'type', 'name']))
  expect(found.notes).toContain('The list is called items; pageInfo marks its end.')
  const users = await records().test({ ...tried(), form: 'resource', resource: 'users' })
  expect(users.shape).toEqual({ name: 'users', tells: 'totalCount' })
  expect(users.count).toBeGreaterThan(0)
  expect((await records().connections()).connections).toEqual([])
})

it.each([
  ['the token', { token: 'pat_another' }, 'key_refused', 'The token was refused'],
  ['the company', { companyId: 'com_other' }, 'forbidden', 'The token does not open this list'],
  ['the operation', { operation: 'list-nothing' }, 'not_found', 'The service does not know this list'],
  ['the list in the answer', { listName: 'rows' }, 'answer_malformed', 'The answer cannot be read'],
])('says in words that %s is wrong', async (_, wrong, code, title) => {
  expect(await problemOf(records().test({ ...tried(), ...wrong }))).toMatchObject({ code, title })
})

it('copies every record of a new connection, in either call form', async () => {
  for (const form of ['rpc', 'resource'] as const) {
    const { id } = await records().add({ ...fixture.input, name: form, form })
    const { sync } = await read(fixture.core, id)
    expect(sync.last).toMatchObject({ state: 'finished', received: 320, added: 320, report: [] })
    const { rows, count } = await records().page({
      connectionId: id,
      query: asRead,
      slice: { offset: 300, limit: 50 },
    })
    expect(count).toBe(320)
    expect(rows).toHaveLength(20)
    await records().remove({ id, name: form })
  }
})

it('searches, filters, sorts, counts and keeps views as contacts do', async () => {
  const { id: connectionId } = await records().add({ ...fixture.input, name: 'Grid' })
  await read(fixture.core, connectionId)
  const { fields } = await records().fields({ connectionId })
  expect(fields.map(({ key }) => key)).toContain('type')
  const query = {
    ...asRead,
    filters: [{ field: 'data.type' as const, operator: 'equals' as const, value: 'person' }],
    sort: { field: 'data.name' as const, direction: 'desc' as const },
  }
  const page = await records().page({ connectionId, query, slice: { offset: 0, limit: 100 } })
  const names = page.rows.map(({ data }) => String(data['name']))
  expect(page.count).toBeGreaterThan(50)
  expect(page.rows.every(({ data }) => data['type'] === 'person')).toBe(true)
  const [first] = page.rows
  if (!first) throw new Error('No record')
  expect(await records().locate({ connectionId, query, id: first.id })).toEqual({ position: 0 })
  const search = { ...asRead, search: names[0] ?? '' }
  const found = await records().page({ connectionId, query: search, slice: { offset: 0, limit: 10 } })
  expect(found.rows.map(({ id }) => id)).toContain(first.id)
  const { facets } = await records().facets({ connectionId, query: asRead, fields: ['data.type'], limit: 8 })
  expect(facets[0]?.values.reduce((sum, { count }) => sum + count, 0)).toBe(320)
  const newest = { ...asRead, sort: { field: 'order' as const, direction: 'desc' as const } }
  const last = await records().page({ connectionId, query: newest, slice: { offset: 0, limit: 1 } })
  const end = await records().page({ connectionId, query: asRead, slice: { offset: 319, limit: 1 } })
  expect(last.rows).toEqual(end.rows)
  const view = await records().saveView({
    connectionId,
    view: { name: 'People', query, columns: ['data.name'] },
  })
  expect(await records().views({ connectionId })).toEqual({ views: [view] })
  expect((await records().get({ connectionId, id: first.id })).raw).toMatchObject({ id: first.id })
  await records().remove({ id: connectionId, name: 'Grid' })
  expect(await records().views({ connectionId })).toEqual({ views: [] })
})

it('finds what was added, changed and deleted at the next run', async () => {
  const { id } = await records().add({ ...fixture.input, name: 'Changing' })
  await read(fixture.core, id)
  const { rows } = await records().page({ connectionId: id, query: asRead, slice: { offset: 0, limit: 2 } })
  const [gone, changed] = rows
  if (!gone || !changed) throw new Error('No records')
  await fixture.call('delete-record', { id: gone.id })
  await fixture.call('update-record', { id: changed.id, fields: { stage: 'found again' } })
  await fixture.call('create-record', { type: 'person', fields: { name: 'Somebody new' } })
  await records().start({ id })
  const { sync } = await read(fixture.core, id, 2)
  expect(sync.last).toMatchObject({ state: 'finished', added: 1, changed: 1, removed: 1 })
  expect((await problemOf(records().get({ connectionId: id, id: gone.id }))).code).toBe('not_found')
  await records().remove({ id, name: 'Changing' })
})

it('keeps the token in the keychain alone, and deletes it with the connection', async () => {
  const { entries } = fixture.core.keychain
  const before = new Set(entries.keys())
  const connection = await records().add({ ...fixture.input, name: 'Secret' })
  const { id } = connection
  await read(fixture.core, id)
  const accounts = [...entries.keys()].filter((account) => !before.has(account))
  expect(accounts.map((account) => entries.get(account))).toEqual([fixture.input.token])
  expect(connection.token).toEqual({ lastFour: fixture.input.token.slice(-4), state: 'keychain' })
  expect(JSON.stringify(await records().connections())).not.toContain(fixture.input.token)
  expect(await readFile(join(fixture.core.dataFolder, 'settings.json'), 'utf8')).not.toContain(
    fixture.input.token,
  )
  expect(fixture.core.log).not.toContain(fixture.input.token)
  expect((await problemOf(records().remove({ id, name: 'Other' }))).code).toBe('input_invalid')
  await records().remove({ id, name: 'Secret' })
  expect([...entries.keys()].filter((account) => !before.has(account))).toEqual([])
})

it('leaves nothing of a removed connection, though a page says once more which columns it showed', async () => {
  const { settings } = fixture.core.bridge
  const before = new Set(fixture.core.keychain.entries.keys())
  const { id } = await records().add({ ...fixture.input, name: 'Forgotten' })
  await read(fixture.core, id)
  const { id: stays } = await records().add({ ...fixture.input, name: 'Stays' })
  await read(fixture.core, stays)
  const shown = [{ field: 'data.name', width: 200 }]
  const columns = { [recordColumnsKey(id)]: shown, [recordColumnsKey(stays)]: shown }
  expect((await settings.update({ columns })).columns).toEqual(columns)
  await records().remove({ id, name: 'Forgotten' })
  const kept = { [recordColumnsKey(stays)]: shown }
  expect((await settings.get()).columns).toEqual(kept)
  expect((await settings.update({ columns })).columns).toEqual(kept)
  expect(await readFile(join(fixture.core.dataFolder, 'settings.json'), 'utf8')).not.toContain(id)
  const view = { name: 'Late', query: asRead, columns: ['id' as const] }
  expect((await problemOf(records().saveView({ connectionId: id, view }))).code).toBe('not_found')
  await records().remove({ id: stays, name: 'Stays' })
  expect(new Set(fixture.core.keychain.entries.keys())).toEqual(before)
})

it('deletes the tokens and the columns of a profile with it', async () => {
  const { profiles } = fixture.core.bridge
  const { currentId } = await profiles.list()
  const second = await profiles.create({ ...profileFor('http://127.0.0.1:9'), name: 'Second' })
  const { id } = await records().add({ ...fixture.input, name: 'Theirs' })
  const ofSecond = () =>
    [...fixture.core.keychain.entries.keys()].filter((account) => account.includes(second.id))
  expect(ofSecond().some((account) => account.includes(':records:'))).toBe(true)
  const shown = [{ field: 'id', width: null }]
  await fixture.core.bridge.settings.update({
    columns: { [second.id]: shown, [recordColumnsKey(id)]: shown },
  })
  await profiles.remove({ id: second.id, name: 'Second' })
  expect(ofSecond()).toEqual([])
  expect((await fixture.core.bridge.settings.get()).columns).toEqual({})
  await profiles.select({ id: currentId ?? '' })
}, 120_000)

it('reads the list anew where a connection is changed to another one, and goes on with the same', async () => {
  const { id } = await records().add({ ...fixture.input, name: 'Other' })
  await read(fixture.core, id)
  // Without a token, the one that is kept stays.
  const input = { ...fixture.input, token: undefined }
  await records().edit({ ...input, id, name: 'Renamed' })
  expect((await read(fixture.core, id)).sync.rows).toBe(320)
  await records().edit({ ...input, id, name: 'Renamed', operation: 'list-users' })
  const { sync, name } = await read(fixture.core, id)
  expect(name).toBe('Renamed')
  expect(sync.rows).toBeLessThan(100)
  await records().remove({ id, name: 'Renamed' })
})

it('keeps a stored token from another origin, when it is tried and when it is saved (C41)', async () => {
  const { id } = await records().add({ ...fixture.input, name: 'Kept' })
  await read(fixture.core, id)
  const elsewhere = { ...fixture.input, token: undefined, id, name: 'Kept', address: 'http://127.0.0.1:9' }
  expect((await problemOf(records().test(elsewhere))).code).toBe('key_other_origin')
  expect((await problemOf(records().edit(elsewhere))).code).toBe('key_other_origin')
  const plain = { ...fixture.input, name: 'Plain', address: 'http://records.example.test' }
  expect((await problemOf(records().add(plain))).code).toBe('address_unencrypted')
  const { connections } = await records().connections()
  expect(connections.find((one) => one.id === id)?.address).toBe(fixture.input.address)
  await records().remove({ id, name: 'Kept' })
})
