import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import { call, textAt } from './stand-in/calls'

/** What a deployed service tells of its project: read, kept, and shown when it does not answer. */

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.seed(3)
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

const page = async (filter: { kind?: 'mail' | 'event' | 'workflow'; search?: string } = {}) =>
  core.bridge.projectActivity.page({
    filter: { kind: null, search: '', ...filter },
    slice: { offset: 0, limit: 500 },
  })
const asked = () => service.requests.filter(({ path }) => path === '/activity')

const begin = Date.parse('2026-06-01T10:00:00.000Z')

/** Events of one person, so many; all events are `apart` milliseconds from one another. */
function addEvents(many: number, { name = 'login', apart = 60_000 } = {}): void {
  const [first] = service.state.contacts.all()
  for (let at = 0; at < many; at += 1) service.addEvent({ name, contactId: first?.id ?? '' })
  service.state.events.all().forEach((event, at) => {
    event.createdAt = new Date(begin + Math.floor(at * apart)).toISOString()
  })
}

describe('what went on in the project', () => {
  it('is empty and of no time before it was read', async () => {
    expect(await page()).toMatchObject({ rows: [], total: 0, asOf: null, whole: false })
  })

  it('is read newest first, with whom it is about and nothing of a mail’s body', async () => {
    addEvents(2)
    expect(await core.bridge.projectActivity.read()).toEqual({ added: 2 })
    const { rows, total, whole, asOf } = await page()
    expect({ total, whole }).toEqual({ total: 2, whole: true })
    expect(asOf).toBeTypeOf('number')
    const [person] = service.state.contacts.all()
    expect(rows[0]).toMatchObject({
      type: 'event.triggered',
      what: 'login',
      contactId: person?.id,
      email: person?.email,
    })
  })

  it('is read on behind rows of one and the same millisecond, none of them lost', async () => {
    // More of one moment than a page holds cannot be asked for at all: the service passes over them.
    addEvents(130, { apart: 1 / 40 })
    expect(await core.bridge.projectActivity.read()).toEqual({ added: 130 })
    expect((await page()).total).toBe(130)
  })

  it('is read 500 at once, and older on request, until nothing is older', async () => {
    addEvents(700)
    await core.bridge.projectActivity.read()
    const first = await page()
    expect(first.whole).toBe(false)
    expect(first.total).toBeGreaterThanOrEqual(490)
    await core.bridge.projectActivity.readOlder()
    expect(await page()).toMatchObject({ total: 700, whole: true })
  })

  it('is asked for one page alone where nothing is new, and keeps what is older', async () => {
    addEvents(120)
    await core.bridge.projectActivity.read()
    const before = asked().length
    expect(await core.bridge.projectActivity.read()).toEqual({ added: 0 })
    expect(asked().length - before).toBe(1)
    expect(await page()).toMatchObject({ total: 120, whole: true })
  })

  it('has no gap: what is older than one goes, and is read on request', async () => {
    addEvents(60, { name: 'old' })
    await core.bridge.projectActivity.read()
    addEvents(700, { name: 'new' })
    await core.bridge.projectActivity.read()
    const { total, whole } = await page({ search: 'old' })
    expect({ whole, total: total < 700 }).toEqual({ whole: false, total: true })
    expect((await page({ search: 'old' })).count).toBe(0)
    await core.bridge.projectActivity.readOlder()
    expect(await page({ search: 'old' })).toMatchObject({ count: 60, total: 760, whole: true })
  })

  it('is narrowed by kind and by words', async () => {
    addEvents(2)
    addEvents(1, { name: 'signed_up' })
    await core.bridge.projectActivity.read()
    expect((await page({ kind: 'mail' })).count).toBe(0)
    expect((await page({ kind: 'event', search: 'signed' })).count).toBe(1)
    expect((await page({ search: '%' })).count).toBe(0)
  })

  it('is asked for in smaller pages where an answer is too large', async () => {
    addEvents(40)
    const text = 'x'.repeat(2_000_000)
    for (const event of service.state.events.all()) event.data = { text }
    expect(await core.bridge.projectActivity.read()).toEqual({ added: 40 })
  })

  it('passes over one that cannot be read', async () => {
    addEvents(3)
    service.faults = (request) =>
      request.path === '/activity'
        ? {
            do: 'answer',
            status: 200,
            body: {
              data: [
                {
                  id: 'a',
                  type: 'email.sent',
                  timestamp: '2026-08-01T10:00:00.000Z',
                  metadata: { subject: 7 },
                },
                { id: 'b', type: 'email.sent', timestamp: 'yesterday', metadata: null },
                { id: 'c', type: null },
              ],
              hasMore: false,
            },
          }
        : null
    expect(await core.bridge.projectActivity.read()).toEqual({ added: 1 })
    expect((await page()).rows).toMatchObject([{ id: 'a', what: '', email: null }])
  })

  it('stays as it was read while the service is away', async () => {
    addEvents(2)
    await core.bridge.projectActivity.read()
    await service.stop()
    expect(await problemOf(core.bridge.projectActivity.read())).toMatchObject({
      code: expect.any(String) as string,
    })
    expect((await page()).total).toBe(2)
  })
})

describe('what will be sent', () => {
  it('is the campaigns that wait, with how many they go to, and goes when they do', async () => {
    const written = { name: 'News', subject: 'S', body: 'B', from: 'a@example.com', audienceType: 'ALL' }
    const id = textAt((await call(service, 'POST /campaigns', written)).body, 'data', 'id')
    const campaign = service.state.campaigns.get(id)
    if (!campaign) throw new Error('The campaign is not there')
    campaign.status = 'SCHEDULED'
    campaign.scheduledFor = new Date(Date.now() + 3_600_000).toISOString()
    await core.bridge.projectActivity.read()
    expect((await core.bridge.projectActivity.upcoming()).rows).toMatchObject([
      { type: 'campaign.scheduled', what: 'S', about: 'News', amount: 3 },
    ])
    campaign.status = 'DRAFT'
    await core.bridge.projectActivity.read()
    expect(await core.bridge.projectActivity.upcoming()).toEqual({ rows: [] })
  })
})

describe('a service that tells nothing of it', () => {
  it('says so', async () => {
    const plain = await startKeptService()
    await core.bridge.profiles.create(profileFor(plain.url, plain.secretKey))
    await settled(core.bridge)
    expect(await problemOf(core.bridge.projectActivity.read())).toMatchObject({ code: 'not_found' })
    await plain.stop()
  })
})
