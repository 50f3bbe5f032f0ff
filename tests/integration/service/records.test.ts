import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../../src-service/keys'
import { z } from 'zod'
import { errorOf, type OpenedInside, open, openInProcess, ways } from './open'
import { callOf, createIn, listOf, namesIn, recordShape } from './record-calls'

let service: OpenedInside
beforeAll(async () => {
  service = await openInProcess()
})
afterAll(() => service.stop())

const workspace = () => service.records.workspaceId
const post = (operation: string, body?: object, from = service) => callOf(from, operation, body)
const create = (name: string, more?: object, from = service) => createIn(from, name, more)
const list = (query?: object, from = service) => listOf(from, query)

describe.each(ways)('the records, %s', (way) => {
  it('are at an address of their own, with a token of their own', async () => {
    const opened = await open(way)
    const path = `/v1/records?workspaceId=${opened.records.workspaceId}`
    expect((await opened.askRecords('GET', path)).status).toBe(200)
    expect(errorOf(await opened.ask('GET', path))).toMatchObject({ status: 404 })
    expect(errorOf(await opened.askRecords('GET', path, { key: opened.secretKey }))).toMatchObject({
      code: 'INVALID_API_KEY',
    })
    expect(errorOf(await opened.ask('GET', '/contacts', { key: opened.records.token }))).toMatchObject({
      code: 'INVALID_API_KEY',
    })
    await opened.stop()
  })

  it('answer both forms alike', async () => {
    const opened = await open(way, { contacts: 120 })
    const { workspaceId } = opened.records
    for (const [operation, resource] of [
      ['list-records', 'records'],
      ['list-companies', 'companies'],
      ['list-users', 'users'],
    ]) {
      const body = { workspaceId, skip: 3, limit: 7 }
      const posted = await opened.askRecords('POST', `/v1/${operation}`, { body })
      const got = await opened.askRecords('GET', `/v1/${resource}?workspaceId=${workspaceId}&skip=3&limit=7`)
      expect(posted.status).toBe(200)
      expect(got.status).toBe(200)
      expect(got.body).toEqual(posted.body)
    }
    await opened.stop()
  })
})

describe('access to the records', () => {
  const path = () => `/v1/records?workspaceId=${workspace()}`

  it.each([
    ['no token', { key: null }, 401, 'MISSING_AUTH'],
    ['another token', { key: 'pat_of-somebody-else' }, 401, 'INVALID_API_KEY'],
    ['another scheme', { headers: { Authorization: 'Basic abc' } }, 401, 'INVALID_API_KEY'],
    ['no company', { company: null }, 403, 'FORBIDDEN'],
    ['another company', { company: 'com_of_others' }, 403, 'FORBIDDEN'],
  ])('is refused with %s', async (_what, question, status, code) => {
    expect(errorOf(await service.askRecords('GET', path(), question))).toMatchObject({ status, code })
  })

  it('is refused for a workspace that is not there', async () => {
    const answer = await post('list-records', { workspaceId: 'wsp_elsewhere' })
    expect(errorOf(answer)).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND' })
  })

  it('has a limit of its own', async () => {
    const slow = await openInProcess({ rate: 3 })
    const ask = () => slow.askRecords('GET', `/v1/records?workspaceId=${slow.records.workspaceId}`)
    for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(errorOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await slow.ask('GET', '/contacts')).status).toBe(200)
    // A stranger is not counted, and is told what is wrong with the token first.
    expect((await slow.askRecords('GET', '/v1/records', { key: 'pat_x' })).status).toBe(401)
    await slow.stop()
  })

  it('takes a replaced token from the next request on', async () => {
    const opened = await openInProcess()
    await opened.stored.change('UPDATE record_account SET token_hash = ?', hashOf('pat_new'))
    const ask = (key?: string) =>
      opened.askRecords('GET', `/v1/records?workspaceId=${opened.records.workspaceId}`, { key })
    expect((await ask()).status).toBe(401)
    expect((await ask('pat_new')).status).toBe(200)
    await opened.stop()
  })
})

