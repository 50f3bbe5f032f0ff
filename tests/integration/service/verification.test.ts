import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alternativeErrorSchema } from '../../../src-shared/interface/errors'
import { verificationSchema } from '../../../src-shared/interface/verification'
import { type DnsServer, startDnsServer } from '../../fixtures/dns-server'
import { createServiceClock } from '../../fixtures/service-clock'
import { type Opened, type OpenedInside, errorOf, open, openInProcess, ways } from './open'
import { cases, zone } from './verification-cases'

const answerSchema = z.object({ success: z.literal(true), data: verificationSchema })
const flagNames = {
  valid: 'valid',
  isDisposable: 'disposable',
  isAlias: 'alias',
  isTypo: 'typo',
  isPlusAddressed: 'plus',
  isPersonalEmail: 'personal',
  domainExists: 'exists',
  hasWebsite: 'website',
  hasMxRecords: 'mx',
} as const

const verify = (service: Opened, email: string) => service.ask('POST', '/v1/verify', { body: { email } })
const resultOf = async (service: Opened, email: string) => {
  const { status, body } = await verify(service, email)
  expect(status).toBe(200)
  return answerSchema.parse(body).data
}

describe.each(ways)('POST /v1/verify, %s', (way) => {
  let dns: DnsServer
  let service: Opened
  beforeAll(async () => {
    dns = await startDnsServer(zone)
    service = await open(way, { dns: dns.address })
  })
  afterAll(async () => {
    await service.stop()
    await dns.stop()
  })

  it.each(cases)('tells what %j is', async (email, flags, suggestedEmail) => {
    const result = await resultOf(service, email)
    const told = Object.entries(flagNames).filter(([field]) => result[field] === true)
    expect(told.map(([, name]) => name).sort()).toEqual(flags.split(' ').filter(Boolean).sort())
    expect(result.suggestedEmail).toBe(suggestedEmail)
    expect(result.email).toBe(email)
    expect(result.reasons.length).toBeGreaterThan(0)
    for (const reason of result.reasons) expect(reason).toMatch(/^[A-Z].*\.$/)
  })

  it('answers with the fields of the interface and no others', async () => {
    expect((await verify(service, 'ada@company.example')).body).toEqual({
      success: true,
      data: {
        email: 'ada@company.example',
        valid: true,
        isDisposable: false,
        isAlias: false,
        isTypo: false,
        isPlusAddressed: false,
        isPersonalEmail: false,
        domainExists: true,
        hasWebsite: true,
        hasMxRecords: true,
        reasons: ['The address is well formed and its domain takes mail.'],
      },
    })
  })

  it.each([
    ['ada@nobody.example', 'Its domain does not exist.'],
    ['ada@parked.example', 'Its domain has no mail server.'],
    ['ada@null.example', 'Its domain says that it takes no mail.'],
    ['ada@address.example', 'Its domain has no MX record: mail goes to the address of the domain itself.'],
    ['ada@mailinator.com', 'Its domain gives out addresses to be thrown away.'],
    ['ada@mozmail.com', 'It forwards to another address (Firefox Relay).'],
    ['ada@gmal.com', 'Its domain looks like a misspelling of gmail.com.'],
    ['ada+x@gmail.com', 'It has a tag after a plus sign.'],
    ['ada@gmail.com', 'Its domain is a provider of private mailboxes.'],
    ['info@company.example', 'It names a role, such as a desk or a team, not a person.'],
    ['Sales+eu@company.example', 'It names a role, such as a desk or a team, not a person.'],
    ['ada@192.0.2.1', 'The part after the @ is a numeric address instead of a domain.'],
    ['ada@localhost', 'The part after the @ has no ending such as .com.'],
    ['a b@company.example', 'It has a space in it.'],
    ['ada@company.example ', 'It has a space in it.'],
    ['a@b@company.example', 'It has more than one @.'],
    ['a\u200fb@company.example', 'The part before the @ has a hidden character.'],
    [`${'a'.repeat(65)}@company.example`, 'The part before the @ is longer than 64 characters.'],
  ])('says of %j why', async (email, reason) => {
    expect((await resultOf(service, email)).reasons).toContain(reason)
  })

  it('asks nothing of the DNS about what breaks a rule', async () => {
    const before = dns.asked.length
    await resultOf(service, 'ada..lovelace@unasked.example')
    expect(dns.asked).toHaveLength(before)
  })

  describe('refuses with 422 what does not look like an address', () => {
    it.each([
      ['nothing', {}],
      ['null', { email: null }],
      ['a number', { email: 7 }],
      ['a list', { email: ['a@b.example'] }],
      ['no @', { email: 'ada' }],
      ['nothing before the @', { email: '@company.example' }],
      ['nothing after the @', { email: 'ada@' }],
      ['a line break', { email: 'ada@company.example\nBcc: eve@evil.example' }],
      ['a NUL', { email: 'ada\0@company.example' }],
      ['more than 1,000 characters', { email: `${'a'.repeat(1000)}@company.example` }],
    ])('%s', async (_what, body) => {
      const answer = await service.ask('POST', '/v1/verify', { body })
      expect(answer.status).toBe(422)
      const { code, error, message } = alternativeErrorSchema.parse(answer.body)
      expect({ code, error }).toEqual({ code: 422, error: 'VALIDATION_ERROR' })
      expect(message).toContain('email: ')
    })
  })

  it.each([
    ['a thousand characters', `${'a'.repeat(980)}@company.example`],
    ['a thousand @', `${'@'.repeat(980)}company.example`],
    ['a thousand dots', `a@${'.'.repeat(990)}`],
    ['a thousand quotes', `${'"'.repeat(980)}@company.example`],
    ['every label its own', `a@${'a.'.repeat(490)}example`],
    ['half a surrogate pair', 'ada\ud800@company.example'],
    ['a domain of marks', 'ada@\u0301\u0302.example'],
    ['a key of every object', '__proto__@constructor.example'],
    ['a path', 'ada@company.example/../../etc'],
    ['an escape', 'ada@company%2eexample'],
    ['a port', 'ada@company.example:25'],
  ])('finds hostile input not valid: %s', async (_what, email) => {
    expect(await resultOf(service, email)).toMatchObject({ email, valid: false })
  })

  it('takes the secret key only', async () => {
    const body = { email: 'ada@company.example' }
    const ask = async (key: string | null) => (await service.ask('POST', '/v1/verify', { body, key })).body
    expect(await ask(null)).toMatchObject({ code: 401, error: 'MISSING_AUTH' })
    expect(await ask(service.publicKey)).toMatchObject({ code: 401, error: 'INVALID_API_KEY' })
  })
})

