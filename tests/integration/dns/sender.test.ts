import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import { createDns } from '../../../src-main/core/dns/dns'
import { createSenderDns, type SenderQuestion } from '../../../src-main/core/dns/sender'
import { type DnsServer, startDnsServer, type Zone } from '../../fixtures/dns-server'

const domain = 'mail.example.com'
const signing = { domain, dkimTokens: ['one', 'two', 'three'] }
const keys: Zone = Object.fromEntries(
  signing.dkimTokens.map((token) => [
    `${token}._domainkey.${domain}`,
    { CNAME: [`${token}.dkim.amazonses.com`] },
  ]),
)

let server: DnsServer
let now: number
let ask: ReturnType<typeof createSenderDns>
const look = (question: Partial<SenderQuestion> = {}) => ask({ domain, signing, ...question })

beforeEach(async () => {
  server = await startDnsServer()
  now = 0
  const clock = { ...systemClock, monotonic: () => now }
  ask = createSenderDns(createDns({ resolver: server.address, clock: systemClock, tryFor: 100 }), clock)
})

afterEach(() => server.stop())

describe('the keys that sign mail', () => {
  it('are published where each leads to the provider', async () => {
    server.zone = keys
    expect((await look()).dkim).toMatchObject({
      state: 'published',
      words: 'Leads to the key of the service’s provider.',
    })
  })

  it('are missing where one is, and the sentence says how many', async () => {
    server.zone = { ...keys, [`two._domainkey.${domain}`]: {} }
    const { dkim } = await look()
    expect(dkim.state).toBe('missing')
    expect(dkim.records.map(({ state }) => state)).toEqual(['published', 'missing', 'published'])
  })

  it('are another where one leads elsewhere, and what it leads to is told', async () => {
    server.zone = { ...keys, [`two._domainkey.${domain}`]: { CNAME: ['two.dkim.example.net'] } }
    const { dkim } = await look()
    expect(dkim.state).toBe('other')
    expect(dkim.records[1]?.found).toEqual(['two.dkim.example.net'])
  })

  it('are asked of the sending domain that covers the sender', async () => {
    server.zone = keys
    expect((await look({ domain: `news.${domain}` })).dkim.state).toBe('published')
  })

  it('are not asked where no sending domain covers the sender', async () => {
    expect((await look({ signing: null })).dkim.state).toBe('unasked')
    expect(server.asked.filter((question) => question.startsWith('CNAME'))).toEqual([])
  })
})

describe('SPF', () => {
  const spf = async (...texts: string[]) => {
    server.zone = { [domain]: { TXT: texts } }
    return (await look()).spf
  }

  it('is published where it includes the provider', async () => {
    expect(await spf('v=spf1 include:amazonses.com ~all')).toMatchObject({ state: 'published' })
  })

  it('is read among texts for other purposes', async () => {
    const { state, records } = await spf('site-check=1', 'V=SPF1 a Include:AmazonSES.com -all')
    expect(state).toBe('published')
    expect(records[0]?.found).toEqual(['V=SPF1 a Include:AmazonSES.com -all'])
  })

  it('is missing where only other texts are', async () => {
    expect(await spf('site-check=1', 'v=spf10 all')).toMatchObject({ state: 'missing' })
  })

  it('is wrong where there are several, which receivers heed none of', async () => {
    const { state, words } = await spf('v=spf1 include:amazonses.com ~all', 'v=spf1 -all')
    expect(state).toBe('other')
    expect(words).toContain('2 SPF records')
  })

  it('is wrong where it lets everybody send', async () => {
    expect(await spf('v=spf1 include:amazonses.com +all')).toMatchObject({ state: 'other' })
  })

  it('says what it did not follow where the provider may be included by another', async () => {
    expect((await spf('v=spf1 include:_spf.example.net -all')).words).toContain('is not followed here')
    expect((await spf('v=spf1 redirect=_spf.example.net')).state).toBe('other')
  })

  it('says what to add where nothing can include the provider', async () => {
    const { words } = await spf('v=spf1 mx -all')
    expect(words).toContain('Add include:amazonses.com to it, and keep the rest.')
  })
})

describe('DMARC', () => {
  const dmarc = async (zone: Zone) => {
    server.zone = zone
    return (await look()).dmarc
  }

  it.each([
    ['none', 'do nothing'],
    ['quarantine', 'goes to spam'],
    ['reject', 'is refused'],
  ])('tells what p=%s asks receivers for', async (policy, words) => {
    const found = await dmarc({ [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=${policy}`] } })
    expect(found.state).toBe('published')
    expect(found.words).toContain(words)
  })

  it.each([[['v=DMARC1; rua=mailto:a@example.com']], [['v=DMARC1; p=none', 'v=DMARC1; p=reject']]])(
    'is wrong as %s: without a policy, or twice',
    async (texts) => {
      expect((await dmarc({ [`_dmarc.${domain}`]: { TXT: texts } })).state).toBe('other')
    },
  )

  it('of the domain above holds where a domain has none of its own', async () => {
    const found = await dmarc({ '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] } })
    expect(found.state).toBe('published')
    expect(found.words).toContain('The record of example.com holds here too.')
  })

  it('is missing where neither has one', async () => {
    expect((await dmarc({})).state).toBe('missing')
  })
})

describe('a DNS that does not answer', () => {
  it.each(['silent', 'refuses', 'fails'] as const)('says nothing of any record where it %s', async (mood) => {
    server.mood = mood
    const { spf, dkim, dmarc } = await look()
    expect([spf.state, dkim.state, dmarc.state]).toEqual(['unknown', 'unknown', 'unknown'])
    expect(spf.words).toMatch(/^DNS did not answer \(E\w+\)\. Check again later\.$/)
  })
})

describe('asking again', () => {
  it('asks DNS once for some minutes', async () => {
    server.zone = keys
    await look()
    const asked = server.asked.length
    now = 4 * 60_000
    expect((await look()).dkim.state).toBe('published')
    expect(server.asked).toHaveLength(asked)
    now = 6 * 60_000
    await look()
    expect(server.asked.length).toBeGreaterThan(asked)
  })

  it('asks at once where a person wants to know', async () => {
    expect((await look()).dkim.state).toBe('missing')
    server.zone = keys
    expect((await look({ fresh: true })).dkim.state).toBe('published')
    expect((await look()).dkim.state).toBe('published')
  })

  it('asks soon after nobody answered', async () => {
    server.mood = 'refuses'
    await look()
    server.mood = 'answers'
    server.zone = keys
    now = 16_000
    expect((await look()).dkim.state).toBe('published')
  })

  it('shares one question among all who ask at once', async () => {
    await Promise.all([look(), look(), look()])
    expect(server.asked.filter((question) => question === `TXT ${domain}`)).toHaveLength(1)
  })
})
