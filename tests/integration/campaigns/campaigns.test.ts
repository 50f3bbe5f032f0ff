import { expect, it } from 'vitest'
import { Results } from '../../../src-main/features/campaigns/results'
import { sendTests } from '../../../src-main/features/campaigns/tests'
import { openMails } from '../../../src-main/features/mail/mails'
import { asProblem } from '../../../src-main/core/problems'
import { CatalogueWriting } from '../../../src-main/features/catalogue/writing'
import { jobAccess } from '../../../src-main/features/profiles/job-access'
import { draft } from '../../fixtures/campaign-server'
import { json, refuse, reset } from '../../fixtures/misbehaving-server'
import { openFixture, type Fixture } from './fixture'
import { createRecordedLog } from '../../fixtures/recorded-log'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => asProblem(error).problem.code,
  )

const mail = {
  subject: 'Hello',
  body: '<p>Hi</p>',
  from: 'team@example.com',
  fromName: '',
  replyTo: '',
  type: 'MARKETING',
} as const
const written = { name: 'February', description: '', mail, audience: { kind: 'all' } } as const

const changesSeen = (fixture: Fixture) =>
  fixture.server.server.requests
    .filter(({ method }) => method === 'PATCH' || method === 'PUT')
    .map(({ method, body }) => ({ method, body: JSON.parse(body) }))

it('makes a draft of what was written, and keeps it in the copy', async () => {
  const fixture = await openFixture()
  const made = await fixture.campaigns.create(written)
  expect(made).toMatchObject({ name: 'February', status: 'DRAFT', audienceName: 'Everyone' })
  expect(await fixture.campaigns.get(made.id)).toEqual(made)
})