describe.each(['envelope', 'deployed'] as const)('POST /v1/verify in the %s dialect', (dialect) => {
  it('is wrapped, and refuses with the standard error', async () => {
    const dns = await startDnsServer(zone)
    const service = await openInProcess({ dialect, dns: dns.address })
    expect(await resultOf(service, 'ada@gmail.com')).toMatchObject({ valid: true })
    const refused = await verify(service, 'ada')
    expect(errorOf(refused)).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: ['email'] })
    await service.stop()
    await dns.stop()
  })
})

describe('POST /v1/verify and the DNS', () => {
  let dns: DnsServer
  let service: OpenedInside
  const clock = createServiceClock()
  beforeEach(async () => {
    dns = await startDnsServer(zone)
    service = await openInProcess({ dns: dns.address, clock })
    return async () => {
      expect(service.failures).toEqual([])
      await service.stop()
      await dns.stop()
    }
  })

  const unknown = 'The DNS could not be asked, so whether its domain takes mail is not known.'
  const offline = {
    valid: false,
    isPersonalEmail: true,
    isTypo: false,
    domainExists: false,
    hasWebsite: false,
    hasMxRecords: false,
    reasons: [unknown, 'Its domain is a provider of private mailboxes.'],
  }

  it('asks everything at the same time', async () => {
    dns.mood = 'slow'
    const answer = resultOf(service, 'ada@mail.company.example')
    await expect
      .poll(() => [...dns.asked].sort())
      .toEqual([
        'A mail.company.example',
        'A www.mail.company.example',
        'AAAA mail.company.example',
        'AAAA www.mail.company.example',
        'MX mail.company.example',
        'NS company.example',
      ])
    dns.release()
    expect(await answer).toMatchObject({ valid: true })
  })

  it('says so where the DNS answered a part of what was asked', async () => {
    dns.zone['partly.example'] = { MX: [[10, 'mx.partly.example']], A: ['192.0.2.1'], fails: ['AAAA', 'NS'] }
    expect(await resultOf(service, 'ada@partly.example')).toMatchObject({
      valid: true,
      hasMxRecords: true,
      reasons: expect.arrayContaining(['The DNS did not answer everything that was asked about its domain.']),
    })
  })

  it('does not know whether a domain takes mail that has no mail server and maybe an address', async () => {
    dns.zone['maybe.example'] = { NS: ['ns.example.net'], fails: ['A'] }
    const { valid, hasMxRecords, reasons } = await resultOf(service, 'ada@maybe.example')
    expect({ valid, hasMxRecords, reasons }).toEqual({
      valid: false,
      hasMxRecords: false,
      reasons: [unknown],
    })
  })

  it('says that the DNS could not be asked when nobody answers within 2.5 s', async () => {
    dns.mood = 'silent'
    const answer = resultOf(service, 'ada@gmail.com')
    await expect.poll(() => dns.asked.length).toBeGreaterThanOrEqual(6)
    await clock.advance(2500)
    expect(await answer).toMatchObject(offline)
  })

  it.each(['refuses', 'fails'] as const)('says so when the resolver %s', async (mood) => {
    dns.mood = mood
    expect(await resultOf(service, 'ada@gmail.com')).toMatchObject(offline)
  })

  it('says so when there is no resolver', async () => {
    await dns.stop()
    const alone = await openInProcess({ dns: dns.address, clock })
    expect(await resultOf(alone, 'ada@gmail.com')).toMatchObject(offline)
    await alone.stop()
    dns = await startDnsServer(zone)
  })

  it('still suggests what was meant without the DNS', async () => {
    dns.mood = 'refuses'
    expect(await resultOf(service, 'ada@gmial.com')).toMatchObject({
      isTypo: true,
      suggestedEmail: 'ada@gmail.com',
    })
    // Only a domain that takes no mail is doubted next to a name that ordinary domains come near.
    expect(await resultOf(service, 'ada@aoll.com')).toMatchObject({ isTypo: false })
  })

  it('asks once for many addresses of a domain', async () => {
    await Promise.all(['ada', 'bob', 'eve'].map((name) => resultOf(service, `${name}@company.example`)))
    await resultOf(service, 'dan@COMPANY.example')
    expect(dns.asked).toHaveLength(6)
  })

  it('asks again when the answers are old', async () => {
    await resultOf(service, 'ada@company.example')
    await clock.advance(5 * 60_000)
    await resultOf(service, 'ada@company.example')
    expect(dns.asked.filter((question) => question === 'MX company.example')).toHaveLength(2)
  })

  it('notices soon that a domain begins to take mail', async () => {
    const { 'parked.example': parked, ...rest } = zone
    dns.zone = rest
    expect(await resultOf(service, 'ada@new.example')).toMatchObject({ valid: false })
    dns.zone = { ...zone, 'new.example': { ...parked, MX: [[10, 'mx.mail.example']] } }
    await clock.advance(60_000)
    expect(await resultOf(service, 'ada@new.example')).toMatchObject({ valid: true })
  })

  it('asks again soon after the DNS could not be asked', async () => {
    dns.mood = 'refuses'
    await resultOf(service, 'ada@company.example')
    dns.mood = 'answers'
    await clock.advance(5000)
    expect(await resultOf(service, 'ada@company.example')).toMatchObject({ valid: true })
  })

  it('takes an answer that is too long for UDP', async () => {
    const exchanges = Array.from({ length: 60 }, (_, at) => `mail-exchange-number-${at}.provider.example`)
    dns.zone = { 'long.example': { MX: exchanges.map((exchange) => [10, exchange]) } }
    expect(await resultOf(service, 'ada@long.example')).toMatchObject({ valid: true, hasMxRecords: true })
  })
})
