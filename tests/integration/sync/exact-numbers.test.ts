import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { plainText } from '../../../src-shared/interface/exact-number'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { people, person } from '../../fixtures/people'

/** Numbers that JavaScript cannot hold: kept, shown, searched and sent back digit for digit. */

const digits = '12345678901234567890'
const close = '0.12345678901234567891'

let core: TestCore
let server: AudienceServer
let folder: string
beforeEach(async () => {
  const wide = person(1, { account: JSON.rawJSON(digits), share: JSON.rawJSON(close), plan: 'free' })
  const deep = person(2, { of: { list: [JSON.rawJSON(digits)] } })
  server = await startAudience([person(0), wide, deep, ...people(3, 3)])
  folder = await mkdtemp(join(tmpdir(), 'postroom-exact-'))
  core = await startCore({
    chooseExportTarget: () => {
      const path = join(folder, 'exported')
      return Promise.resolve({ path, finish: () => Promise.resolve({ path }), discard: () => rm(path) })
    },
  })
  await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const query = (search: string) => ({
  search,
  filters: [],
  sort: { field: 'email', direction: 'asc' } as const,
})
const found = async (search: string) => {
  const page = await core.bridge.contacts.page({ query: query(search), slice: { offset: 0, limit: 10 } })
  return page.rows.map(({ id }) => id)
}
const sent = (method: string) => server.requestsFor('/contacts/cnt_1', method).map(({ body }) => body)

it('are shown as they came', async () => {
  const { data, raw } = await core.bridge.contacts.get({ id: 'cnt_1' })
  expect(plainText(data['account'])).toBe(digits)
  expect(plainText(data['share'])).toBe(close)
  expect(plainText(raw)).toContain(`"account":${digits}`)
  expect(plainText((await core.bridge.contacts.get({ id: 'cnt_2' })).data['of'])).toBe(`{"list":[${digits}]}`)
})

it('are found by their digits', async () => {
  expect(await found(digits)).toEqual(['cnt_1', 'cnt_2'])
  expect(await found(close)).toEqual(['cnt_1'])
})

it('compare as numbers', async () => {
  const count = async (filter: FilterCondition['groups'][number]['filters'][number]) =>
    (
      await core.bridge.segments.count({
        asker: 'test',
        condition: { logic: 'AND', groups: [{ filters: [filter] }] },
      })
    ).count
  expect(await count({ field: 'data.account', operator: 'greaterThan', value: 1e19 })).toBe(1)
  expect(await count({ field: 'data.account', operator: 'greaterThan', value: 1e20 })).toBe(0)
  expect(await count({ field: 'data.share', operator: 'lessThan', value: 0.2 })).toBe(1)
})

it('are sent back as they were when a change is taken back', async () => {
  const account = (await core.bridge.contacts.get({ id: 'cnt_1' })).data['account']
  await core.bridge.contacts.update({ id: 'cnt_1', changes: { data: { account: 'gone' } } })
  await core.bridge.contacts.update({ id: 'cnt_1', changes: { data: { account } } })
  expect(sent('PATCH').at(-1)).toBe(`{"data":{"account":${digits}}}`)
})

it.each(['csv', 'json'] as const)('are exported as %s digit for digit', async (format) => {
  const exported = await core.bridge.contacts.export({
    selection: { kind: 'query', query: query('') },
    format,
    columns: ['email', 'data.account'],
    guardFormulas: true,
  })
  for await (const progress of exported) expect(progress.guarded).toBe(0)
  const text = await readFile(join(folder, 'exported'), 'utf8')
  expect(text).toContain(format === 'json' ? `"account":${digits}` : `,${digits}`)
})
