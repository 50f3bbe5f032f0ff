import { expect, it, onTestFinished } from 'vitest'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { hang, json, late, refuse, reset, tooMany, truncated } from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { allVerified, openFixture, startVerifier, takesMail } from './fixture'

const people = (count: number, domain = 'example.com') =>
  Array.from({ length: count }, (_, index) => `p${index}@${domain}`)

async function verifier() {
  const server = await startVerifier()
  onTestFinished(() => server.close())
  return server
}

/** Signs of the newest verdict over an address. */
const signsOf = async (fixture: Awaited<ReturnType<typeof openFixture>>, email: string) =>
  (await fixture.history(email))[0]?.signs

it('asks about each address once, however often the file has it', async () => {
  const server = await verifier()
  const fixture = await openFixture([...people(30), ...people(30), 'P3@Example.com'], { url: server.url })
  const { id } = await fixture.begin()
  expect(await fixture.reached(id, 'finished')).toMatchObject({ total: 30, done: 30, failed: 0 })
  expect(server.calls.size).toBe(30)
  expect(server.total()).toBe(30)
  expect((await fixture.history('p3@example.com'))[0]).toMatchObject({
    class: 'accepts',
    source: 'service',
    answer: { email: 'p3@example.com', valid: true },
  })
})

it('asks nothing about what can be told here or is in the ledger', async () => {
  const server = await verifier()
  const emails = ['ann@mailinator.com', 'known@example.com', 'stale@example.com', 'new@example.com']
  const fixture = await openFixture(emails, { url: server.url })
  const now = fixture.clock.now()
  const day = 86_400_000
  const entry = (email: string, at: number): LedgerEntry => ({
    email,
    at: Math.round(at),
    class: 'risky',
    reasons: ['It names a role.'],
    signs: ['role'],
    suggestion: null,
    source: 'service',
    answer: null,
  })
  await fixture.cache.verdicts.add([
    entry('known@example.com', now - 80 * day),
    entry('stale@example.com', now - 91 * day),
  ])
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  expect([...server.calls.keys()].sort()).toEqual(['new@example.com', 'stale@example.com'])
  expect(await fixture.verdicts()).toEqual(
    new Map([
      ['ann@mailinator.com', 'risky'],
      ['known@example.com', 'risky'],
      ['stale@example.com', 'accepts'],
      ['new@example.com', 'accepts'],
    ]),
  )
  expect(await fixture.history('ann@mailinator.com')).toMatchObject([
    { source: 'local', signs: ['disposable'] },
  ])
  expect(await fixture.history('stale@example.com')).toHaveLength(2)
})

it('asks about new addresses alone where the rules say so', async () => {
  const server = await verifier()
  const fixture = await openFixture(['old@example.com', 'new@example.com'], {
    url: server.url,
    rules: { ...allVerified, verify: 'new' },
  })
  await fixture.cache.contacts.upsert({ id: 'c1', email: 'old@example.com', subscribed: true, data: {} })
  await fixture.staging.check({})
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  expect([...server.calls.keys()]).toEqual(['new@example.com'])
})

it('says beforehand what it costs, and then costs that', async () => {
  const server = await verifier()
  const emails = [...people(40), 'a@mailinator.com', 'b@mailinator.com', ...people(5)]
  const fixture = await openFixture(emails, { url: server.url })
  expect(await fixture.estimate()).toEqual({
    unique: 42,
    local: 2,
    known: 0,
    calls: 40,
    seconds: 0,
    byClass: { accepts: 0, risky: 2, undeliverable: 0, unknown: 0 },
  })
  expect(server.total()).toBe(0)
  const { id } = await fixture.begin()
  expect(await fixture.reached(id, 'finished')).toMatchObject({ total: 42, done: 42 })
  expect(server.total()).toBe(40)
  expect(await fixture.estimate()).toMatchObject({
    local: 2,
    known: 40,
    calls: 0,
    byClass: { accepts: 40, risky: 2 },
  })
  expect(await fixture.history('a@mailinator.com')).toHaveLength(1)
})

it('has four questions on their way at once, and no more', async () => {
  const server = await verifier()
  server.answer = (email) => late(10, json(takesMail(email)))
  const fixture = await openFixture(people(40), { url: server.url })
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  expect(server.most).toBe(4)
})

