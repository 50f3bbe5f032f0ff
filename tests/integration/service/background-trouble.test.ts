import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { dkimRecords } from '../../../src-shared/interface/domain'
import { startDnsServer } from '../../fixtures/dns-server'
import { createServiceClock } from '../../fixtures/service-clock'
import { startWebhookTarget } from '../../fixtures/webhook-target'
import { addOne } from './domain-calls'
import { type OpenedInside, openInProcess } from './open'
import { definition, exit, openForWorkflows, row } from './workflow-calls'

/** What a service does by itself goes on once its database is well again, and nobody is told a thing that is not so. */

const identified = z.object({ id: z.string() })
const second = 1000
const minute = 60 * second

/** A service whose time stands still, and whose database gets into trouble and out of it. */
async function opened(wishes: Parameters<typeof openInProcess>[0] = {}) {
  const clock = createServiceClock()
  const service = await openInProcess({ ...wishes, clock })
  onTestFinished(() => service.stop())
  return { ...service, clock, ...troubles(service) }
}

function troubles({ db, failures }: OpenedInside) {
  return {
    /** Has a table refuse to be written, such as `INSERT ON segment_member`. */
    refuse: (what: string) =>
      db.exec(`CREATE TRIGGER trouble BEFORE ${what} BEGIN SELECT raise(ABORT, 'trouble'); END`),
    allow: () => db.exec('DROP TRIGGER trouble'),
    lose: (table: string) => db.exec(`ALTER TABLE ${table} RENAME TO lost`),
    find: (table: string) => db.exec(`ALTER TABLE lost RENAME TO ${table}`),
    /** What was reported since the last time, in words. */
    reported: () =>
      failures.splice(0).map((error) => (error instanceof Error ? error.message : String(error))),
  }
}

type Service = Awaited<ReturnType<typeof opened>>

const named = (service: Service, what: string) =>
  service.stored.values<string>(
    'SELECT n.name FROM event AS e JOIN event_name AS n ON n.number = e.name WHERE n.name LIKE ? ORDER BY e.seq',
    what,
  )

async function segment(service: Service, name: string, filter: object): Promise<string> {
  const condition = { logic: 'AND', groups: [{ filters: [filter] }] }
  const body = { name, type: 'DYNAMIC', condition, trackMembership: true }
  const made = await service.ask('POST', '/segments', { body })
  expect(made.status).toBe(201)
  await service.clock.advance(0)
  return identified.parse(made.body).id
}
const person = async (service: Service, email = 'ada@example.com') => {
  const made = await service.ask('POST', '/contacts', { body: { email, data: { plan: 'pro' } } })
  expect(made.status).toBe(201)
}
const onPlan = { field: 'data.plan', operator: 'equals', value: 'pro' }

describe('who comes into a tracked segment', () => {
  it('is told of a minute later, where that could not be noted at once', async () => {
    const service = await opened()
    await segment(service, 'pro', onPlan)
    service.refuse('INSERT ON segment_member')
    await person(service)
    await service.clock.advance(0)
    expect(service.reported()).toEqual(['trouble'])
    service.allow()
    await service.clock.advance(minute - 1)
    expect(await named(service, 'segment.%')).toEqual([])
    await service.clock.advance(1)
    expect(await named(service, 'segment.%')).toEqual(['segment.pro.entry'])
  })

  it('as time passes is looked for again a minute later, where that could not be begun', async () => {
    const service = await opened()
    await segment(service, 'old', { field: 'createdAt', operator: 'olderThan', value: 1, unit: 'minutes' })
    await person(service)
    await service.clock.advance(0)
    service.refuse('INSERT ON segment_sweep')
    await service.clock.advance(2 * minute)
    expect(service.reported()).toContain('trouble')
    expect(await named(service, 'segment.%')).toEqual([])
    service.allow()
    await service.clock.advance(minute)
    expect(await named(service, 'segment.%')).toEqual(['segment.old.entry'])
  })
})

