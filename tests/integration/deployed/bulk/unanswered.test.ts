import { expect, it } from 'vitest'
import { until } from '../../../fixtures/until'
import { flips, isBulk, openFixture, subscriptions, unsubscribe } from './fixture'

/** Batches whose answers are lost, that take their time, and that are stopped on their way. */

it.each(['after', 'before'] as const)(
  'reads back what came of a batch whose answer was lost, and sends only what was not done: cut %s',
  async (when) => {
    const fixture = await openFixture(1500)
    const { service } = fixture
    let cuts = 0
    service.faults = (request) => (isBulk(request) && cuts++ === 0 ? { do: 'cut', when } : null)
    const job = await fixture.begin(unsubscribe)
    expect(await fixture.ended(job)).toMatchObject({ changed: 1500, skipped: 0, failed: 0 })
    expect(fixture.count('POST /contacts/bulk-unsubscribe')).toBe(when === 'after' ? 2 : 3)
    expect([...new Set(flips(service, 'contact.unsubscribed').values())]).toEqual([1])
    cuts = 0
    expect(await fixture.undo(job)).toMatchObject({ reversed: 1500, unreversed: 0 })
    expect([...subscriptions(service).values()].every((subscribed) => subscribed)).toBe(true)
  },
)

it('goes one contact a request where batches are never answered', async () => {
  const fixture = await openFixture(12)
  fixture.service.faults = (request) => (isBulk(request) ? { do: 'cut', when: 'before' } : null)
  expect(await fixture.ended(await fixture.begin(unsubscribe))).toMatchObject({ changed: 12, failed: 0 })
  expect(fixture.count('PATCH /contacts/:id')).toBe(12)
})

it('finds out by its contacts what came of a batch that the service knows nothing of any more', async () => {
  const fixture = await openFixture(30)
  fixture.service.faults = ({ path }) =>
    path.startsWith('/contacts/bulk/') ? { do: 'answer', status: 404, body: { error: 'Gone' } } : null
  expect(await fixture.ended(await fixture.begin(unsubscribe))).toMatchObject({
    changed: 30,
    skipped: 0,
    failed: 0,
  })
  expect(fixture.count('POST /contacts/bulk-unsubscribe')).toBe(1)
})

it('asks after a queued batch again when the program starts anew, and sends nothing twice', async () => {
  const fixture = await openFixture(1200, { jobs: 'in steps' })
  const { service } = fixture
  const job = await fixture.begin(unsubscribe)
  await fixture.sent(1)
  service.runJob(400)
  await fixture.restart()
  while (service.runJob());
  await fixture.sent(2)
  while (service.runJob());
  expect(await fixture.ended(job)).toMatchObject({ changed: 1200, skipped: 0, failed: 0 })
  expect(fixture.count('POST /contacts/bulk-unsubscribe')).toBe(2)
})

it('sends nothing more once it is cancelled, and takes back what the service does of it later', async () => {
  const fixture = await openFixture(2500, { jobs: 'in steps' })
  const { service } = fixture
  const job = await fixture.begin(unsubscribe)
  await fixture.sent(1)
  service.runJob()
  await fixture.sent(2)
  await fixture.bridge.jobs.cancel({ id: job })
  expect(await fixture.ended(job, 'cancelled')).toMatchObject({ changed: 1000, toUndo: 2000 })
  const { id } = await fixture.bridge.bulk.undo({ jobId: job })
  const asked = fixture.asked().length
  await until(
    () => fixture.asked().length,
    (found) => found > asked,
  )
  expect(fixture.count('POST /contacts/bulk-subscribe')).toBe(0)
  while (service.runJob());
  await until(
    () => {
      service.runJob()
      return fixture.bridge.jobs.get({ id })
    },
    ({ state }) => state === 'finished',
  )
  expect(await fixture.bridge.bulk.get({ jobId: job })).toMatchObject({
    changed: 2000,
    reversed: 2000,
    toUndo: 0,
  })
  expect([...subscriptions(service).values()].every((subscribed) => subscribed)).toBe(true)
  expect(fixture.count('POST /contacts/bulk-unsubscribe')).toBe(2)
})

it('waits as long as the service says where it is asked too fast', async () => {
  const fixture = await openFixture(10)
  let limited = 0
  fixture.service.faults = (request) =>
    isBulk(request) && limited++ === 0
      ? { do: 'answer', status: 429, headers: { 'retry-after': '1' }, body: { error: 'Slow down' } }
      : null
  expect(await fixture.ended(await fixture.begin(unsubscribe))).toMatchObject({ changed: 10, failed: 0 })
  expect(fixture.count('POST /contacts/bulk-unsubscribe')).toBe(2)
  expect(fixture.count('GET /contacts/:id')).toBe(0)
})