it('calls an address undeliverable that the service does not take, and goes on', async () => {
  const server = await verifier()
  server.answer = (email) =>
    email === 'p3@example.com'
      ? refuse(422, 'VALIDATION_ERROR', { message: 'Not so' })
      : json(takesMail(email))
  const fixture = await openFixture(people(8), { url: server.url })
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  const [verdict] = await fixture.history('p3@example.com')
  expect(verdict).toMatchObject({ class: 'undeliverable', signs: ['refused'], source: 'service' })
  expect(verdict?.reasons[1]).toContain('Not so')
  expect([...(await fixture.verdicts()).values()].filter((name) => name === 'accepts')).toHaveLength(7)
})

it.each([
  ['fails', () => refuse(500, 'INTERNAL_SERVER_ERROR'), 'serviceFailed'],
  ['is silent', () => hang(), 'timedOut'],
  ['resets', () => reset(), 'connectionLost'],
  ['answers about another', () => json(takesMail('other@example.com')), 'answerForAnother'],
  ['cuts its answer short', () => truncated(takesMail('p3@example.com'), 20), 'answerUnreadable'],
  ['answers nothing that settles it', () => json({ valid: false }), 'incomplete'],
  [
    'refuses with 400',
    () => json({ code: 400, error: 'x', message: 'y', time: 1 }, { status: 400 }),
    'notChecked',
  ],
])('calls an address unknown, with the reason, about which the service %s', async (_, fault, sign) => {
  const server = await verifier()
  server.answer = (email) => (email === 'p3@example.com' ? fault() : json(takesMail(email)))
  // A time-out is six times a second of the server's.
  const fixture = await openFixture(people(8), { url: server.url, factor: sign === 'timedOut' ? 200 : 50 })
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  const verdicts = await fixture.verdicts()
  expect(verdicts.get('p3@example.com')).toBe('unknown')
  expect([...verdicts.values()].filter((name) => name === 'accepts')).toHaveLength(7)
  expect(await signsOf(fixture, 'p3@example.com')).toEqual([sign])
})

it('waits out the rate limit', async () => {
  const server = await verifier()
  server.answer = (email, call) =>
    call === 1 && email.startsWith('p1') ? tooMany(1) : json(takesMail(email))
  const fixture = await openFixture(people(12), { url: server.url })
  const { id } = await fixture.begin()
  await fixture.reached(id, 'finished')
  expect(new Set((await fixture.verdicts()).values())).toEqual(new Set(['accepts']))
})

it('stops where nothing is answered at all, calls nobody unknown for it, and goes on by itself', async () => {
  const server = await verifier()
  server.answer = () => refuse(500, 'INTERNAL_SERVER_ERROR')
  const fixture = await openFixture(people(60), { url: server.url, factor: 400 })
  const { id } = await fixture.begin()
  const stopped = await fixture.reached(id, 'paused')
  expect(stopped.problem?.code).toBe('service_failed')
  // By then it went on by itself at least once, in vain.
  await until(
    () => server.calls.size,
    (asked) => asked > 8,
  )
  expect(new Set((await fixture.verdicts()).values())).toEqual(new Set(['none']))
  server.answer = (email) => json(takesMail(email))
  await fixture.reached(id, 'finished')
  expect(new Set((await fixture.verdicts()).values())).toEqual(new Set(['accepts']))
})

it('asks again last about those whom an outage met, and calls them unknown who fail once more', async () => {
  const server = await verifier()
  const odd = people(7, 'odd.example')
  server.answer = (email) =>
    odd.includes(email) ? refuse(500, 'INTERNAL_SERVER_ERROR') : json(takesMail(email))
  const fixture = await openFixture([...odd, ...people(20)], { url: server.url, factor: 400 })
  const { id } = await fixture.begin()
  expect(await fixture.reached(id, 'finished')).toMatchObject({ done: 27 })
  const verdicts = await fixture.verdicts()
  expect(odd.map((email) => verdicts.get(email))).toEqual(odd.map(() => 'unknown'))
  expect([...verdicts.values()].filter((name) => name === 'accepts')).toHaveLength(20)
})

