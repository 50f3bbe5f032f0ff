import { expect, it } from 'vitest'
import { json, refuse } from '../../fixtures/misbehaving-server'
import { takesMail } from '../verification/fixture'
import { openFixture } from './fixture'

const gone = { valid: false, domainExists: false, hasMxRecords: false }

it('takes every address once, whatever its case, and counts what it left', async () => {
  const fixture = await openFixture()
  const batch = await fixture.batchOf(['Ada@example.com', ' ', 'ada@EXAMPLE.com', 'bob@example.com ', ''])
  expect(batch).toMatchObject({ given: 5, blank: 2, duplicates: 1, addresses: 2, waiting: 2, job: null })
  expect(batch.name).toBe('Pasted rows, column email')
  expect((await fixture.rows(batch.id)).map(({ email }) => email)).toEqual([
    'Ada@example.com',
    'bob@example.com',
  ])
})

it('says before anybody is asked what is known, what is told without asking, and what is left to ask', async () => {
  const fixture = await openFixture()
  const first = await fixture.batchOf(['known@example.com'])
  await fixture.run(first.id)
  const batch = await fixture.batchOf([
    'known@example.com',
    'x@mailinator.com',
    'no address',
    'new@example.com',
  ])
  expect(batch.estimate).toMatchObject({ unique: 4, known: 1, local: 2, calls: 1 })
  expect(batch).toMatchObject({
    fromLedger: 1,
    settledLocally: 2,
    calls: 0,
    waiting: 1,
    ranSeconds: null,
    byClass: { accepts: 1, risky: 1, undeliverable: 1, unknown: 0 },
  })
  expect(fixture.server.total()).toBe(1)
})

it('asks once about each address that is left, and counts how each was settled', async () => {
  const fixture = await openFixture()
  fixture.server.answer = (email) => json(takesMail(email, email.startsWith('b') ? gone : {}))
  const { id } = await fixture.batchOf([
    'a@one.example',
    'b@one.example',
    'b@two.example',
    'info@one.example',
  ])
  const batch = await fixture.run(id)
  expect(batch).toMatchObject({
    waiting: 0,
    estimate: null,
    calls: 4,
    fromLedger: 0,
    settledLocally: 0,
    byClass: { accepts: 1, risky: 1, undeliverable: 2, unknown: 0 },
    job: { total: 4, done: 4, failed: 0, importId: null },
  })
  expect(batch.ranSeconds).toBeGreaterThan(0)
  expect(batch.byReason).toEqual([
    { sign: 'noDomain', title: 'Domain does not exist', class: 'undeliverable', count: 2 },
    { sign: 'takesMail', title: 'Domain takes mail', class: 'accepts', count: 1 },
    { sign: 'role', title: 'Role address, such as info@', class: 'risky', count: 1 },
  ])
  expect(batch.byDomain).toEqual([
    { domain: 'one.example', count: 3, byClass: { accepts: 1, risky: 1, undeliverable: 1, unknown: 0 } },
    { domain: 'two.example', count: 1, byClass: { accepts: 0, risky: 0, undeliverable: 1, unknown: 0 } },
  ])
  expect([...fixture.server.calls.values()]).toEqual([1, 1, 1, 1])
})

it('asks first about who was never checked, then about the oldest verdicts', async () => {
  const fixture = await openFixture({ factor: 1 })
  const at = (days: number) => Date.now() - days * 86_400_000
  const old = (email: string, days: number) => ({
    email,
    class: 'accepts' as const,
    reasons: ['The domain takes mail.'],
    signs: ['takesMail'],
    suggestion: null,
    source: 'service' as const,
    at: at(days),
    answer: null,
  })
  await fixture.cache.verdicts.add([old('newer@x.example', 100), old('older@x.example', 300)])
  const { id } = await fixture.batchOf(['newer@x.example', 'older@x.example', 'never@x.example'])
  const order: string[] = []
  fixture.server.answer = (email) => {
    order.push(email)
    return json(takesMail(email))
  }
  await fixture.run(id)
  expect(order).toEqual(['never@x.example', 'older@x.example', 'newer@x.example'])
})

it('asks again about the unknown alone, and shows who flipped', async () => {
  const fixture = await openFixture()
  fixture.server.answer = (email) =>
    json(email.startsWith('u') ? takesMail('other@x.example') : takesMail(email))
  const { id } = await fixture.batchOf(['u1@x.example', 'a@x.example', 'u2@x.example'])
  expect(await fixture.run(id)).toMatchObject({ byClass: { accepts: 1, unknown: 2 }, flipped: 0 })
  const asked = fixture.server.total()
  fixture.server.answer = (email) =>
    email.startsWith('u1') ? json(takesMail(email)) : refuse(422, 'VALIDATION_ERROR')
  await fixture.batches.retryUnknown(id)
  const batch = await fixture.reached(id, ({ job }) => job?.state === 'finished')
  expect(batch).toMatchObject({
    byClass: { accepts: 2, undeliverable: 1, unknown: 0 },
    flipped: 2,
    calls: 3,
    job: { total: 2, done: 2 },
  })
  expect(fixture.server.total()).toBe(asked + 2)
  const rows = await fixture.rows(id)
  expect(rows.map(({ was, verdict }) => [was, verdict?.class])).toEqual([
    ['unknown', 'accepts'],
    [null, 'accepts'],
    ['unknown', 'undeliverable'],
  ])
  await expect(fixture.batches.retryUnknown(id)).rejects.toMatchObject({ problem: { code: 'input_invalid' } })
})

it('keeps what it has when it is cancelled, and goes on when it is started again', async () => {
  const fixture = await openFixture()
  const { id } = await fixture.batchOf(Array.from({ length: 200 }, (_, index) => `p${index}@x.example`))
  const begun = await fixture.batches.start(id)
  await fixture.reached(id, ({ waiting }) => waiting < 190)
  await fixture.jobs.cancel(begun.job?.id ?? 0)
  const stopped = await fixture.batches.get(id)
  expect(stopped.waiting).toBeGreaterThan(0)
  expect(stopped.waiting + stopped.byClass.accepts).toBe(200)
  const batch = await fixture.run(id)
  expect(batch).toMatchObject({ waiting: 0, byClass: { accepts: 200 }, job: { total: 200, done: 200 } })
  expect(Math.max(...fixture.server.calls.values())).toBe(1)
})

it('is there after a restart with its counts, and can be discarded without losing verdicts', async () => {
  const fixture = await openFixture()
  const { id } = await fixture.batchOf(['a@x.example', 'b@x.example'])
  await fixture.run(id)
  const again = await fixture.reopen()
  const { batches, count } = await again.batches.page({ slice: { offset: 0, limit: 10 } })
  expect([count, batches[0]]).toMatchObject([1, { id, addresses: 2, byClass: { accepts: 2 }, work: null }])
  await again.batches.discard(id)
  await expect(again.batches.get(id)).rejects.toMatchObject({ problem: { code: 'not_found' } })
  expect(await again.cache.verdicts.history({ email: 'a@x.example', limit: 5 })).toHaveLength(1)
})
