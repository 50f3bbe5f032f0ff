import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bodyMax } from '../../../src-service/http/body-limit'
import { type Opened, errorOf, open, ways } from './open'

const secretOnly = [
  ['GET', '/contacts'],
  ['POST', '/contacts'],
  ['GET', '/contacts/cnt_0000000000'],
  ['PATCH', '/contacts/cnt_0000000000'],
  ['DELETE', '/contacts/cnt_0000000000'],
  ['GET', '/events'],
  ['GET', '/events/names'],
  ['GET', '/domains'],
] as const
const everything = [...secretOnly, ['POST', '/v1/track']] as const

describe.each(ways)('access, %s', (way) => {
  let service: Opened
  beforeAll(async () => {
    service = await open(way)
  })
  afterEach(() => service.setDisabled(false))
  afterAll(() => service.stop())

  it.each(everything)('%s %s without a key is 401 MISSING_AUTH', async (method, path) => {
    const error = errorOf(await service.ask(method, path, { key: null }))
    expect(error).toMatchObject({ status: 401, code: 'MISSING_AUTH' })
  })

  it.each(everything)('%s %s with an unknown key is 401 INVALID_API_KEY', async (method, path) => {
    const error = errorOf(await service.ask(method, path, { key: 'sk_unknown' }))
    expect(error).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
  })

  it.each(secretOnly)('%s %s with the public key is 401 INVALID_API_KEY', async (method, path) => {
    const error = errorOf(await service.ask(method, path, { key: service.publicKey }))
    expect(error).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
  })

  it('refuses a key that is not sent as Bearer', async () => {
    const headers = { Authorization: `Basic ${service.secretKey}` }
    const error = errorOf(await service.ask('GET', '/contacts', { key: null, headers }))
    expect(error).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
  })

  it.each(everything)('%s %s of a disabled project is 403 PROJECT_DISABLED', async (method, path) => {
    await service.setDisabled(true)
    const error = errorOf(await service.ask(method, path))
    expect(error).toMatchObject({ status: 403, code: 'PROJECT_DISABLED' })
  })

  it('does not tell an unknown key that the project is disabled', async () => {
    await service.setDisabled(true)
    expect((await service.ask('GET', '/contacts', { key: 'sk_unknown' })).status).toBe(401)
  })

  it('answers the health check without a key', async () => {
    expect(await service.ask('GET', '/health', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
  })
})

describe.each(ways)('refusals, %s', (way) => {
  let service: Opened
  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(() => service.stop())

  it('are taken for nothing but JSON and kept by nobody, as every answer (C45)', async () => {
    const answers = [
      await service.ask('GET', '/contacts'),
      await service.ask('GET', '/contacts', { key: null }),
      await service.ask('GET', '/nowhere'),
      await service.ask('GET', '/health', { key: null }),
      await service.askRecords('POST', '/api/list-records', { key: 'pat_unknown' }),
    ]
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each([
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/v1/track'],
    ['PUT', '/contacts'],
    ['DELETE', '/contacts'],
    ['PUT', '/contacts/cnt_0000000000'],
    ['POST', '/events'],
  ])('%s %s is 404 RESOURCE_NOT_FOUND', async (method, path) => {
    expect(errorOf(await service.ask(method, path))).toMatchObject({
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
    })
  })

  it.each([
    ['malformed', '{"email":'],
    ['empty', ''],
    ['no JSON', 'email=a@example.com'],
  ])('a body that is %s is 400 BAD_REQUEST', async (_what, text) => {
    for (const path of ['/contacts', '/v1/track']) {
      expect(errorOf(await service.ask('POST', path, { text }))).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
    }
  })

  it('a body that is too large is 400 BAD_REQUEST', async () => {
    const body = { email: 'large@example.com', data: { text: 'x'.repeat(bodyMax) } }
    expect(errorOf(await service.ask('POST', '/contacts', { body }))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  })

  it('a body of nearly the largest size is taken', async () => {
    const body = { email: 'large@example.com', notKnown: 'x'.repeat(bodyMax - 100) }
    expect((await service.ask('POST', '/contacts', { body })).status).toBe(201)
  })

  it('a key named __proto__ in data does no harm', async () => {
    const text = '{"email":"proto@example.com","data":{"__proto__":{"polluted":true},"a":1}}'
    const { status, body } = await service.ask('POST', '/contacts', { text })
    expect(status).toBe(201)
    expect(body).toMatchObject({ data: { a: 1 } })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it.each([
    ['GET', '/contacts'],
    ['GET', '/nowhere'],
    ['POST', '/contacts'],
    ['GET', '/health'],
  ])('%s %s carries a request id of its own', async (method, path) => {
    const ids = [await service.ask(method, path), await service.ask(method, path)].map(({ headers }) =>
      headers.get('x-request-id'),
    )
    expect(ids[0]).toMatch(/^req_[0-9a-f]{20}$/)
    expect(ids[1]).not.toBe(ids[0])
  })
})

describe.each(ways)('the rate limit, %s', (way) => {
  let service: Opened
  afterEach(() => service.stop())

  it('refuses the request after the last one with 429 and says when to come back', async () => {
    service = await open(way, { rate: 3 })
    for (let call = 0; call < 3; call++) expect((await service.ask('GET', '/contacts')).status).toBe(200)
    const answer = await service.ask('GET', '/contacts')
    expect(errorOf(answer)).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('also says in the body when to come back, and how many there may be, in the deployed dialect', async () => {
    service = await open(way, { rate: 1, dialect: 'deployed' })
    await service.ask('GET', '/contacts')
    const { status, headers, body } = await service.ask('GET', '/contacts')
    const retryAfter = Number(headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(50)
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter } } },
    })
    expect(headers.get('ratelimit-limit')).toBe('1')
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(50)
  })

  it("is the project's: both keys, refused requests and unknown paths count", async () => {
    service = await open(way, { rate: 3 })
    await service.ask('POST', '/v1/track', { key: service.publicKey, body: {} })
    await service.ask('GET', '/contacts/nonsense')
    await service.ask('GET', '/nowhere')
    expect((await service.ask('GET', '/contacts')).status).toBe(429)
  })

  it('does not count requests without a key of the project', async () => {
    service = await open(way, { rate: 1 })
    await service.ask('GET', '/contacts', { key: null })
    await service.ask('GET', '/contacts', { key: 'sk_unknown' })
    expect((await service.ask('GET', '/contacts')).status).toBe(200)
  })
})

describe('a failure inside', () => {
  it('is 500 with the standard body, and is reported with its request id', async () => {
    const service = await open('in process')
    await service.stop()
    const answer = await service.ask('GET', '/contacts')
    expect(errorOf(answer)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
    expect(service.failures).toHaveLength(1)
    expect(JSON.stringify(answer.body)).not.toContain('database')
  })
})
