import { describe, expect, test } from 'vitest'
import {
  cutAfter,
  empty,
  hang,
  json,
  refuse,
  reset,
  tooMany,
  type Reply,
} from '../../fixtures/misbehaving-server'
import { click, connect, connectHurried, contact, first, page, problemOf, serve, sync } from './setup'

const failed = refuse(500, 'INTERNAL_SERVER_ERROR')
const changes = { data: { plan: 'free' } }

describe('a read by a sync', () => {
  test.each<[string, Reply]>([
    ['a 500', failed],
    ['a 503 without a body', empty(503)],
    ['a reset', reset()],
    ['a reset in mid body', cutAfter(page, 10)],
  ])('survives %s four times', async (_, fault) => {
    const server = await serve(() => json(page))
    server.next(fault, fault, fault, fault)
    const { value } = await connectHurried(server.url).listContacts(first, sync)
    expect(value.items).toEqual([contact])
    expect(server.requests).toHaveLength(5)
  })

  test('survives a time-out', async () => {
    const server = await serve(() => json(page))
    server.next(hang())
    await connectHurried(server.url, { limits: { answerMs: 10_000 } }).listContacts(first, sync)
    expect(server.requests).toHaveLength(2)
  })

  test('gives up after five further requests, the last after the pause of the breaker', async () => {
    const server = await serve(() => failed)
    const found = await problemOf(connectHurried(server.url).listContacts(first, sync))
    expect(found).toMatchObject({ code: 'service_failed', status: 500, requestId: 'req-in-body' })
    expect(server.requests).toHaveLength(6)
    const gaps = server.requests.slice(1).map(({ at }, index) => at - server.requests[index]!.at)
    expect(gaps[4]).toBeGreaterThan(550) // 60 s of the hurried clock, a little less by its rounding.
  })

  test.each([400, 401, 402, 403, 404, 409, 422])('is not repeated after %i', async (status) => {
    const server = await serve(() => empty(status))
    await problemOf(connectHurried(server.url).listContacts(first, sync))
    expect(server.requests).toHaveLength(1)
  })
})

describe('a click', () => {
  test('is tried a second time after a failure, and then told', async () => {
    const server = await serve(() => failed)
    expect((await problemOf(connectHurried(server.url).listContacts(first, click))).code).toBe(
      'service_failed',
    )
    expect(server.requests).toHaveLength(2)
  })

  test('is told of a time-out at once', async () => {
    const server = await serve(() => hang())
    const client = connect(server.url, { limits: { answerMs: 150 } })
    expect((await problemOf(client.listContacts(first, click))).code).toBe('timed_out')
    expect(server.requests).toHaveLength(1)
  })
})

describe('an idle connection that the service closed meanwhile', () => {
  test('costs a read nothing: no failure is counted', async () => {
    const server = await serve(() => json(page))
    const client = connect(server.url)
    await client.listContacts(first, click)
    server.next(reset())
    await client.listContacts(first, click)
    expect(client.budget.unreachable).toBeNull()
    expect(server.requests).toHaveLength(3)
  })
})

describe('429', () => {
  test('with Retry-After is obeyed, and the page arrives', async () => {
    const server = await serve(() => json(page))
    server.next(tooMany(20))
    const { value } = await connectHurried(server.url).listContacts(first, sync)
    expect(value.items).toHaveLength(1)
    const [before, after] = server.requests
    expect(after!.at - before!.at).toBeGreaterThanOrEqual(195)
  })

  test('with a Retry-After that is a date is obeyed by the clock of the service', async () => {
    const server = await serve(() => json(page))
    const theirs = Date.UTC(2031, 0, 1)
    const headers = {
      Date: new Date(theirs).toUTCString(),
      'Retry-After': new Date(theirs + 20_000).toUTCString(),
    }
    server.next(refuse(429, 'RATE_LIMIT_EXCEEDED', { headers }))
    await connectHurried(server.url).listContacts(first, sync)
    const [before, after] = server.requests
    const gap = after!.at - before!.at
    expect(gap).toBeGreaterThanOrEqual(195)
    expect(gap).toBeLessThan(5_000)
  })

  test('without Retry-After is waited out, as often as it comes', async () => {
    const server = await serve(() => json(page))
    server.next(tooMany(), tooMany(), tooMany(), tooMany(), tooMany(), tooMany())
    const { value } = await connectHurried(server.url).listContacts(first, sync)
    expect(value.items).toHaveLength(1)
    expect(server.requests).toHaveLength(7)
  })

  test('is told to a click that would wait too long, with the seconds', async () => {
    const server = await serve(() => tooMany(120))
    const found = await problemOf(connect(server.url).listContacts(first, click))
    expect(found.code).toBe('rate_limited')
    expect(found.action).toMatch(/Try again in 1[12]\d s\./)
    expect(server.requests).toHaveLength(1)
  })

  test('is waited out by a track too, with the same key and the same bytes: the service did nothing', async () => {
    const tracked = { contact: 'c1', event: 'e1', timestamp: '2026-01-01T00:00:00Z' }
    const server = await serve(() => json({ success: true, data: tracked }))
    server.next(tooMany())
    await connectHurried(server.url).track({ email: 'ann@example.com', event: 'seen' }, 'key-1', sync)
    const [before, after] = server.requests
    expect(after!.headers['idempotency-key']).toBe('key-1')
    expect(after!.body).toBe(before!.body)
  })
})