it('refuses what the service would refuse, by its fields, and sends nothing', async () => {
  const fixture = await openFixture()
  const faulty = fixture.campaigns.create({ ...written, mail: { ...mail, from: 'nobody', subject: '' } })
  const found = await faulty.catch((error: unknown) => asProblem(error).problem)
  expect(found).toMatchObject({ code: 'input_invalid', fields: [{ field: 'subject' }, { field: 'from' }] })
  expect(fixture.server.server.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

it('writes only what changed', async () => {
  const fixture = await openFixture()
  const { mail: now, basis, name } = await fixture.campaigns.get('cmp_1')
  const changes = {
    name,
    mail: { ...now, subject: 'Another' },
    audience: { kind: 'segment', id: 'seg_1' },
  } as const
  await fixture.campaigns.update({ id: 'cmp_1', changes, basis })
  expect(changesSeen(fixture)).toEqual([
    {
      method: 'PATCH',
      body: { subject: 'Another', audienceType: 'SEGMENT', segmentId: 'seg_1', audienceCondition: null },
    },
  ])
  expect(await fixture.campaigns.get('cmp_1')).toMatchObject({ mail: { subject: 'Another' } })
})

it('writes nothing where nothing changed', async () => {
  const fixture = await openFixture()
  const { mail: now, basis } = await fixture.campaigns.get('cmp_1')
  await fixture.campaigns.update({ id: 'cmp_1', changes: { mail: now }, basis })
  expect(changesSeen(fixture)).toEqual([])
})

it('writes with PUT where a deployment knows that alone', async () => {
  const fixture = await openFixture()
  fixture.server.putOnly = true
  const { basis } = await fixture.campaigns.get('cmp_1')
  await fixture.campaigns.update({ id: 'cmp_1', changes: { name: 'Renamed' }, basis })
  expect(changesSeen(fixture).map(({ method }) => method)).toEqual(['PATCH', 'PUT'])
  expect(await fixture.campaigns.get('cmp_1')).toMatchObject({ name: 'Renamed' })
})

it('refuses a change over what somebody else wrote', async () => {
  const fixture = await openFixture()
  const { basis } = await fixture.campaigns.get('cmp_1')
  fixture.server.campaigns.set('cmp_1', draft('cmp_1', { updatedAt: '2026-01-02T00:00:00.000Z' }))
  expect(await codeOf(fixture.campaigns.update({ id: 'cmp_1', changes: { name: 'Mine' }, basis }))).toBe(
    'conflict',
  )
  expect(changesSeen(fixture)).toEqual([])
})

it.each(['SENDING', 'SENT', 'CANCELLED'])('refuses to change a campaign that is %s', async (status) => {
  const fixture = await openFixture([draft('cmp_2', { status })])
  const change = fixture.campaigns.update({ id: 'cmp_2', changes: { name: 'Late' }, basis: null })
  expect(await codeOf(change)).toBe('conflict')
})

it('duplicates a campaign as a draft with the same mail and audience', async () => {
  const fixture = await openFixture([
    draft('cmp_2', { status: 'SENT', audienceType: 'SEGMENT', segmentId: 'seg_1' }),
  ])
  const copy = await fixture.campaigns.duplicate('cmp_2', 'January again')
  expect(copy).toMatchObject({
    name: 'January again',
    status: 'DRAFT',
    audience: { kind: 'segment', id: 'seg_1' },
  })
  expect(copy.mail).toEqual((await fixture.campaigns.get('cmp_2')).mail)
})

it('cancels a scheduled campaign, and no draft', async () => {
  const fixture = await openFixture([draft('cmp_2', { status: 'SCHEDULED' })])
  expect(await fixture.campaigns.cancel('cmp_2')).toMatchObject({ status: 'CANCELLED' })
  expect(await codeOf(fixture.campaigns.cancel('cmp_1'))).toBe('conflict')
})

async function testsOf(fixture: Fixture) {
  const { cache, clock, connection, campaigns } = fixture
  const access = jobAccess(connection)
  const writing = new CatalogueWriting({ cache, clock, access, readOnly: () => fixture.readOnly })
  const { log } = createRecordedLog()
  const fill = () => Promise.resolve({ subject: 'Hello Ada', body: '<p>Hello Ada</p>' })
  const mails = await openMails({ cache, clock, log, access, refuse: () => writing.refuse(), fill })
  return { campaigns, writing, mails }
}

it('sends a test to each address, and tells which of them failed', async () => {
  const fixture = await openFixture()
  fixture.server.fault = ({ path, body }) =>
    !path.endsWith('/test')
      ? null
      : body.includes('bad@')
        ? refuse(422, 'VALIDATION_ERROR')
        : body.includes('lost@')
          ? reset()
          : null
  const emails = ['ada@example.com', 'bad@example.com', 'lost@example.com', 'ADA@example.com']
  const outcome = await sendTests(await testsOf(fixture), { id: 'cmp_1', emails, by: { kind: 'service' } })
  expect(outcome).toMatchObject({
    sent: ['ADA@example.com'],
    failed: [
      { email: 'bad@example.com', problem: { code: 'invalid_request' } },
      { email: 'lost@example.com', problem: { code: 'outcome_unknown' } },
    ],
  })
  expect(fixture.server.server.requests.filter(({ path }) => path.endsWith('/test'))).toHaveLength(3)
})

it('sends a test that was rendered here as a mail of its own, with its subject as it is', async () => {
  const fixture = await openFixture()
  const taken = { success: true, data: { emails: [], timestamp: '2026-01-01T00:00:00.000Z' } }
  fixture.server.fault = ({ path }) => (path === '/v1/send' ? json(taken) : null)
  const by = { kind: 'rendered', as: { kind: 'nobody' } } as const
  const outcome = await sendTests(await testsOf(fixture), { id: 'cmp_1', emails: ['ada@example.com'], by })
  expect(outcome).toEqual({ sent: ['ada@example.com'], failed: [] })
  const sent = fixture.server.server.requests.find(({ path }) => path === '/v1/send')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    to: 'ada@example.com',
    subject: 'Hello Ada',
    body: '<p>Hello Ada</p>',
    from: 'team@example.com',
    data: {},
  })
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
})

it('refuses a test to what is no address, and one from a read-only profile', async () => {
  const fixture = await openFixture()
  const tools = await testsOf(fixture)
  const to = (email: string) => sendTests(tools, { id: 'cmp_1', emails: [email], by: { kind: 'service' } })
  expect(await codeOf(to('nobody'))).toBe('input_invalid')
  fixture.readOnly = true
  expect(await codeOf(to('ada@example.com'))).toBe('profile_read_only')
})

function resultsOf({ cache, clock, connection, campaigns }: Fixture): Results {
  return new Results({ cache, clock, campaigns, access: { client: connection.client } })
}

const sent = (id: string, opened: number, more: object = {}) =>
  draft(id, {
    status: 'SENT',
    totalRecipients: 100,
    sentCount: 100,
    deliveredCount: 80,
    openedCount: opened,
    sentAt: `2025-12-0${id.slice(-1)}T00:00:00.000Z`,
    ...more,
  })

it('tells each rate of what it is of', async () => {
  const fixture = await openFixture([sent('cmp_7', 20, { bouncedCount: 20 })])
  const results = await resultsOf(fixture).of('cmp_7', false)
  expect(results).toMatchObject({
    status: 'SENT',
    funnel: { recipients: 100, delivered: 80, opened: 20 },
    rates: { delivered: 0.8, opened: 0.25, bounced: 0.2 },
    progress: null,
  })
})

it('has no rates where nothing was delivered', async () => {
  const fixture = await openFixture()
  expect((await resultsOf(fixture).of('cmp_1', false)).rates).toEqual({
    delivered: null,
    opened: null,
    clicked: null,
    bounced: null,
    unsubscribed: null,
    complained: null,
  })
})

it('watches how fast a campaign is sent while it is asked about', async () => {
  const sending = draft('cmp_2', { status: 'SENDING', totalRecipients: 1000, sentCount: 100 })
  const fixture = await openFixture([sending])
  const results = resultsOf(fixture)
  expect((await results.of('cmp_2', true)).progress).toBeNull()
  await fixture.clock.advance(20_000)
  fixture.server.campaigns.set('cmp_2', { ...sending, sentCount: 300 })
  expect((await results.of('cmp_2', true)).progress).toEqual({ perSecond: 10, secondsLeft: 70 })
})

it('takes the counts of the campaign where a deployment has no statistics', async () => {
  const fixture = await openFixture([sent('cmp_4', 8)])
  fixture.server.fault = ({ path }) => (path.endsWith('/stats') ? refuse(404, 'RESOURCE_NOT_FOUND') : null)
  const results = await resultsOf(fixture).of('cmp_4', true)
  expect(results).toMatchObject({ funnel: { opened: 8 }, asOf: fixture.clock.now() })
})
