import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import { createDns } from '../../../src-main/core/dns/dns'
import { MailDomains } from '../../../src-main/core/dns/mail-domains'
import { secondOpinion } from '../../../src-main/features/verification/ledger'
import { type DnsServer, startDnsServer } from '../../fixtures/dns-server'

let server: DnsServer
let now: number
let domains: MailDomains

beforeEach(async () => {
  server = await startDnsServer({
    'mail.example.com': { MX: [[10, 'mx.example.com']] },
    'address.example.com': { A: ['192.0.2.1'] },
    'newer.example.com': { AAAA: ['2001:db8::1'] },
    'refuses.example.com': { MX: [[0, '']], A: ['192.0.2.1'] },
    'empty.example.com': { TXT: ['nothing'] },
    'gmail.com': { MX: [[5, 'mx.gmail.com']] },
  })
  now = 0
  const clock = { ...systemClock, monotonic: () => now }
  domains = new MailDomains(createDns({ resolver: server.address, clock: systemClock, tryFor: 100 }), clock)
})
afterEach(() => server.stop())

describe('a domain takes mail', () => {
  it.each([
    ['at its mail server', 'mail.example.com', 'yes'],
    ['at its own address', 'address.example.com', 'yes'],
    ['at its own newer address', 'newer.example.com', 'yes'],
    ['unless it says that it does not', 'refuses.example.com', 'no'],
    ['unless it has neither', 'empty.example.com', 'no'],
    ['unless it does not exist', 'gone.example.com', 'no'],
  ])('%s', async (_, domain, answer) => {
    await domains.takesMail('gmail.com')
    expect(await domains.takesMail(domain)).toBe(answer)
  })

  it('is not known where DNS knows no domain at all', async () => {
    server.zone = {}
    expect(await domains.takesMail('gmail.com')).toBe('unknown')
    expect(await domains.takesMail('gone.example.com')).toBe('unknown')
  })

  it('is asked once in ten minutes', async () => {
    await domains.takesMail('mail.example.com')
    await domains.takesMail('mail.example.com')
    expect(server.asked).toEqual(['MX mail.example.com'])
    now = 10 * 60_000
    await domains.takesMail('mail.example.com')
    expect(server.asked).toHaveLength(2)
  })

  it('is not known where DNS fails, and nobody is asked again for half a minute', async () => {
    server.mood = 'fails'
    expect(await domains.takesMail('mail.example.com')).toBe('unknown')
    const { length } = server.asked
    expect(await domains.takesMail('address.example.com')).toBe('unknown')
    expect(server.asked).toHaveLength(length)
    server.mood = 'answers'
    now = 30_000
    expect(await domains.takesMail('mail.example.com')).toBe('yes')
  })
})

describe('what DNS makes of what a service says', () => {
  const opinion = (
    email: string,
    sign: 'noDomain' | 'noMailServer' | 'typo' | 'role',
    suggestion: string | null = null,
  ) => secondOpinion(email, { observed: [{ sign }], suggestion }, domains)

  it.each(['noDomain', 'noMailServer'] as const)(
    '%s of a domain that takes mail is disputed',
    async (sign) => {
      expect(await opinion('a@mail.example.com', sign)).toEqual({
        observed: [{ sign: 'disputed' }],
        suggestion: null,
      })
    },
  )

  it('a domain that DNS does not know either is gone', async () => {
    expect((await opinion('a@gone.example.com', 'noDomain')).observed).toEqual([{ sign: 'noDomain' }])
  })

  it('a domain that takes mail is no typo of another', async () => {
    expect(await opinion('a@mail.example.com', 'typo', 'a@gmail.com')).toEqual({
      observed: [],
      suggestion: null,
    })
  })

  it('a typo whose correction takes mail is suggested', async () => {
    const kept = { observed: [{ sign: 'typo' }], suggestion: 'a@gmail.com' }
    expect(await opinion('a@gmial.com', 'typo', 'a@gmail.com')).toEqual(kept)
  })

  it('a correction that takes no mail is none', async () => {
    await domains.takesMail('gmail.com')
    const { suggestion } = await opinion('a@gmial.com', 'typo', 'a@refuses.example.com')
    expect(suggestion).toBeNull()
  })

  it('all stays where DNS does not answer', async () => {
    server.mood = 'fails'
    expect((await opinion('a@mail.example.com', 'noDomain')).observed).toEqual([{ sign: 'noDomain' }])
  })

  it('nothing is asked where no domain is doubted', async () => {
    await opinion('info@mail.example.com', 'role')
    await opinion('a.@mail.example.com', 'role', 'a@mail.example.com')
    expect(server.asked).toEqual([])
  })
})
