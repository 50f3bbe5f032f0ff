import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { domainCheckStore } from '../../../src-service/store/domain-checks'
import { domainStore } from '../../../src-service/store/domains'
import { type Domain, dkimRecords } from '../../../src-shared/interface/domain'
import { type DnsServer, startDnsServer } from '../../fixtures/dns-server'
import { createServiceClock } from '../../fixtures/service-clock'
import { addOne, list } from './domain-calls'
import { type OpenedInside, errorOf, openInProcess } from './open'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('verifying a domain', () => {
  let dns: DnsServer
  let service: OpenedInside
  let clock: ReturnType<typeof createServiceClock>
  beforeEach(async () => {
    dns = await startDnsServer()
    clock = createServiceClock()
    service = await openInProcess({ dns: dns.address, clock })
    return async () => {
      expect(service.failures).toEqual([])
      await service.stop()
      await dns.stop()
    }
  })

  const publish = (domain: Domain, records = dkimRecords(domain)) => {
    for (const { name, target } of records) dns.zone[name] = { CNAME: [target] }
  }
  const verified = () => service.stored.values('SELECT verified FROM domain')
  /** How many looks at one domain were stored. */
  const looked = (times: number) =>
    expect
      .poll(() => dns.asked.length / 3)
      .toBe(times)
      .then(() => settled())
  // A look is stored once its answers are in: the next one is waited for then.
  const settled = () => expect.poll(() => clock.waiting).toBeGreaterThan(0)

  it('happens at once when its records are there already', async () => {
    const made = await addOne(service, 'company.example')
    publish(made)
    await clock.advance(0)
    await expect.poll(verified).toEqual([1])
  })

  it('happens by itself within a minute of the records being published', async () => {
    const made = await addOne(service, 'company.example')
    await clock.advance(0)
    await looked(1)
    expect(await verified()).toEqual([0])
    publish(made)
    await clock.advance(minute)
    await expect.poll(verified).toEqual([1])
    const [listed] = await list(service)
    expect(listed).toMatchObject({ verified: true })
    expect(listed?.updatedAt).not.toBe(made.updatedAt)
  })

  it('is asked for by listing, which answers at once', async () => {
    const made = await addOne(service, 'company.example')
    await clock.advance(0)
    await looked(1)
    publish(made)
    await clock.advance(20_000)
    expect((await list(service)).map((domain) => domain.verified)).toEqual([false])
    await clock.advance(0)
    await expect.poll(verified).toEqual([1])
  })

  it('is not asked for again within 15 s of the last look', async () => {
    await addOne(service, 'company.example')
    await clock.advance(0)
    await looked(1)
    await clock.advance(14_000)
    for (let times = 0; times < 5; times++) await list(service)
    await clock.advance(0)
    expect(dns.asked).toHaveLength(3)
  })

  it.each([
    ['two of three records', (made: Domain) => dkimRecords(made).slice(1)],
    [
      'a record that leads elsewhere',
      (made: Domain) =>
        dkimRecords(made).map(({ name, target }, at) => ({ name, target: at ? target : 'x.example' })),
    ],
    [
      'records that lead to each other’s keys',
      (made: Domain) =>
        dkimRecords(made).map(({ name }, at, all) => ({ name, target: all[(at + 1) % 3]?.target ?? '' })),
    ],
  ])('needs more than %s', async (_what, records) => {
    const made = await addOne(service, 'company.example')
    publish(made, records(made))
    await clock.advance(0)
    await looked(1)
    expect(await verified()).toEqual([0])
  })

  it('takes a target in capitals', async () => {
    const made = await addOne(service, 'company.example')
    publish(
      made,
      dkimRecords(made).map(({ name, target }) => ({ name, target: target.toUpperCase() })),
    )
    await clock.advance(0)
    await expect.poll(verified).toEqual([1])
  })

  it('waits while the DNS cannot be asked', async () => {
    dns.mood = 'refuses'
    const made = await addOne(service, 'company.example')
    publish(made)
    await clock.advance(0)
    await expect.poll(() => dns.asked.length).toBeGreaterThanOrEqual(3)
    await settled()
    expect(await verified()).toEqual([0])
    dns.mood = 'answers'
    await clock.advance(5 * minute)
    await expect.poll(verified).toEqual([1])
  })

  it('goes on after a restart where it was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postroom-domains-'))
    const before = await openInProcess({ dns: dns.address, clock, data: folder })
    const made = await addOne(before, 'company.example')
    await before.stop()
    publish(made)
    const after = await openInProcess({ dns: dns.address, clock, data: folder })
    await clock.advance(0)
    await expect.poll(async () => (await list(after)).map((domain) => domain.verified)).toEqual([true])
    await after.stop()
    rmSync(folder, { recursive: true })
  })

  it('looks at many domains, all of them', async () => {
    for (let number = 0; number < 25; number++) publish(await addOne(service, `company${number}.example`))
    await expect
      .poll(async () => {
        await clock.advance(1)
        return (await verified()).filter(Boolean).length
      })
      .toBe(25)
  })

  it('writes nothing once the service is stopped', async () => {
    dns.mood = 'slow'
    const other = await openInProcess({ dns: dns.address, clock })
    await addOne(other, 'company.example')
    await clock.advance(0)
    await expect.poll(() => dns.asked.length).toBe(3)
    await other.stop()
    dns.release()
    await clock.advance(day)
    expect(other.failures).toEqual([])
  })

  describe('that was verified', () => {
    let made: Domain
    beforeEach(async () => {
      made = await addOne(service, 'company.example')
      publish(made)
      await clock.advance(0)
      await expect.poll(verified).toEqual([1])
      await settled()
      dns.asked.length = 0
    })

    it('is looked at once a day', async () => {
      await clock.advance(day - 1)
      expect(dns.asked).toEqual([])
      await clock.advance(1)
      await looked(1)
      expect(await verified()).toEqual([1])
    })

    it('falls after its records were missing three times', async () => {
      dns.zone = {}
      await clock.advance(day)
      await looked(1)
      await clock.advance(hour)
      await looked(2)
      expect(await verified()).toEqual([1])
      await clock.advance(hour)
      await expect.poll(verified).toEqual([0])
    })

    it('does not fall while the DNS cannot be asked, however long', async () => {
      dns.mood = 'refuses'
      await clock.advance(day)
      for (let times = 0; times < 10; times++) {
        await settled()
        await clock.advance(5 * minute)
      }
      expect(await verified()).toEqual([1])
    })

    it('can be removed, and is then sent from no more', async () => {
      const domains = domainStore(service.served)
      expect(await domains.isVerifiedSender('hello@company.example')).toBe(true)
      await service.ask('DELETE', `/domains/${made.id}`)
      expect(await domains.isVerifiedSender('hello@company.example')).toBe(false)
      dns.asked.length = 0
      await clock.advance(day)
      expect(dns.asked).toEqual([])
    })

    it.each(['SCHEDULED', 'SENDING'])('cannot be removed while a campaign from it is %s', async (status) => {
      await service.stored.change(
        `INSERT INTO campaign (name, subject, body, from_address, type, status, audience_type, created_at, updated_at)
           VALUES ('Spring', 'Spring', 'Hello', 'Hello@News.Company.example', 'MARKETING', ?, 'ALL', 0, 0)`,
        status,
      )
      const remove = () => service.ask('DELETE', `/domains/${made.id}`)
      expect(errorOf(await remove())).toMatchObject({ status: 409, code: 'CONFLICT' })
      expect(await list(service)).toHaveLength(1)
      await service.stored.change(`UPDATE campaign SET status = 'SENT'`)
      expect((await remove()).status).toBe(204)
    })

    it('can be removed while another verified domain covers the sender of a campaign', async () => {
      const below = await addOne(service, 'news.company.example')
      await service.stored.change(
        `INSERT INTO campaign (name, subject, body, from_address, type, status, audience_type, created_at, updated_at)
           VALUES ('Spring', 'Spring', 'Hello', 'hello@news.company.example', 'MARKETING', 'SCHEDULED', 'ALL', 0, 0)`,
      )
      expect((await service.ask('DELETE', `/domains/${made.id}`)).status).toBe(409)
      await service.stored.change('UPDATE domain SET verified = 1')
      expect((await service.ask('DELETE', `/domains/${made.id}`)).status).toBe(204)
      expect((await service.ask('DELETE', `/domains/${below.id}`)).status).toBe(409)
    })
  })
})

describe('the domain of the sample', () => {
  it('is verified, and no look at it is ever due', async () => {
    const dns = await startDnsServer()
    const clock = createServiceClock()
    const service = await openInProcess({ contacts: 1, dns: dns.address, clock })
    expect((await list(service)).map(({ verified }) => verified)).toEqual([true])
    await clock.advance(minute)
    expect(await domainCheckStore(service.served).nextDue()).toBeNull()
    expect(dns.asked).toEqual([])
    await service.stop()
    await dns.stop()
  })
})
