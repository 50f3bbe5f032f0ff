import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { signedOff } from '../../fixtures/signed-off'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { startRecordingProxy, type RecordingProxy } from '../../fixtures/recording-proxy'
import { startKeptService } from '../../fixtures/kept-service'
import { outboxCookie, type RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { aDraft } from './drafts'
import { enterVerdicts, reviewed } from './undeliverable-people'

// A service and a core are started, and a campaign is sent.
vi.setConfig({ testTimeout: 60_000 })

let core: TestCore
let service: RunningService
let proxy: RecordingProxy
afterEach(async () => {
  await core.close()
  await proxy.close()
  await service.stop()
})

const slice = { offset: 0, limit: 500 }
const name = 'Undeliverable, by Postroom'
const inNorway: FilterCondition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.country', operator: 'notEquals', value: 'Nowhere' }] }],
}

/** A draft over 40 people, five of whom are undeliverable and subscribed; the service behind a proxy. */
async function open(dialect: 'reference' | 'envelope' | 'deployed' = 'reference', draft: object = {}) {
  service = await startKeptService({ contacts: 40, dialect })
  proxy = await startRecordingProxy(service.url)
  const id = await aDraft(service, draft)
  core = await startCore()
  const { bridge } = core
  await bridge.profiles.create(profileFor(proxy.url, service.secretKey))
  await until(
    async () => stateOf(await bridge.sync.state(), 'campaigns').asOf,
    (asOf) => asOf !== null,
  )
  await settled(bridge)
  const { rows } = await bridge.contacts.page({
    query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
    slice,
  })
  const emails = rows
    .filter(({ subscribed }) => subscribed)
    .map(({ email }) => email)
    .sort()
  const gone = emails.slice(0, 5)
  await enterVerdicts(bridge, 'undeliverable', gone)
  return { bridge, id, emails, gone, all: rows.length }
}

/** Leaves them out of the draft as it is now. */
async function leaveOut({ bridge }: TestCore, id: string) {
  const { basis } = await bridge.campaigns.get({ id })
  return bridge.campaigns.leaveOut({ id, basis, of: 'undeliverable' })
}

/** The segments of the service that are of ours, with their members. */
async function segmentsOf({ bridge }: TestCore): Promise<{ id: string; members: string[] }[]> {
  await bridge.sync.start({ mode: 'full', resource: 'segments' })
  await settled(bridge)
  const query = { search: name, kinds: ['STATIC'], sort: { by: 'name', direction: 'asc' } } as const
  const { rows } = await bridge.segments.page({ query: { ...query, kinds: ['STATIC'] }, slice })
  const found: { id: string; members: string[] }[] = []
  for (const { id } of rows) {
    await bridge.segments.refresh({ id })
    const { selectionId } = await bridge.segments.members({ id })
    const { rows: people } = await bridge.segments.people({ selectionId, slice })
    found.push({ id, members: people.map(({ email }) => email).sort() })
  }
  return found
}

const isMembers = ({ path }: { path: string }) => path.endsWith('/members')
const fault = { status: 500, body: { error: { code: 'INTERNAL_ERROR', message: 'It fell over.' } } }
const refusal = {
  status: 422,
  body: { error: { code: 'VALIDATION_ERROR', message: 'It does not take this.' } },
}