describe('the parameters of a list', () => {
  it.each([
    ['workspaceId', { workspaceId: undefined }],
    ['workspaceId', { workspaceId: '' }],
    ['skip', { skip: -1 }],
    ['skip', { skip: 1.5 }],
    ['skip', { skip: true }],
    ['skip', { skip: null }],
    ['limit', { limit: 0 }],
    ['limit', { limit: -5 }],
    ['limit', { limit: 'ten' }],
    ['limit', { limit: '' }],
    ['limit', { limit: [10] }],
  ])('are refused in a body with 422: %s in %j', async (field, body) => {
    const answer = await post('list-records', body)
    expect(errorOf(answer)).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: [field] })
  })

  it.each(['skip=-1', 'skip=1.5', 'skip=', 'limit=0', 'limit=ten', 'limit=1e2', 'limit=-1'])(
    'are refused in a query with 400: %s',
    async (query) => {
      const answer = await service.askRecords('GET', `/v1/records?workspaceId=${workspace()}&${query}`)
      const field = query.split('=')[0]
      expect(errorOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', fields: [field] })
    },
  )

  it('are refused in a query without a workspace', async () => {
    expect(errorOf(await service.askRecords('GET', '/v1/records'))).toMatchObject({
      status: 400,
      fields: ['workspaceId'],
    })
  })

  it.each(['{', '[]', '"text"', 'null', ''])('are refused where the body is %s', async (text) => {
    const answer = await service.askRecords('POST', '/v1/list-records', { text })
    expect([400, 422]).toContain(errorOf(answer).status)
  })

  it.each([
    ['GET', '/v1/list-records'],
    ['POST', '/v1/records'],
    ['POST', '/list-records'],
    ['GET', '/v1/unknown'],
    ['DELETE', '/v1/records'],
  ])('are not asked by %s %s', async (method, path) => {
    expect(errorOf(await service.askRecords(method, path))).toMatchObject({ status: 404 })
  })
})

describe('a list of records', () => {
  let long: OpenedInside
  beforeAll(async () => {
    long = await openInProcess()
    for (let at = 0; at < 260; at++) await create(`record ${at}`, {}, long)
  })
  afterAll(() => long.stop())

  it('has 50 unless told, and never more than 100', async () => {
    expect((await list({}, long)).items).toHaveLength(50)
    expect((await list({ limit: 100 }, long)).items).toHaveLength(100)
    expect((await list({ limit: 101 }, long)).items).toHaveLength(100)
    expect((await list({ limit: 1e20 }, long)).items).toHaveLength(100)
    expect((await list({ limit: '7' }, long)).items).toHaveLength(7)
  })

  it('is in the order of arrival', async () => {
    expect(await namesIn(long, { skip: 57, limit: 3 })).toEqual(['record 57', 'record 58', 'record 59'])
  })

  it('says whether there are more on either side', async () => {
    const sides = async (skip: number, limit: number) => {
      const { hasNextPage, hasPreviousPage } = (await list({ skip, limit }, long)).pageInfo
      return [hasPreviousPage, hasNextPage]
    }
    expect(await sides(0, 100)).toEqual([false, true])
    expect(await sides(100, 100)).toEqual([true, true])
    expect(await sides(200, 100)).toEqual([true, false])
    expect(await sides(160, 100)).toEqual([true, false])
    expect(await sides(159, 100)).toEqual([true, true])
    expect(await sides(1000, 100)).toEqual([true, false])
  })

  it('has cursors that differ, and empty ones when there is nothing', async () => {
    const { startCursor, endCursor } = (await list({ skip: 10, limit: 5 }, long)).pageInfo
    expect(startCursor).not.toBe('')
    expect(endCursor).not.toBe(startCursor)
    expect((await list({ skip: 9000 }, long)).pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: '',
      endCursor: '',
    })
    expect((await list()).pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
  })

  it('is read whole by advancing skip until there is no next page', async () => {
    const seen: unknown[] = []
    for (let skip = 0; ; skip += 100) {
      const { items, pageInfo } = await list({ skip, limit: 100 }, long)
      seen.push(...items.map(({ id }) => id))
      if (!pageInfo.hasNextPage) break
    }
    expect(seen).toHaveLength(260)
    expect(new Set(seen).size).toBe(260)
  })
})