describe('the tracked segments of a deployed service', () => {
  const sweep = 5 * minute

  it('are gone through one by one, though one of them cannot be', async () => {
    const service = await opened({ dialect: 'deployed' })
    await segment(service, 'first', onPlan)
    await segment(service, 'second', onPlan)
    await person(service)
    service.refuse(`INSERT ON segment_member WHEN new.segment = 1`)
    await service.clock.advance(sweep)
    expect(service.reported()).toEqual(['trouble'])
    expect(await named(service, 'segment.%')).toEqual(['segment.second.entry'])
    service.allow()
    await service.clock.advance(sweep)
    expect(await named(service, 'segment.%')).toEqual(['segment.second.entry', 'segment.first.entry'])
  })

  it('are gone through the next time, where they could not even be listed', async () => {
    const service = await opened({ dialect: 'deployed' })
    await segment(service, 'pro', onPlan)
    await person(service)
    service.lose('segment')
    await service.clock.advance(sweep)
    expect(service.reported()).toEqual(['no such table: segment'])
    service.find('segment')
    await service.clock.advance(sweep)
    expect(await named(service, 'segment.%')).toEqual(['segment.pro.entry'])
  })

  it('give no count in an answer that cannot be given', async () => {
    const service = await opened({ dialect: 'deployed' })
    const id = await segment(service, 'pro', onPlan)
    service.lose('contact')
    await service.clock.advance(sweep)
    expect((await service.ask('GET', `/segments/${id}`)).status).toBe(500)
    service.find('contact')
    expect((await service.ask('GET', `/segments/${id}`)).body).toMatchObject({ memberCount: 0 })
    expect(service.reported()).not.toEqual([])
  })
})

describe('a job of a deployed service', () => {
  async function queued() {
    const service = await opened({ dialect: 'deployed' })
    await person(service)
    const body = { mode: 'query', filter: {} }
    const asked = await service.ask('POST', '/contacts/bulk-unsubscribe', { body })
    const { jobId } = z.object({ jobId: z.string() }).parse(asked.body)
    const told = async () => (await service.ask('GET', `/contacts/bulk/${jobId}`)).body
    return { ...service, told }
  }

  it('has failed, and says so, where it cannot be carried out', async () => {
    const service = await queued()
    service.refuse('UPDATE ON contact')
    await service.clock.advance(second)
    expect(service.reported()).toEqual(['trouble'])
    expect(await service.told()).toMatchObject({
      state: 'failed',
      failedReason: 'The job could not be carried out.',
    })
  })

  it('is carried out five seconds later, where not even its failure could be noted', async () => {
    const service = await queued()
    service.lose('job')
    await service.clock.advance(0)
    expect(service.reported()).toEqual(['no such table: job', 'no such table: job'])
    service.find('job')
    await service.clock.advance(5 * second)
    expect(await service.told()).toMatchObject({ state: 'completed', result: { successCount: 1 } })
  })
})

describe('the look at the DNS of a domain', () => {
  async function published() {
    const dns = await startDnsServer()
    onTestFinished(() => dns.stop())
    const service = await opened({ dns: dns.address })
    const domain = await addOne(service, 'company.example')
    for (const { name, target } of dkimRecords(domain)) dns.zone[name] = { CNAME: [target] }
    return service
  }
  const verified = (service: Service) => () => service.stored.values('SELECT verified FROM domain')

  it('is had again a minute later, where what it found could not be noted', async () => {
    const service = await published()
    service.refuse('UPDATE ON domain')
    await service.clock.advance(0)
    await expect.poll(service.reported).toEqual(['trouble'])
    service.allow()
    await expect.poll(() => service.clock.waiting).toBeGreaterThan(0)
    await service.clock.advance(minute)
    await expect.poll(verified(service)).toEqual([1])
  })

  it('is had again a minute later, where nobody could say what is due', async () => {
    const service = await published()
    service.lose('domain_check')
    await service.clock.advance(0)
    await expect.poll(service.reported).toContain('no such table: domain_check')
    service.find('domain_check')
    await service.clock.advance(minute)
    await expect.poll(verified(service)).toEqual([1])
  })
})

describe('a webhook whose end could not be noted', () => {
  async function called() {
    const target = await startWebhookTarget()
    const service = await openForWorkflows({ mayCall: () => true })
    onTestFinished(() => target.stop())
    target.answer = (response) => void response.writeHead(500).end()
    const { id } = await service.create(
      definition(...row(['hook', 'WEBHOOK', { url: target.url }], exit('done'))),
    )
    const trouble = troubles(service)
    trouble.refuse('UPDATE ON execution WHEN new.attempts = 1')
    await service.track('ada@example.com')
    await service.until(() => service.failures.length > 0)
    expect(trouble.reported()).toEqual(['trouble'])
    return { ...service, ...trouble, target, id }
  }

  it('is called again after five seconds, with the same delivery id', async () => {
    const service = await called()
    const { target, clock } = service
    service.allow()
    target.answer = (response) => void response.writeHead(200).end()
    await clock.advance(5 * second - 1)
    expect(target.calls).toHaveLength(1)
    await clock.advance(1)
    await service.until(async () => (await service.executions(service.id))[0] === 'EXITED done (done)')
    const ids = target.calls.map(({ headers }) => headers['x-postroom-delivery'])
    expect(ids).toEqual([ids[0], ids[0]])
    await service.stop()
  })

  it('keeps the service from nothing when it stops', async () => {
    const service = await called()
    await service.stop()
    expect(service.reported()).toEqual([])
    expect(service.target.calls).toHaveLength(1)
  })
})
