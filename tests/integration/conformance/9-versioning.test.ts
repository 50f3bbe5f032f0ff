import { expect, it } from 'vitest'
import { z } from 'zod'
import { fitting, track } from './made'
import { expectOneOf } from './refusals'
import { uniqueAddress, uniqueName } from './subject'
import { conformance } from './suite'

conformance('9 Versioning', (the) => {
  it.each(['/send', '/track', '/verify'])('%s without /v1 is 404', async (path) => {
    const body = { email: uniqueAddress(), event: uniqueName('event') }
    expectOneOf(await the.service.ask('POST', path, { body }), 404, 405)
  })

  it.each(['/contacts', '/templates', '/campaigns', '/segments', '/workflows', '/events', '/domains'])(
    '%s carries no version: /v1%s is 404',
    async (path) => {
      expectOneOf(await the.service.ask('GET', `/v1${path}`), 404, 405)
    },
  )

  it('every answer is JSON', async () => {
    for (const path of ['/contacts', '/templates', '/events', '/events/names', '/domains', '/nowhere']) {
      const { headers } = await the.service.ask('GET', path)
      expect([path, headers.get('content-type')]).toEqual([path, expect.stringMatching(/^application\/json/)])
    }
  })

  it('a field that the service does not know is no error', async () => {
    const body = { ...fitting.contact(), conformanceUnknown: { a: 1 } }
    const answer = await the.service.ask('POST', '/contacts', { body })
    expect(answer.status).toBeLessThan(300)
    const { id } = z
      .union([
        z.object({ id: z.string() }),
        z.object({ data: z.object({ id: z.string() }) }).transform(({ data }) => data),
      ])
      .parse(answer.body)
    the.service.keep(`/contacts/${id}`)
    await track(the.service, { conformanceUnknown: true })
  })

  the.onlyEmbedded('openapi.json', 'the interface does not name it', () => {
    it('GET /openapi.json needs no key', async () => {
      const { status, body } = await the.service.ask('GET', '/openapi.json', { key: null })
      expect(status).toBe(200)
      expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), paths: expect.any(Object) })
    })
  })
})
