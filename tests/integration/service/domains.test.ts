import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { domainStore } from '../../../src-service/store/domains'
import { domainSchema } from '../../../src-shared/interface/domain'
import { type DnsServer, startDnsServer } from '../../fixtures/dns-server'
import { createServiceClock } from '../../fixtures/service-clock'
import { add, addOne, list } from './domain-calls'
import { type Opened, errorOf, open, openInProcess, ways } from './open'

describe.each(ways)('/domains, %s', (way) => {
  let dns: DnsServer
  let service: Opened
  let number = 0
  const fresh = (): string => `company${++number}.example`
  beforeAll(async () => {
    dns = await startDnsServer()
    service = await open(way, { dns: dns.address })
  })
  afterAll(async () => {
    await service.stop()
    await dns.stop()
  })

  it('POST adds a domain with three DKIM tokens of its own', async () => {
    const name = fresh()
    const { status, body } = await add(service, name)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^dom_[0-9a-z]{10}$/),
      domain: name,
      verified: false,
      dkimTokens: [expect.stringMatching(/^[a-z2-7]{32}$/), expect.any(String), expect.any(String)],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.any(String),
    })
    const other = await addOne(service, fresh())
    const tokens = [...domainSchema.parse(body).dkimTokens, ...other.dkimTokens]
    expect(new Set(tokens).size).toBe(6)
  })

  it.each([
    ['COMPANY.Example.ORG', 'company.example.org'],
    [' spaces.example ', 'spaces.example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN2.example', 'xn--mnchen2-n2a.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['a.b.c.company.example', 'a.b.c.company.example'],
    ['x--y.example', 'x--y.example'],
    ['company.co.uk', 'company.co.uk'],
    ['somebody.github.io', 'somebody.github.io'],
  ])('POST keeps %j as %s', async (given, kept) => {
    expect((await addOne(service, given)).domain).toBe(kept)
  })

  it('POST refuses a domain that is there already, however it is written', async () => {
    await addOne(service, 'bücher.example')
    for (const again of ['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example']) {
      expect(errorOf(await add(service, again))).toMatchObject({ status: 409, code: 'CONFLICT' })
    }
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty text', ''],
    ['one label', 'localhost'],
    ['a public suffix', 'co.uk'],
    ['a public suffix in another script', 'xn--55qx5d.cn'],
    ['an address', 'ada@company.example'],
    ['a URL', 'https://company.example/'],
    ['a port', 'company.example:25'],
    ['a path', 'company.example/a'],
    ['an escape', 'company%2eexample.org'],
    ['a wildcard', '*.company.example'],
    ['an underscore', 'a_b.company.example'],
    ['an IPv4 address', '192.0.2.1'],
    ['an IPv4 address in one number', '0x7f000001'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['a dot at its end', 'company.example.'],
    ['two dots in a row', 'company..example'],
    ['a hyphen at the begin of a label', '-a.company.example'],
    ['a numeric ending', 'company.123'],
    ['a space inside', 'com pany.example'],
    ['a line break', 'company.example\nevil.example'],
    ['a NUL', 'company.example\0'],
    ['a mark that turns the direction of writing', 'com\u202epany.example'],
    ['a label of 64 letters', `${'a'.repeat(64)}.example`],
    ['a name of 254 letters', `${'abcdefghi.'.repeat(25)}abcd`],
    ['a thousand letters', 'a'.repeat(1001)],
    ['a thousand letters of another script', 'ü'.repeat(1000)],
  ])('POST refuses %s', async (_what, domain) => {
    const refused = errorOf(await add(service, domain))
    expect(refused).toEqual({
      status: 422,
      code: 'VALIDATION_ERROR',
      fields: expect.arrayContaining(['domain']),
    })
  })

  it('DELETE removes a domain for good, and it can be added anew with other tokens', async () => {
    const made = await addOne(service, fresh())
    expect((await service.ask('DELETE', `/domains/${made.id}`)).status).toBe(204)
    expect((await list(service)).map(({ id }) => id)).not.toContain(made.id)
    const gone = errorOf(await service.ask('DELETE', `/domains/${made.id}`))
    expect(gone).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND' })
    const again = await addOne(service, made.domain)
    expect(again.id).not.toBe(made.id)
    expect(again.dkimTokens).not.toEqual(made.dkimTokens)
  })

  it('DELETE of an id that never was is 404', async () => {
    for (const id of ['dom_0000000000', 'cnt_0000000000', 'nonsense', '1', '%00']) {
      expect((await service.ask('DELETE', `/domains/${id}`)).status).toBe(404)
    }
  })

  it('GET lists the newest first', async () => {
    const [older, newer] = [await addOne(service, fresh()), await addOne(service, fresh())]
    expect((await list(service)).slice(0, 2)).toEqual([newer, older])
  })

  it('takes the secret key only', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', '/dom_0000000000'],
    ] as const) {
      const ask = (key: string | null) => service.ask(method, `/domains${path}`, { key })
      expect(errorOf(await ask(null))).toMatchObject({ status: 401, code: 'MISSING_AUTH' })
      expect(errorOf(await ask(service.publicKey))).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    }
  })
})

describe('/domains in the other dialects', () => {
  it('wraps what is added in envelope, and answers a removal with 200', async () => {
    const service = await openInProcess({ dialect: 'envelope', dns: '127.0.0.1:9' })
    const { status, body } = await add(service, 'company.example')
    expect([status, body]).toMatchObject([201, { success: true, data: { domain: 'company.example' } }])
    const { id } = z.object({ data: domainSchema }).parse(body).data
    expect(await service.ask('DELETE', `/domains/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    await service.stop()
  })
})

describe('who may be sent from', () => {
  it('is any address of a verified domain or of one below it', async () => {
    const service = await openInProcess({ dns: '127.0.0.1:9', clock: createServiceClock() })
    for (const name of ['company.example', 'münchen.example', 'waiting.example']) await addOne(service, name)
    await service.stored.change(`UPDATE domain SET verified = 1 WHERE domain <> 'waiting.example'`)
    const { isVerifiedSender } = domainStore(service.served)
    for (const address of [
      'hello@company.example',
      'Hello@COMPANY.example',
      'hello@news.company.example',
      'hello@a.b.company.example',
      'hello@münchen.example',
      'hello@xn--mnchen-3ya.example',
      '"a@b"@company.example',
    ]) {
      expect(await isVerifiedSender(address), address).toBe(true)
    }
    for (const address of [
      'hello@waiting.example',
      'hello@evilcompany.example',
      'hello@company.example.evil.example',
      'hello@example',
      'hello@company.example.',
      'company.example',
      '@company.example',
      'hello@',
      '',
      'hello@%',
      'hello@company.example"]',
      'hello@company.example\n',
      'hello@company.example/x',
      'hello@company%2eexample',
      'hello@comp\u200bany.example',
      'hello@company.example:25',
    ]) {
      expect(await isVerifiedSender(address), address).toBe(false)
    }
    await service.stop()
  })
})
