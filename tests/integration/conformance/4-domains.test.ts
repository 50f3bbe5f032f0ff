import { describe, expect, it } from 'vitest'
import { dkimRecords, domainSchema } from '../../../src-shared/interface/domain'
import { until } from '../../fixtures/until'
import { readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { fitting, make } from './made'
import { expectOneOf, expectRefusal } from './refusals'
import { uniqueAddress } from './subject'
import { conformance } from './suite'

conformance('4 /domains', (the) => {
  const post = (body: unknown) => the.service.ask('POST', '/domains', { body })

  it('POST adds a domain that is not verified yet, with tokens to publish', async () => {
    const body = fitting.domain()
    const answer = await post(body)
    expect([200, 201]).toContain(answer.status)
    const made = recordOf(answer, domainSchema)
    the.service.keep(`/domains/${made.id}`)
    expect(made).toMatchObject({ ...body, verified: false })
    expect(made.dkimTokens.length).toBeGreaterThan(0)
    // Each becomes a label: <token>._domainkey.<domain> (wire.md, "Domain").
    for (const token of made.dkimTokens) expect(token).toMatch(/^[a-z0-9-]{1,63}$/i)
  })

  it('GET lists it', async () => {
    const made = await make.domain(the.service)
    const listed = (await readAll(the.service, lists.domains)).find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ domain: made.domain, verified: false, dkimTokens: made.dkimTokens })
  })

  it('every domain has tokens of its own', async () => {
    const [one, other] = [await make.domain(the.service), await make.domain(the.service)]
    expect(one.dkimTokens).not.toEqual(other.dkimTokens)
  })

  it('DELETE /domains/:id removes it', async () => {
    const { id } = await make.domain(the.service)
    expect([200, 204]).toContain((await the.service.ask('DELETE', `/domains/${id}`)).status)
    expect((await readAll(the.service, lists.domains)).map((domain) => domain.id)).not.toContain(id)
    expectRefusal(the, await the.service.ask('DELETE', `/domains/${id}`), 'RESOURCE_NOT_FOUND')
  })

  the.onlyEmbedded('the verification of a domain', 'its records would have to be published', () => {
    it('a domain is verified once its records are published, and may then send', async () => {
      const made = await make.domain(the.service)
      const body = {
        to: uniqueAddress(),
        from: `post@${made.domain}`,
        subject: 'Hello',
        body: '<p>Hello</p>',
      }
      expectOneOf(await the.service.ask('POST', '/v1/send', { body }), 400, 403, 422)
      for (const { name, target } of dkimRecords(made))
        the.service.inside!.dns.zone[name] = { CNAME: [target] }
      const listed = async () => (await readAll(the.service, lists.domains)).find(({ id }) => id === made.id)
      expect((await until(listed, (found) => found?.verified === true))?.domain).toBe(made.domain)
      expect((await the.service.ask('POST', '/v1/send', { body })).status).toBe(200)
    })
  })

  it('POST refuses a domain that is there already', async () => {
    const { domain } = await make.domain(the.service)
    expectRefusal(the, await post({ domain }), 'CONFLICT')
  })

  describe('POST refuses with 422', () => {
    it.each([
      ['no domain', {}],
      ['null', { domain: null }],
      ['an empty domain', { domain: '' }],
      ['one label', { domain: 'localhost' }],
      ['an address', { domain: 'a@example.com' }],
      ['a URL', { domain: 'https://example.com' }],
      ['a space', { domain: 'exa mple.com' }],
      ['an IP address', { domain: '127.0.0.1' }],
      ['a label that begins with a hyphen', { domain: '-a.example.com' }],
      ['a line break', { domain: 'a.example.com\nb' }],
      ['a name of more than 253 characters', { domain: `${'a.'.repeat(130)}example.com` }],
      ['a number', { domain: 7 }],
    ])('%s', async (_what, body) => {
      expectRefusal(the, await post(body), 'VALIDATION_ERROR', 'domain')
    })
  })

  it('DELETE of an unknown id is 404', async () => {
    for (const id of [nobody, 'dom_0000000000', 'nonsense', '1']) {
      expectRefusal(the, await the.service.ask('DELETE', `/domains/${id}`), 'RESOURCE_NOT_FOUND')
    }
  })
})
