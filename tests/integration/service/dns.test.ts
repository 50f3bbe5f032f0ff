import { beforeEach, describe, expect, it } from 'vitest'
import { createDnsLookups, type DnsLookups } from '../../../src-service/dns/dns'
import { type DnsServer, startDnsServer } from '../../fixtures/dns-server'
import { createServiceClock } from '../../fixtures/service-clock'

const zone = {
  'company.example': {
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:db8::1'],
    MX: [
      [20, 'second.mail.example'],
      [10, 'first.mail.example'],
    ] as [number, string][],
    NS: ['ns.company.example'],
  },
  'null.example': { MX: [[0, '']] as [number, string][] },
  'key._domainkey.company.example': { CNAME: ['key.provider.example'] },
  'xn--mnchen-3ya.example': { A: ['192.0.2.3'] },
}

describe('the DNS', () => {
  let server: DnsServer
  let dns: DnsLookups
  const clock = createServiceClock()
  beforeEach(async () => {
    server = await startDnsServer(structuredClone(zone))
    dns = createDnsLookups({ resolver: server.address, clock })
    return async () => {
      dns.stop()
      await server.stop()
    }
  })

  it('tells the records there are', async () => {
    const name = 'company.example'
    expect(await dns.ipv4(name)).toEqual({ kind: 'found', records: ['192.0.2.1', '192.0.2.2'] })
    expect(await dns.ipv6(name)).toEqual({ kind: 'found', records: ['2001:db8::1'] })
    expect(await dns.nameServers(name)).toEqual({ kind: 'found', records: ['ns.company.example'] })
    expect(await dns.canonicalNames(`key._domainkey.${name}`)).toEqual({
      kind: 'found',
      records: ['key.provider.example'],
    })
    expect(await dns.mailServers(name)).toMatchObject({
      kind: 'found',
      records: expect.arrayContaining([
        expect.objectContaining({ exchange: 'first.mail.example', priority: 10 }),
      ]),
    })
    expect(await dns.mailServers('null.example')).toMatchObject({
      kind: 'found',
      records: [{ exchange: '' }],
    })
  })

  it('tells a name that is not there from one without such records', async () => {
    expect(await dns.ipv4('nobody.example')).toEqual({ kind: 'none', name: false })
    expect(await dns.ipv4('null.example')).toEqual({ kind: 'none', name: true })
    expect(await dns.canonicalNames('company.example')).toEqual({ kind: 'none', name: true })
  })

  it('asks for international names in ASCII, and for what is no name not at all', async () => {
    expect(await dns.ipv4('MÜNCHEN.example')).toEqual({ kind: 'found', records: ['192.0.2.3'] })
    expect(server.asked).toEqual(['A xn--mnchen-3ya.example'])
    for (const name of ['', 'a b.example', 'a\u202eb.example', `${'a'.repeat(64)}.example`, 'a..example']) {
      expect(await dns.ipv4(name), name).toEqual({ kind: 'none', name: false })
    }
    expect(server.asked).toHaveLength(1)
  })

  it.each([
    ['refuses', 'EREFUSED'],
    ['fails', 'ESERVFAIL'],
  ] as const)('is unavailable when the resolver %s', async (mood, why) => {
    server.mood = mood
    expect(await dns.ipv4('company.example')).toEqual({ kind: 'unavailable', why })
  })

  it('is unavailable when nobody listens', async () => {
    await server.stop()
    const alone = createDnsLookups({ resolver: server.address, clock })
    expect(await alone.ipv4('company.example')).toEqual({ kind: 'unavailable', why: 'ECONNREFUSED' })
    alone.stop()
    server = await startDnsServer()
  })

  it('is unavailable when nobody answers two tries', async () => {
    server.mood = 'silent'
    const hasty = createDnsLookups({ resolver: server.address, clock, tryFor: 50 })
    expect(await hasty.ipv4('company.example')).toEqual({ kind: 'unavailable', why: 'ETIMEOUT' })
    expect(server.asked).toHaveLength(2)
    hasty.stop()
  })

  it('waits no longer than it may, however many tries are left', async () => {
    server.mood = 'silent'
    const answer = dns.ipv4('company.example')
    await expect.poll(() => server.asked.length).toBeGreaterThan(0)
    await clock.advance(2500)
    expect(await answer).toEqual({ kind: 'unavailable', why: 'ETIMEOUT' })
  })

  it('remembers an answer that came too late for who asked', async () => {
    server.mood = 'slow'
    const answer = dns.ipv4('company.example')
    await expect.poll(() => server.asked.length).toBe(1)
    await clock.advance(2500)
    expect(await answer).toMatchObject({ kind: 'unavailable' })
    const late = dns.ipv4('company.example')
    server.release()
    expect(await late).toMatchObject({ kind: 'found' })
    expect(server.asked).toHaveLength(1)
  })

  it('leaves no wait behind', async () => {
    await dns.ipv4('company.example')
    await dns.ipv4('nobody.example')
    expect(clock.waiting).toBe(0)
  })

  it('asks once what many ask at the same time, in whatever case', async () => {
    server.mood = 'slow'
    const answers = ['company.example', 'Company.EXAMPLE', 'company.example'].map((name) => dns.ipv4(name))
    await expect.poll(() => server.asked.length).toBe(1)
    server.release()
    for (const answer of answers) expect(await answer).toMatchObject({ kind: 'found' })
    expect(server.asked).toHaveLength(1)
  })

  it('remembers addresses for their time to live, a minute at least and an hour at most', async () => {
    const asks = async () => {
      await dns.ipv4('company.example')
      return server.asked.length
    }
    server.ttl = 120
    expect(await asks()).toBe(1)
    await clock.advance(119_000)
    expect(await asks()).toBe(1)
    await clock.advance(1000)
    server.ttl = 0
    expect(await asks()).toBe(2)
    await clock.advance(59_000)
    expect(await asks()).toBe(2)
    await clock.advance(1000)
    server.ttl = 86_400
    expect(await asks()).toBe(3)
    await clock.advance(3_599_000)
    expect(await asks()).toBe(3)
    await clock.advance(1000)
    expect(await asks()).toBe(4)
  })

  it('remembers for a minute that there is nothing, and for 5 s that nobody answered', async () => {
    await dns.mailServers('nobody.example')
    await clock.advance(59_999)
    await dns.mailServers('nobody.example')
    expect(server.asked).toHaveLength(1)
    await clock.advance(1)
    server.mood = 'refuses'
    expect(await dns.mailServers('nobody.example')).toMatchObject({ kind: 'unavailable' })
    const asked = server.asked.length
    server.mood = 'answers'
    await clock.advance(4999)
    expect(await dns.mailServers('nobody.example')).toMatchObject({ kind: 'unavailable' })
    expect(server.asked).toHaveLength(asked)
    await clock.advance(1)
    expect(await dns.mailServers('nobody.example')).toMatchObject({ kind: 'none' })
  })

  it('asks afresh when told to', async () => {
    await dns.canonicalNames('new._domainkey.company.example')
    server.zone['new._domainkey.company.example'] = { CNAME: ['new.provider.example'] }
    const fresh = await dns.canonicalNames('new._domainkey.company.example', { fresh: true })
    expect(fresh).toEqual({ kind: 'found', records: ['new.provider.example'] })
  })

  it('tells who still waits when it is stopped', async () => {
    server.mood = 'silent'
    const answer = dns.ipv4('company.example')
    await expect.poll(() => server.asked.length).toBe(1)
    dns.stop()
    expect(await answer).toEqual({ kind: 'unavailable', why: 'ECANCELLED' })
  })
})
