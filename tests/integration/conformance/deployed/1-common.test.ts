import { describe, expect, it } from 'vitest'
import { call, flat, invalid, plain, standard } from '../../deployed/stand-in/calls'
import { holds, subjects } from './subjects'

const nobody = '00000000-0000-4000-8000-000000000000'

describe.each(subjects)('$name', (candidate) => {
  describe('what every route has in common (deployed.md section 1)', () => {
    holds(
      candidate,
      [
        {
          says: 'refuses bad JSON in the standard body',
          asks: 'POST /contacts',
          body: '{"email": ',
          answers: standard(400, 'VALIDATION_ERROR', 'Invalid JSON in request body'),
        },
        {
          says: 'names every field that is wrong on a route with a schema',
          asks: 'POST /v1/track',
          body: { email: 'nobody', subscribed: 'yes' },
          answers: {
            status: 422,
            body: {
              error: {
                errors: [
                  { field: 'event', code: 'invalid_type', received: 'undefined' },
                  { field: 'email', code: 'invalid_string' },
                  { field: 'subscribed', code: 'invalid_type', received: 'string' },
                ],
              },
            },
          },
        },
        {
          says: 'says of which type a value is that is of a wrong one',
          asks: 'POST /v1/track',
          body: { event: ['signup'], email: null },
          answers: {
            status: 422,
            body: {
              error: {
                errors: [
                  { field: 'event', code: 'invalid_type', received: 'array' },
                  { field: 'email', code: 'invalid_type', received: 'null' },
                ],
              },
            },
          },
        },
        {
          says: 'takes a list on a route without a schema for a body of nothing',
          asks: 'POST /contacts',
          body: [{ email: 'ada@example.com' }],
          answers: flat(400, 'Email is required'),
        },
        {
          says: 'meets a wrong type on a route without one in the database alone',
          asks: 'POST /contacts',
          body: { email: 'ada@example.com', subscribed: 'yes' },
          answers: plain(500, 'An unexpected error occurred'),
        },
        {
          says: 'drops what a route without a schema does not read',
          asks: 'POST /contacts',
          body: { email: 'ada@example.com', colour: 'red' },
          answers: { status: 201, body: { email: 'ada@example.com' } },
        },
        {
          says: 'says Unknown route before it looks at a key',
          asks: 'GET /nowhere',
          with: { authorization: null },
          answers: plain(404, 'Unknown route'),
        },
        {
          says: 'does not know another verb of a path that it has',
          asks: `PUT /contacts/${nobody}`,
          body: {},
          answers: plain(404, 'Unknown route'),
        },
        {
          says: 'tells a missing record from a missing route by its message alone',
          asks: `GET /contacts/${nobody}`,
          answers: plain(404, 'Contact not found'),
        },
        {
          says: 'takes the secret key on no route of the public one',
          asks: 'POST /v1/track',
          body: { event: 'signup', email: 'ada@example.com' },
          with: { authorization: 'Bearer sk_wrong' },
          answers: standard(401, 'INVALID_API_KEY'),
        },
        {
          says: 'calls a header without Bearer malformed',
          asks: 'GET /contacts',
          with: { authorization: 'Basic abc' },
          answers: standard(401, 'MISSING_AUTH'),
        },
        {
          says: 'calls a missing header on /v1 MISSING_AUTH',
          asks: 'POST /v1/track',
          body: { event: 'signup', email: 'ada@example.com' },
          with: { authorization: null },
          answers: standard(401, 'MISSING_AUTH'),
        },
        {
          says: 'calls a missing header off /v1 UNAUTHORIZED',
          asks: 'GET /contacts',
          with: { authorization: null },
          answers: standard(401, 'UNAUTHORIZED'),
        },
      ],
      () => undefined,
    )

    it('takes each key on the routes of its class only', async () => {
      const service = await candidate.open()
      const [secret, open] = [`Bearer ${service.secretKey}`, `Bearer ${service.publicKey}`]
      const event = { event: 'signup', email: 'ada@example.com' }
      expect(await call(service, 'POST /v1/track', event, { authorization: secret })).toMatchObject(
        standard(401, 'INVALID_API_KEY'),
      )
      expect(await call(service, 'GET /contacts', undefined, { authorization: open })).toMatchObject(
        standard(401, 'INVALID_API_KEY'),
      )
      expect((await call(service, 'POST /v1/track', event, { authorization: open })).status).toBe(200)
    })

    it('gives the id of the request on every answer, the own one of a client if it has one', async () => {
      const service = await candidate.open()
      const own = await call(service, 'GET /contacts', undefined, { headers: { 'X-Request-ID': 'mine' } })
      expect(own.headers.get('x-request-id')).toBe('mine')
      const refused = await call(service, 'GET /nowhere')
      expect(refused.body).toMatchObject({ error: { requestId: refused.headers.get('x-request-id') } })
    })

    it('lets a disabled project read, and do nothing else', async () => {
      const service = await candidate.open()
      await service.disable()
      expect((await call(service, 'GET /contacts')).status).toBe(200)
      const refused = standard(403, 'PROJECT_DISABLED')
      expect(await call(service, 'POST /contacts/lookup', { emails: ['a@example.com'] })).toMatchObject(
        refused,
      )
      expect(await call(service, 'POST /v1/track', { event: 'a', email: 'a@example.com' })).toMatchObject(
        refused,
      )
    })

    it('lets pages of any origin use /v1, with two headers and no Idempotency-Key', async () => {
      const service = await candidate.open()
      const asked = await call(service, 'OPTIONS /v1/track', undefined, { authorization: null })
      expect(asked.headers.get('access-control-allow-origin')).toBe('*')
      expect(asked.headers.get('access-control-allow-headers')).toBe('Content-Type, Authorization')
      expect((await call(service, 'GET /contacts')).headers.get('access-control-allow-origin')).toBeNull()
    })
  })

  describe('idempotency (deployed.md section 1)', () => {
    const event = { event: 'signup', email: 'ada@example.com' }
    const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })

    it('refuses a key that was used, and does not repeat the answer', async () => {
      const service = await candidate.open()
      expect((await call(service, 'POST /v1/track', event, keyed('one'))).status).toBe(200)
      const again = await call(service, 'POST /v1/track', event, keyed('one'))
      expect(again).toMatchObject(standard(409, 'IDEMPOTENCY_KEY_REUSED'))
      expect(again.body).toMatchObject({
        error: {
          details: {
            key: 'one',
            originalRequest: 'POST /v1/track',
            originalRequestAt: '2026-09-01T12:00:00.000Z',
            originalStatusCode: 200,
          },
        },
      })
      expect((await call(service, 'GET /events')).body).toMatchObject({ events: { length: 1 } })
    })

    it('gives a key back after a 4xx', async () => {
      const service = await candidate.open()
      expect(await call(service, 'POST /v1/track', { event: '' }, keyed('one'))).toMatchObject(
        invalid('event'),
      )
      expect((await call(service, 'POST /v1/track', event, keyed('one'))).status).toBe(200)
    })

    it('keeps a key for a day, and until the next full hour', async () => {
      const minute = 60_000
      const service = await candidate.open(Date.UTC(2026, 8, 1, 12, 30))
      await call(service, 'POST /v1/track', event, keyed('one'))
      await service.advance((24 * 60 + 15) * minute)
      expect((await call(service, 'POST /v1/track', event, keyed('one'))).status).toBe(409)
      await service.advance(15 * minute)
      expect((await call(service, 'POST /v1/track', event, keyed('one'))).status).toBe(200)
    })

    it('refuses a key that is too long before it looks at the body', async () => {
      const service = await candidate.open()
      expect(await call(service, 'POST /v1/track', {}, keyed('x'.repeat(256)))).toMatchObject(
        standard(400, 'BAD_REQUEST'),
      )
    })

    it('knows no key off /v1', async () => {
      const service = await candidate.open()
      await call(service, 'POST /contacts', {}, keyed('one'))
      expect(await call(service, 'POST /contacts', {}, keyed('one'))).toMatchObject(flat(400))
    })
  })
})