describe('the other lists', () => {
  it('of companies has items and totalCount, of the same records', async () => {
    const from = await openInProcess()
    await create('Ann')
    for (const name of ['North Cargo', 'South Cargo', 'East Cargo']) {
      await create('somebody', { type: 'person' }, from)
      await create(name, { type: 'company' }, from)
    }
    const { body } = await post('list-companies', { skip: 1, limit: 1 }, from)
    expect(body).toEqual({ items: [expect.objectContaining({ name: 'South Cargo' })], totalCount: 3 })
    const third = recordShape.parse((await list({ skip: 3, limit: 1 }, from)).items[0])
    expect(body).toMatchObject({ items: [{ id: third.id }] })
    await from.stop()
  })

  it('of users has users and totalCount: there is always whose token it is', async () => {
    const { body } = await post('list-users')
    expect(body).toEqual({
      users: [
        {
          id: expect.stringMatching(/^usr_/),
          name: 'Service owner',
          email: 'owner@localhost',
          role: 'admin',
          active: true,
          createdAt: expect.any(String),
        },
      ],
      totalCount: 1,
    })
  })
})

describe('a record', () => {
  it('is listed with its own names and its fields beside each other', async () => {
    const from = await openInProcess({ dialect: 'deployed' })
    const fields = { name: 'Ann', tags: ['a'], address: { city: 'Bergen' }, score: 1.5, vip: false }
    const { body } = await post('create-record', { type: 'person', fields }, from)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const expected = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'person',
      ...fields,
      createdAt: time,
      updatedAt: time,
    }
    expect(body).toEqual(expected)
    expect((await list({}, from)).items).toEqual([body])
    await from.stop()
  })

  it('without fields has only its own names', async () => {
    const { body } = await post('create-record')
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(body)).sort()).toEqual([
      'createdAt',
      'id',
      'type',
      'updatedAt',
    ])
  })

  it('cannot have another id or time said in its fields', async () => {
    const fields = { id: 'mine', type: 'mine', createdAt: 'mine', updatedAt: 'mine', name: 'kept' }
    const { body } = await post('create-record', { fields })
    expect(JSON.stringify(body)).not.toContain('mine')
    expect(body).toMatchObject({ name: 'kept' })
  })

  it('leaves a field named __proto__ out, and nothing else is touched by it', async () => {
    const text = `{"workspaceId":"${workspace()}","fields":{"__proto__":{"polluted":true},"name":"x"}}`
    const { status, body } = await service.askRecords('POST', '/v1/create-record', { text })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('polluted')
    expect(body).toMatchObject({ name: 'x' })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('is changed by merging, and null takes a field away', async () => {
    const id = await create('before', { fields: { name: 'before', city: 'Oslo', left: 1 } })
    const { body } = await post('update-record', { id, type: 'asset', fields: { name: 'after', city: null } })
    expect(body).toMatchObject({ id, type: 'asset', name: 'after', left: 1 })
    expect(body).not.toHaveProperty('city')
  })

  it('that nothing changes keeps its time', async () => {
    const id = await create('same')
    const first = await post('update-record', { id, fields: { name: 'same' } })
    await service.stored.change('UPDATE record SET updated_at = 1000, created_at = 500')
    const again = await post('update-record', { id, fields: { name: 'same' } })
    expect(first.body).not.toEqual(again.body)
    expect(again.body).toMatchObject({ updatedAt: '1970-01-01T00:00:01.000Z' })
  })

  it('is gone once deleted, and its id never comes back', async () => {
    const id = await create('short-lived')
    expect((await post('delete-record', { id })).body).toEqual({ id })
    expect(errorOf(await post('delete-record', { id })).status).toBe(404)
    expect(errorOf(await post('update-record', { id, fields: {} })).status).toBe(404)
    expect(await create('the next one')).not.toBe(id)
  })

  it.each([
    ['create-record', { fields: 'text' }, 'fields'],
    ['create-record', { type: '' }, 'type'],
    ['create-record', { before: 5 }, 'before'],
    ['update-record', {}, 'id'],
    ['delete-record', { id: '' }, 'id'],
  ])('is refused by %s with %j', async (operation, body, field) => {
    expect(errorOf(await post(operation, body))).toMatchObject({ status: 422, fields: [field] })
  })

  it.each(['create-record', 'update-record', 'delete-record'])(
    'is not reached by %s elsewhere',
    async (name) => {
      const id = await create('here')
      expect(errorOf(await post(name, { id, workspaceId: 'wsp_elsewhere' })).status).toBe(404)
    },
  )
})