describe('a write that may safely happen twice', () => {
  test('an upsert is repeated with the same bytes', async () => {
    const server = await serve(() =>
      json({ ...contact, _meta: { isNew: true, isUpdate: false } }, { status: 201 }),
    )
    server.next(reset())
    await connectHurried(server.url).upsertContact({ email: 'ann@example.com' }, click)
    expect(server.requests.map(({ body }) => body)).toEqual([
      '{"email":"ann@example.com"}',
      '{"email":"ann@example.com"}',
    ])
  })

  test('an update is repeated', async () => {
    const server = await serve(() => json(contact))
    server.next(failed)
    await connectHurried(server.url).updateContact('c1', changes, click)
    expect(server.requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH'])
  })

  test('a delete whose repetition finds nothing is done', async () => {
    const server = await serve(() => refuse(404, 'CONTACT_NOT_FOUND'))
    server.next(reset())
    const { value } = await connectHurried(server.url).deleteContact('c1', click)
    expect(value).toBeNull()
    expect(server.requests).toHaveLength(2)
  })

  test('a delete that finds nothing at first is told', async () => {
    const server = await serve(() => refuse(404, 'CONTACT_NOT_FOUND'))
    expect((await problemOf(connect(server.url).deleteContact('c1', click))).code).toBe('not_found')
  })
})

describe('a track', () => {
  const track = (url: string, options = {}) =>
    problemOf(
      connectHurried(url, options).track({ email: 'ann@example.com', event: 'seen' }, 'key-1', {
        priority: 'job',
      }),
    )

  test.each<[string, Reply]>([
    ['a 500', failed],
    ['a reset', reset()],
    ['a reset in mid body', cutAfter({ success: true }, 5)],
    ['silence', hang()],
    ['an answer that cannot be read', json({ success: true })],
    ['an empty answer', empty(200)],
  ])('is of unknown outcome after %s, and is not repeated', async (_, fault) => {
    const server = await serve(() => fault)
    expect((await track(server.url)).code).toBe('outcome_unknown')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    [400, 'BAD_REQUEST', 'invalid_request'],
    [401, 'INVALID_API_KEY', 'key_refused'],
    [409, 'IDEMPOTENCY_KEY_REUSED', 'idempotency_key_reused'],
    [422, 'VALIDATION_ERROR', 'invalid_request'],
  ])('was refused where the service says %i %s', async (status, serviceCode, code) => {
    const server = await serve(() => refuse(status, serviceCode))
    expect((await track(server.url)).code).toBe(code)
    expect(server.requests).toHaveLength(1)
  })

  test('that could not leave is no unknown', async () => {
    const server = await serve(() => json({}))
    await server.close()
    expect((await track(server.url)).code).toBe('connection_refused')
  })

  test('never uses a connection that was idle', async () => {
    const server = await serve(() => json(page))
    const client = connect(server.url)
    await client.listContacts(first, click)
    server.answer(() => json({ contact: 'c1', event: 'e1', timestamp: '2026-01-01T00:00:00Z' }))
    await client.track({ email: 'ann@example.com', event: 'seen' }, 'key-1', click)
    expect(server.connections).toBe(2)
  })

  test.each(['', 'two words', 'ä', 'x'.repeat(256)])(
    'with the idempotency key %j is refused here',
    async (key) => {
      const server = await serve(() => json({}))
      const call = connect(server.url).track({ email: 'ann@example.com', event: 'seen' }, key, click)
      expect((await problemOf(call)).code).toBe('input_invalid')
      expect(server.requests).toHaveLength(0)
    },
  )
})

test('mails that the plan does not allow are refused at once, and hold nothing else back', async () => {
  const server = await serve(({ path }) =>
    path.startsWith('/v1/send')
      ? json(
          { success: false, error: { code: 'INTERNAL_SERVER_ERROR', message: 'Billing limit exceeded' } },
          { status: 429 },
        )
      : json(page),
  )
  const client = connect(server.url)
  const found = await problemOf(client.sendMail('{"to":"ann@example.com"}', 'key-1', sync))
  expect(found).toMatchObject({ code: 'billing_limit', title: 'The billing limit is reached', status: 429 })
  await client.listContacts(first, click)
  expect(server.requests).toHaveLength(2)
  expect(client.budget).toMatchObject({ holds: 0, heldUntil: null })
})
