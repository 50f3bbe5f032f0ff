import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Check } from '../../../src-shared/bridge/review'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { startDeployedService } from '../../fixtures/deployed-service/start'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import { signedOff } from '../../fixtures/signed-off'
import { until } from '../../fixtures/until'
import { mailWith } from '../../fixtures/mails'

/** A campaign that goes to the same people twice, and one that goes to others than were confirmed, at every kind of service. */

// A service and a core are started, and campaigns are sent.
vi.setConfig({ testTimeout: 60_000 })

interface Service {
  url: string
  secretKey: string
  stop(): Promise<unknown>
}

let core: TestCore
let service: Service
afterEach(async () => {
  await core.close()
  await service.stop()
})

const dialects = ['reference', 'deployed', 'stand-in'] as const
type Dialect = (typeof dialects)[number]

async function started(dialect: Dialect): Promise<Service> {
  if (dialect !== 'stand-in') return startKeptService({ contacts: 40, dialect })
  const deployed = await startDeployedService({ domains: ['mail.harbournotes.app'] })
  deployed.seed(40)
  return deployed
}

async function open(dialect: Dialect) {
  service = await started(dialect)
  core = await startCore()
  const { bridge } = core
  await bridge.profiles.create(profileFor(service.url, service.secretKey))
  await until(
    async () => stateOf(await bridge.sync.state(), 'campaigns').asOf,
    (asOf) => asOf !== null,
  )
  await settled(bridge)
  const mail = mailWith('<p>Hello, <a href="{{unsubscribeUrl}}">leave</a></p>', { subject: 'The tides' })
  const written = { name: 'Tides', description: '', mail, audience: { kind: 'all' as const } }
  return { bridge, first: await bridge.campaigns.create(written) }
}

/** Asks the service itself, as another console would. */
async function call(method: string, path: string, body: unknown): Promise<void> {
  await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function sent(id: string): Promise<number> {
  const { bridge } = core
  const people = await signedOff(bridge, id)
  await bridge.campaigns.hold({ id, scheduledFor: null, people, typed: String(people) })
  expect(await bridge.campaigns.sendNow({ id })).toMatchObject({ state: 'sent' })
  return people
}

async function checksOf(id: string): Promise<{ checks: Check[]; hash: string }> {
  const { mail, audience } = await core.bridge.campaigns.get({ id })
  const checks: Check[] = []
  let hash = ''
  const input = { campaignId: id, mail, audience, scheduledFor: null }
  for await (const step of await core.bridge.review.run(input)) {
    if (step.part === 'checks') checks.push(...step.checks)
    if (step.part === 'done') hash = step.hash
  }
  return { checks, hash }
}

describe.each(dialects)('with a service of kind %s', (dialect) => {
  it('a copy of what was sent is an error with all who had it, until somebody says why', async () => {
    const { bridge, first } = await open(dialect)
    const people = await sent(first.id)
    const copy = await bridge.campaigns.duplicate({ id: first.id, name: 'Tides again' })
    const { checks, hash } = await checksOf(copy.id)
    expect(checks.find(({ rule }) => rule === 'recentMail')).toMatchObject({
      outcome: 'warning',
      count: people,
    })
    expect(checks.find(({ key }) => key === `sameMail:${first.id}`)).toMatchObject({
      outcome: 'error',
      count: people,
      hasPeople: true,
    })
    expect(await problemOf(bridge.review.signOff({ campaignId: copy.id, hash }))).toMatchObject({
      code: 'conflict',
    })
    const reason = 'The first one had a wrong link'
    await bridge.review.setRule({ campaignId: copy.id, rule: 'sameMail', reason })
    expect((await checksOf(copy.id)).checks.find(({ rule }) => rule === 'sameMail')).toMatchObject({
      outcome: 'off',
      off: { reason },
    })
  })

  it('the copy is read again as something was sent, and once it was sent to all', async () => {
    const { bridge, first } = await open(dialect)
    const before = stateOf(await bridge.sync.state(), 'events').asOf ?? 0
    await sent(first.id)
    await until(
      async () => stateOf(await bridge.sync.state(), 'events').asOf,
      (asOf) => (asOf ?? 0) > before,
    )
    await until(
      () => bridge.campaigns.get({ id: first.id }),
      ({ status }) => status === 'SENT',
    )
  })

  it('what would go to more than were confirmed is stopped with both numbers right before it leaves', async () => {
    const { bridge, first } = await open(dialect)
    const people = await signedOff(bridge, first.id)
    await bridge.campaigns.hold({ id: first.id, scheduledFor: null, people, typed: String(people) })
    await call('POST', '/contacts', { email: 'late@lamp-room.example', subscribed: true, data: {} })
    const stopped = await bridge.campaigns.sendNow({ id: first.id })
    expect(stopped).toMatchObject({ state: 'refused', problem: { code: 'conflict' } })
    expect(stopped.problem?.why).toContain(String(people))
    expect(stopped.problem?.why).toContain(String(people + 1))
    expect(await bridge.campaigns.refresh({ id: first.id })).toMatchObject({ status: 'DRAFT' })
  })

  it('the people of a segment are counted at the service, and those of a condition by a copy that is read again', async () => {
    const { bridge, first } = await open(dialect)
    const condition = {
      logic: 'AND' as const,
      groups: [{ filters: [{ field: 'email', operator: 'contains' as const, value: '@' }] }],
    }
    const written = { name: 'Everybody', description: '', condition, trackMembership: false }
    const segment = await bridge.segments.create(written)
    for (const audience of [
      { kind: 'segment' as const, id: segment.id },
      { kind: 'condition' as const, condition },
    ]) {
      const { basis } = await bridge.campaigns.get({ id: first.id })
      await bridge.campaigns.update({ id: first.id, changes: { audience }, basis })
      await settled(bridge)
      const people = await signedOff(bridge, first.id)
      await bridge.campaigns.hold({ id: first.id, scheduledFor: null, people, typed: String(people) })
      await call('POST', '/contacts', {
        email: `${audience.kind}@lamp-room.example`,
        subscribed: true,
        data: {},
      })
      const stopped = await bridge.campaigns.sendNow({ id: first.id })
      expect(stopped).toMatchObject({ state: 'refused' })
      expect(stopped.problem?.why).toContain(String(people + 1))
      // The next one is confirmed by a copy that has them.
      await bridge.sync.start({ resource: 'contacts', mode: 'quick' })
      await settled(bridge)
    }
  })
})