describe('leaving undeliverable people out', () => {
  it.each(['reference', 'envelope', 'deployed'] as const)(
    'makes a segment of %s, and the campaign goes to the others',
    async (dialect) => {
      const { bridge, id, emails, gone, all } = await open(dialect)
      const before = (await reviewed(bridge, id)).audience
      expect(before).toMatchObject({ name: 'Everyone', undeliverableLeftOut: null, willGet: emails.length })
      expect(before.verdicts.undeliverable).toBe(5)
      expect(await bridge.campaigns.leavePlan({ id, of: 'undeliverable' })).toEqual({
        segment: { id: null, name },
        people: 5,
        adds: 5,
        takes: 0,
        leftOut: false,
      })

      const done = await leaveOut(core, id)
      expect(done).toMatchObject({ added: 5, taken: 0, refused: 0, membersRead: true })
      expect(done.campaign.audienceName).toBe('Everyone')
      const { audience, checks } = await reviewed(bridge, id)
      expect(audience).toMatchObject({
        name: 'Everyone',
        members: all,
        unsubscribed: all - emails.length,
        undeliverableLeftOut: 5,
        willGet: emails.length - 5,
      })
      expect(audience.verdicts.undeliverable).toBe(0)
      expect(checks.find(({ rule }) => rule === 'undeliverable')).toMatchObject({
        outcome: 'passed',
        title: '5 undeliverable addresses are left out',
      })
      expect((await segmentsOf(core)).map(({ members }) => members)).toEqual([gone])

      const people = await signedOff(bridge, id)
      expect(people).toBe(emails.length - 5)
      await bridge.campaigns.hold({ id, scheduledFor: null, people, typed: String(people) })
      await bridge.campaigns.sendNow({ id })
      const { funnel } = await until(
        () => bridge.campaigns.results({ id, refresh: true }),
        ({ status }) => status === 'SENT',
      )
      expect(funnel).toMatchObject({ recipients: emails.length - 5, sent: emails.length - 5 })
      const outbox = await (await fetch(`${service.url}/outbox`, { headers: outboxCookie(service) })).text()
      expect(emails.filter((email) => outbox.includes(`>${email}</a>`))).toEqual(emails.slice(5))
    },
  )

  it('leaves out risky people by a segment of their own, beside the undeliverable', async () => {
    const { bridge, id, emails } = await open()
    await enterVerdicts(bridge, 'risky', emails.slice(5, 8))
    await leaveOut(core, id)
    const { basis } = await bridge.campaigns.get({ id })
    const done = await bridge.campaigns.leaveOut({ id, basis, of: 'risky' })
    expect(done).toMatchObject({ added: 3, taken: 0, refused: 0, membersRead: true })
    expect((await reviewed(bridge, id)).audience).toMatchObject({
      undeliverableLeftOut: 5,
      willGet: emails.length - 8,
      verdicts: { undeliverable: 0, risky: 0 },
    })
    const back = await bridge.campaigns.takeBackIn({ id, basis: done.campaign.basis, of: 'risky' })
    expect(back.id).toBe(id)
    expect((await reviewed(bridge, id)).audience.willGet).toBe(emails.length - 5)
  })

  it('voids the sign-off', async () => {
    const { bridge, id } = await open()
    await signedOff(bridge, id)
    await leaveOut(core, id)
    expect((await bridge.review.state({ campaignId: id })).signOff).toMatchObject({ holds: false })
  })

  it('can be taken back, to the condition as it was', async () => {
    const { bridge, id, emails } = await open('reference', {
      audienceType: 'FILTERED',
      audienceCondition: inNorway,
    })
    const { campaign } = await leaveOut(core, id)
    expect(campaign.audienceName).toBe('A condition of its own')
    const { audience } = await reviewed(bridge, id)
    expect(audience).toMatchObject({ undeliverableLeftOut: 5, willGet: emails.length - 5 })
    const back = await bridge.campaigns.takeBackIn({ id, basis: campaign.basis, of: 'undeliverable' })
    expect(back.audience).toEqual({ kind: 'condition', condition: inNorway })
    expect((await reviewed(bridge, id)).audience).toMatchObject({
      undeliverableLeftOut: null,
      willGet: emails.length,
    })
  })

  it('of a segment keeps its name', async () => {
    const { bridge, id, gone, emails } = await open()
    const { id: segmentId } = await bridge.segments.create({
      name: 'Lamp room',
      description: '',
      trackMembership: false,
      condition: null,
    })
    const text = [...gone.slice(0, 2), ...emails.slice(5, 8)].join('\n')
    await bridge.segments.add({ id: segmentId, text, createMissing: false })
    const { basis } = await bridge.campaigns.get({ id })
    await bridge.campaigns.update({ id, changes: { audience: { kind: 'segment', id: segmentId } }, basis })
    const { campaign } = await leaveOut(core, id)
    expect(campaign.audienceName).toBe('Segment “Lamp room”')
    expect((await reviewed(bridge, id)).audience).toMatchObject({
      name: 'Segment “Lamp room”',
      members: 5,
      unsubscribed: 0,
      undeliverableLeftOut: 2,
      willGet: 3,
    })
  })

  it('brings the members up to date where it was done before, and nothing else', async () => {
    const { bridge, id, emails, gone } = await open()
    const first = await leaveOut(core, id)
    await signedOff(bridge, id)
    const [mended = '', ...others] = gone
    await enterVerdicts(bridge, 'undeliverable', emails.slice(5, 8), Date.now())
    await enterVerdicts(bridge, 'accepts', [mended], Date.now())
    expect(await bridge.campaigns.leavePlan({ id, of: 'undeliverable' })).toMatchObject({
      adds: 3,
      takes: 1,
      leftOut: true,
    })
    expect((await reviewed(bridge, id)).audience.verdicts.undeliverable).toBe(3)
    const again = await leaveOut(core, id)
    expect(again).toMatchObject({ added: 3, taken: 1 })
    expect(again.campaign.audience).toEqual(first.campaign.audience)
    expect((await bridge.review.state({ campaignId: id })).signOff).toBeNull()
    const expected = [...others, ...emails.slice(5, 8)].sort()
    expect((await segmentsOf(core)).map(({ members }) => members)).toEqual([expected])
    expect((await reviewed(bridge, id)).audience).toMatchObject({
      undeliverableLeftOut: 7,
      willGet: emails.length - 7,
    })
  })

  it('finds the segment again whatever it is called, and makes another where it is gone', async () => {
    const { bridge, id } = await open()
    const { campaign } = await leaveOut(core, id)
    const [made] = await segmentsOf(core)
    const segmentId = made?.id ?? ''
    const { basis } = await bridge.segments.get({ id: segmentId })
    await bridge.segments.update({ id: segmentId, changes: { name: 'Gone' }, basis })
    expect(await bridge.campaigns.leavePlan({ id, of: 'undeliverable' })).toMatchObject({
      segment: { id: segmentId, name: 'Gone' },
      leftOut: true,
    })
    expect(await leaveOut(core, id)).toMatchObject({ added: 0, taken: 0 })
    await bridge.campaigns.takeBackIn({ id, basis: campaign.basis, of: 'undeliverable' })
    await bridge.segments.remove({ id: segmentId, name: 'Gone' })
    expect(await leaveOut(core, id)).toMatchObject({ added: 5 })
    expect((await reviewed(bridge, id)).audience.undeliverableLeftOut).toBe(5)
  })
})

