import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import { createDns } from '../../../src-main/core/dns/dns'
import type { DomainDetail } from '../../../src-shared/bridge/domains'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { type DnsServer, startDnsServer, type Zone } from '../../fixtures/dns-server'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'

const domain = 'mail.example.com'
const first = {
  query: { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } },
  slice: { offset: 0, limit: 100 },
} as const

let dns: DnsServer
let service: RunningService
let core: TestCore

beforeEach(async () => {
  dns = await startDnsServer()
  service = await startKeptService({ contacts: 60, dns: dns.address })
  core = await startCore({ dns: createDns({ resolver: dns.address, clock: systemClock }) })
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
  await dns.stop()
})

const states = ({ records }: DomainDetail) => records.map(({ what, state }) => `${what} ${state}`)

/** What a person publishes who copies every record. */
function published({ records }: DomainDetail): Zone {
  const zone: Zone = {}
  for (const { type, name, value } of records) {
    if (value !== null) zone[name] = { [type]: [value] }
  }
  return zone
}

async function sampleDomain(): Promise<DomainDetail> {
  const { rows } = await core.bridge.domains.page(first)
  return core.bridge.domains.get({ id: rows[0]?.id ?? '' })
}

describe('adding a domain', () => {
  it('shows the records to publish, before DNS is asked', async () => {
    const added = await core.bridge.domains.add({ domain: ' Mail.Example.COM ' })
    expect(added).toMatchObject({ domain, verified: false, usedBy: [] })
    expect(states(added)).toEqual([
      'dkim unasked',
      'dkim unasked',
      'dkim unasked',
      'spf unasked',
      'dmarc unasked',
    ])
    expect(added.records[0]).toMatchObject({
      type: 'CNAME',
      name: expect.stringMatching(/^\w{32}\._domainkey\.mail\.example\.com$/),
      value: expect.stringMatching(/^\w{32}\.dkim\.amazonses\.com$/),
    })
    expect((await core.bridge.domains.page(first)).rows.map((row) => row.domain)).toContain(domain)
  })

  it('refuses what is no domain, naming the field', async () => {
    for (const wrong of ['no domain', 'example', 'https://example.com/', 'a@example.com']) {
      await expect(core.bridge.domains.add({ domain: wrong })).rejects.toMatchObject({
        data: { code: 'input_invalid', fields: [{ field: 'domain' }] },
      })
    }
  })

  it('passes on that the service has it already', async () => {
    await core.bridge.domains.add({ domain })
    await expect(core.bridge.domains.add({ domain })).rejects.toMatchObject({ data: { code: 'conflict' } })
  })
})

describe('checking a domain', () => {
  it('says what is missing', async () => {
    const { id } = await core.bridge.domains.add({ domain })
    const checked = await core.bridge.domains.check({ id })
    expect(states(checked)).toEqual([
      'dkim missing',
      'dkim missing',
      'dkim missing',
      'spf missing',
      'dmarc missing',
    ])
  })

  it('finds what was published as it was copied, and asks the service whether that verified it', async () => {
    const added = await core.bridge.domains.add({ domain })
    dns.zone = published(added)
    const { id } = added
    const checked = await core.bridge.domains.check({ id })
    expect(states(checked)).toEqual([
      'dkim published',
      'dkim published',
      'dkim published',
      'spf published',
      'dmarc published',
    ])
    // The service looks by itself, at most every 15 seconds: what it says is what the copy holds.
    const { verified } = await core.bridge.domains.get({ id })
    expect((await core.bridge.domains.page(first)).rows.find((row) => row.id === id)?.verified).toBe(verified)
  })

  it('tells in short how its records stand, without asking the service', async () => {
    const added = await core.bridge.domains.add({ domain })
    dns.zone = { ...published(added), [domain]: { TXT: ['v=spf1 -all'] } }
    await service.stop()
    expect(await core.bridge.domains.signs({ id: added.id })).toEqual([
      { what: 'spf', state: 'other' },
      { what: 'dkim', state: 'published' },
      { what: 'dmarc', state: 'published' },
    ])
  })

  it('asks DNS alone where the service cannot be reached', async () => {
    const added = await core.bridge.domains.add({ domain })
    dns.zone = published(added)
    await service.stop()
    await core.bridge.sync.reconnect()
    expect((await core.bridge.domains.check({ id: added.id })).records[0]?.state).toBe('published')
  })

  it('lets go of a domain that is gone at the service', async () => {
    const { id } = await core.bridge.domains.add({ domain })
    await fetch(`${service.url}/domains/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.secretKey}` },
    })
    await expect(core.bridge.domains.check({ id })).rejects.toMatchObject({ data: { code: 'not_found' } })
    expect((await core.bridge.domains.page(first)).rows.map((row) => row.id)).not.toContain(id)
  })
})

describe('removing a domain', () => {
  it('names the campaigns that are not sent yet and would have no sender', async () => {
    const { usedBy } = await sampleDomain()
    expect(usedBy.length).toBeGreaterThan(0)
    expect(usedBy.every(({ kind, state }) => kind === 'campaign' && state !== 'SENT')).toBe(true)
  })

  it('takes its name, typed', async () => {
    const { id } = await core.bridge.domains.add({ domain })
    await expect(core.bridge.domains.remove({ id, domain: 'example.com' })).rejects.toMatchObject({
      data: { code: 'input_invalid' },
    })
    await core.bridge.domains.remove({ id, domain })
    await expect(core.bridge.domains.get({ id })).rejects.toMatchObject({ data: { code: 'not_found' } })
  })

  it('passes on that the service still needs it', async () => {
    const { id, domain: name, usedBy } = await sampleDomain()
    expect(usedBy.map(({ state }) => state)).toContain('SCHEDULED')
    await expect(core.bridge.domains.remove({ id, domain: name })).rejects.toMatchObject({
      data: { code: 'conflict' },
    })
    expect((await core.bridge.domains.get({ id })).domain).toBe(name)
  })
})