it('gets past many addresses in a row that the service cannot do', async () => {
  const server = await verifier()
  server.answer = (email) =>
    email.endsWith('@odd.example') ? json({ code: 1 }, { status: 409 }) : json(takesMail(email))
  const fixture = await openFixture([...people(14, 'odd.example'), ...people(3)], { url: server.url })
  const { id } = await fixture.begin()
  for (;;) {
    const { state } = await fixture.reached(id, 'paused', 'finished')
    if (state === 'finished') break
    await fixture.jobs.resume(id)
  }
  const verdicts = [...(await fixture.verdicts()).values()]
  expect(verdicts.filter((name) => name === 'unknown')).toHaveLength(14)
  expect(verdicts.filter((name) => name === 'accepts')).toHaveLength(3)
})

it.each([
  [401, 'INVALID_API_KEY', 'key_refused'],
  [402, 'BILLING_LIMIT_EXCEEDED', 'billing_limit'],
  [403, 'PROJECT_DISABLED', 'project_disabled'],
  [404, 'RESOURCE_NOT_FOUND', 'not_found'],
])('pauses at %i and asks nobody twice when it goes on', async (status, code, told) => {
  const server = await verifier()
  let refusing = false
  server.answer = (email) => {
    if (server.calls.size > 20) refusing ||= server.calls.size === 21
    return refusing ? refuse(status, code) : json(takesMail(email))
  }
  const fixture = await openFixture(people(50), { url: server.url })
  const { id } = await fixture.begin()
  expect((await fixture.reached(id, 'paused')).problem?.code).toBe(told)
  const known = [...(await fixture.verdicts())].filter(([, name]) => name !== 'none').map(([email]) => email)
  expect(known.length).toBeGreaterThanOrEqual(17)
  refusing = false
  server.answer = (email) => json(takesMail(email))
  await fixture.connection.use(fixture.clientFor('sk_first'))
  await fixture.jobs.resume(id)
  expect(await fixture.reached(id, 'finished')).toMatchObject({ done: 50 })
  expect(known.map((email) => server.calls.get(email))).toEqual(known.map(() => 1))
})

it('goes on with a new key that takes the place of the old one in the middle', async () => {
  const server = await verifier()
  server.answer = (email) => late(5, json(takesMail(email)))
  const fixture = await openFixture(people(60), { url: server.url })
  const { id } = await fixture.begin()
  await until(
    () => server.total(),
    (total) => total > 10,
  )
  await fixture.connection.use(fixture.clientFor('sk_first'))
  expect(await fixture.reached(id, 'finished')).toMatchObject({ done: 60 })
  expect(new Set((await fixture.verdicts()).values())).toEqual(new Set(['accepts']))
})

it('pauses with the answers of what was on its way, and goes on without asking again', async () => {
  const server = await verifier()
  server.answer = (email) => late(20, json(takesMail(email)))
  const fixture = await openFixture(people(40), { url: server.url })
  const { id } = await fixture.begin()
  await until(
    () => server.total(),
    (total) => total > 9,
  )
  const paused = await fixture.jobs.pause(id)
  const asked = server.total()
  expect(paused).toMatchObject({ state: 'paused', problem: null, done: asked })
  await fixture.jobs.resume(id)
  // What was asked before the pause counts, too.
  expect(await fixture.reached(id, 'finished')).toMatchObject({ requests: 40 })
  expect(server.total()).toBe(40)
})

it('sends nothing more once cancelling has answered, and keeps what is known', async () => {
  const server = await verifier()
  server.answer = (email) => late(20, json(takesMail(email)))
  const fixture = await openFixture(people(40), { url: server.url })
  const { id } = await fixture.begin()
  await until(
    () => server.total(),
    (total) => total > 9,
  )
  const cancelled = await fixture.jobs.cancel(id)
  const asked = server.total()
  expect(cancelled.state).toBe('cancelled')
  expect([...(await fixture.verdicts()).values()].filter((name) => name === 'accepts')).toHaveLength(asked)
  const next = await fixture.begin()
  await fixture.reached(next.id, 'finished')
  expect(server.total()).toBe(40)
})

it('does not wait long for an answer when it is stopped', async () => {
  const server = await verifier()
  server.answer = () => hang()
  const fixture = await openFixture(people(10), { url: server.url, factor: 200 })
  const { id } = await fixture.begin()
  await until(
    () => server.total(),
    (total) => total === 4,
  )
  expect(await fixture.jobs.cancel(id)).toMatchObject({ state: 'cancelled', done: 0 })
  expect(server.total()).toBe(4)
})