describe('where it fails on the way', () => {
  it('says that nobody was added, leaves the draft, and goes on with the same segment', async () => {
    const { bridge, id, gone } = await open()
    proxy.instead = (request) => (isMembers(request) && request.method === 'POST' ? fault : null)
    const found = await problemOf(leaveOut(core, id))
    expect(found.title).toBe('The segment is not up to date yet')
    expect(found.why).toContain(
      `Of 5 people 0 were added to the segment “${name}”. The draft was not changed.`,
    )
    expect((await bridge.campaigns.get({ id })).audience).toEqual({ kind: 'all' })
    proxy.instead = () => null
    expect(await leaveOut(core, id)).toMatchObject({ added: 5 })
    expect((await segmentsOf(core)).map(({ members }) => members)).toEqual([gone])
  })

  it('says that the draft still writes to them, and then has only that to change', async () => {
    const { bridge, id, gone } = await open()
    proxy.instead = ({ method }) => (method === 'PATCH' ? refusal : null)
    const found = await problemOf(leaveOut(core, id))
    expect(found.title).toBe('The draft still writes to them')
    expect((await segmentsOf(core)).map(({ members }) => members)).toEqual([gone])
    expect((await reviewed(bridge, id)).audience).toMatchObject({ undeliverableLeftOut: null })
    proxy.instead = () => null
    expect(await leaveOut(core, id)).toMatchObject({ added: 0 })
    expect((await reviewed(bridge, id)).audience).toMatchObject({ undeliverableLeftOut: 5 })
  })

  it('passes over an address that the service does not take, and says so', async () => {
    const { bridge, id, gone } = await open()
    const odd = gone[2] ?? ''
    proxy.instead = (request) => (isMembers(request) && request.body.includes(odd) ? refusal : null)
    expect(await leaveOut(core, id)).toMatchObject({ added: 4, refused: 1 })
    expect((await reviewed(bridge, id)).audience.verdicts.undeliverable).toBe(1)
  })

  it('finds a segment whose making was not answered', async () => {
    const { bridge, id, gone } = await open()
    let lost = 0
    proxy.watch = (moment, { method, path }) => {
      if (moment !== 'carriedOut' || method !== 'POST' || path !== '/segments') return
      lost += 1
      throw new Error('The answer is lost')
    }
    expect(await problemOf(leaveOut(core, id))).toMatchObject({ code: 'outcome_unknown' })
    proxy.watch = () => undefined
    expect(lost).toBe(1)
    expect(await leaveOut(core, id)).toMatchObject({ added: 5 })
    expect((await segmentsOf(core)).map(({ members }) => members)).toEqual([gone])
    expect((await reviewed(bridge, id)).audience.undeliverableLeftOut).toBe(5)
  })
})

describe('it is refused', () => {
  it('in a read-only profile, with nothing written', async () => {
    const { bridge, id } = await open()
    const { currentId } = await bridge.profiles.list()
    await bridge.profiles.update({ id: currentId ?? '', changes: { readOnly: true } })
    expect(await problemOf(bridge.campaigns.leavePlan({ id, of: 'undeliverable' }))).toMatchObject({
      code: 'profile_read_only',
    })
    const from = proxy.passed.length
    expect(await problemOf(leaveOut(core, id))).toMatchObject({ code: 'profile_read_only' })
    expect(proxy.passed.slice(from).filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('where somebody else changed the draft', async () => {
    const { bridge, id } = await open()
    const { basis, mail } = await bridge.campaigns.get({ id })
    await bridge.campaigns.update({ id, changes: { mail: { ...mail, subject: 'News' } }, basis })
    expect(await problemOf(bridge.campaigns.leaveOut({ id, basis, of: 'undeliverable' }))).toMatchObject({
      code: 'conflict',
    })
    expect(await segmentsOf(core)).toEqual([])
  })

  it('of a campaign that is no draft any more', async () => {
    const { bridge, id } = await open()
    const people = await signedOff(bridge, id)
    await bridge.campaigns.hold({ id, scheduledFor: null, people, typed: String(people) })
    await bridge.campaigns.sendNow({ id })
    await bridge.campaigns.refresh({ id })
    expect(await problemOf(leaveOut(core, id))).toMatchObject({ code: 'conflict' })
    expect(await segmentsOf(core)).toEqual([])
  })
})
