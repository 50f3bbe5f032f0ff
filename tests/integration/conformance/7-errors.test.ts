import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alternativeErrorSchema } from '../../../src-shared/interface/errors'
import { type Endpoint, endpoints, type Kind, named } from './endpoints'
import { changeCampaign, make } from './made'
import { expectOneOf, expectRefusal, refusalOf } from './refusals'
import { conformance } from './suite'

const withBody = named(endpoints.filter(({ body, of: kind }) => body && kind !== 'campaign'))
const campaignsWithBody = named(endpoints.filter(({ body, of: kind }) => body && kind === 'campaign'))

conformance('7 Errors', (the) => {
  const ids: Partial<Record<Kind, string>> = {}

  beforeAll(async () => {
    ids.contact = (await make.contact(the.service)).id
    ids.template = (await make.template(the.service)).id
    ids.segment = (await make.staticSegment(the.service)).id
    ids.workflow = (await make.workflow(the.service)).id
  })

  const pathOf = ({ path, of: kind }: Endpoint) => path.replace(':id', (kind && ids[kind]) ?? '')
  const sendText = (endpoint: Endpoint, text: string) =>
    endpoint.of === 'campaign' && endpoint.method === 'PATCH'
      ? changeCampaign(the.service, ids.campaign ?? '', { text })
      : the.service.ask(endpoint.method, pathOf(endpoint), { text })

  const refusesBodies = (rows: [string, Endpoint][]): void => {
    describe.each(rows)('%s', (_name, endpoint) => {
      it.each([
        ['is cut short', '{"email":'],
        ['is no JSON', 'email=a@example.com'],
        ['has a comma too many', '{"name":"a",}'],
        ['is two objects', '{}{}'],
      ])('refuses a body that %s with 400', async (_what, text) => {
        expectRefusal(the, await sendText(endpoint, text), 'BAD_REQUEST')
      })

      it.each([
        ['a list', '[]'],
        ['a text', '"text"'],
        ['a number', '7'],
        ['null', 'null'],
      ])('refuses %s as body with 422', async (_what, text) => {
        expectRefusal(the, await sendText(endpoint, text), 'VALIDATION_ERROR')
      })

      if (!endpoint.bodyOptional) {
        it('refuses an empty body with 400', async () => {
          expectRefusal(the, await sendText(endpoint, ''), 'BAD_REQUEST')
        })
      }
    })
  }

  refusesBodies(withBody)

  the.whereLeaving('malformed bodies for a campaign', () => {
    beforeAll(async () => {
      ids.campaign = (await make.campaign(the.service)).id
    })
    refusesBodies(campaignsWithBody)
  })

  describe('the standard body', () => {
    it('has every field that interface.md gives it', async () => {
      const answer = await the.service.ask('PATCH', `/contacts/${ids.contact}`, { body: { subscribed: 1 } })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      z.looseObject({
        success: z.literal(false),
        error: z.looseObject({
          code: z.literal('VALIDATION_ERROR'),
          message: z.string().min(1),
          statusCode: z.literal(422),
          requestId: z.string().min(1),
          errors: z.tuple([
            z.looseObject({
              field: z.literal('subscribed'),
              message: z.string().min(1),
              code: z.string().min(1),
            }),
          ]),
          suggestion: z.string().min(1),
        }),
        timestamp: z.iso.datetime(),
      }).parse(answer.body)
    })

    it('calls a malformed string invalid_string', async () => {
      const answer = await the.service.ask('PATCH', `/contacts/${ids.contact}`, { body: { email: 'nobody' } })
      const body = z.looseObject({
        error: z.looseObject({ errors: z.array(z.looseObject({ code: z.string() })) }),
      })
      const codes = body.parse(answer.body).error.errors.map(({ code }) => code)
      if (the.dialect) expect(codes).toEqual(['invalid_string'])
      else expect(codes.length).toBeGreaterThan(0)
    })

    it('names every field at fault', async () => {
      const body = { email: 'nobody', subscribed: 'no', data: 7 }
      const answer = await the.service.ask('PATCH', `/contacts/${ids.contact}`, { body })
      const { fields } = refusalOf(answer)
      expect([...new Set(fields)].sort()).toEqual(['data', 'email', 'subscribed'])
    })

    it('has a request id of its own each time, the same as X-Request-ID', async () => {
      const requestIds = []
      for (let call = 0; call < 2; call++) {
        const { body } = await the.service.ask('GET', '/contacts/nonsense')
        requestIds.push(
          z.looseObject({ error: z.looseObject({ requestId: z.string() }) }).parse(body).error.requestId,
        )
      }
      expect(requestIds[0]).not.toBe(requestIds[1])
    })

    it('never repeats the values it was given', async () => {
      const body = { email: 'conformance-secret-value', subscribed: 'conformance-secret-value' }
      const answer = await the.service.ask('PATCH', `/contacts/${ids.contact}`, { body })
      expect(JSON.stringify(answer.body)).not.toContain('conformance-secret-value')
    })
  })

  describe.each(['/v1/send', '/v1/verify'])('%s', (path) => {
    it.each([
      ['without a key', { key: null }, 401],
      ['with a malformed body', { text: '{' }, 400],
      ['with a body that does not fit', { body: {} }, 422],
    ])('%s says so in one of the documented bodies', async (_what, question, status) => {
      const answer = await the.service.ask('POST', path, question)
      if (the.dialect) expect(answer.status).toBe(status)
      else expectOneOf(answer, 400, 401, 422)
      if (the.dialect === 'reference') {
        const { code, time } = alternativeErrorSchema.parse(answer.body)
        expect([code, Number.isInteger(time)]).toEqual([status, true])
      } else if (the.dialect) {
        expect(refusalOf(answer).form).toBe('standard')
      }
    })
  })

  describe('what there is not', () => {
    it.each([
      ['GET', '/'],
      ['GET', '/conformance-nowhere'],
      ['GET', '/contacts/a/b'],
      ['GET', '/v1/track'],
      ['GET', '/v1/send'],
      ['GET', '/v1/verify'],
      ['GET', '/v2/track'],
      ['PUT', '/contacts'],
      ['DELETE', '/contacts'],
      ['PATCH', '/templates'],
      ['DELETE', '/campaigns/a'],
      ['GET', '/segments/a/members'],
      ['POST', '/workflows/a/executions'],
      ['POST', '/events'],
      ['DELETE', '/events/names'],
      ['PATCH', '/domains/a'],
      ['GET', '/domains/a'],
    ])('%s %s is 404', async (method, path) => {
      const answer = await the.service.ask(method, path)
      if (the.dialect) expectRefusal(the, answer, 'RESOURCE_NOT_FOUND')
      else expectOneOf(answer, 404, 405)
    })
  })

  describe('hostile input does no harm', () => {
    it('a key named __proto__ in data', async () => {
      const text = `{"data":{"__proto__":{"polluted":true},"constructor":{"a":1},"b":1}}`
      const { status } = await the.service.ask('PATCH', `/contacts/${ids.contact}`, { text })
      expect(status).toBe(200)
      const { body } = await the.service.ask('GET', `/contacts/${ids.contact}`)
      expect(JSON.stringify(body)).toContain('"b":1')
      expect((await the.service.ask('GET', '/contacts?limit=1')).status).toBe(200)
    })

    it.each([
      ['GET', "/contacts?search='%20OR%201%3D1--"],
      ['GET', '/contacts?search=%00'],
      ['GET', "/events?eventName=';DROP%20TABLE%20event;--"],
      ['GET', '/contacts?limit=10&limit=20'],
      ['GET', '/contacts?unknown=1'],
      ['GET', `/contacts?search=${'x'.repeat(2000)}`],
    ])('%s %s', async (method, path) => {
      const { status } = await the.service.ask(method, path)
      expect(status).toBeLessThan(500)
    })

    it('a body nested a thousand deep', async () => {
      const text = `{"data":{"a":${'['.repeat(1000)}${']'.repeat(1000)}}}`
      const { status } = await the.service.ask('PATCH', `/contacts/${ids.contact}`, { text })
      expect(status).toBeLessThan(500)
    })

    it('a condition nested a hundred deep is refused', async () => {
      let condition: unknown = { logic: 'AND', groups: [{ filters: [] }] }
      for (let depth = 0; depth < 100; depth++) {
        condition = { logic: 'AND', groups: [{ filters: [], conditions: condition }] }
      }
      const body = { name: 'deep', type: 'DYNAMIC', condition }
      expectOneOf(await the.service.ask('POST', '/segments', { body }), 400, 422)
    })
  })
})
