import { expect, it } from 'vitest'
import { settled } from '../../../fixtures/core'
import { until } from '../../../fixtures/until'
import { flips, isBulk, openFixture, subscriptions, unsubscribe } from './fixture'

/** Changes of many at a deployed service, which takes a thousand contacts in one request. */

it('unsubscribes 5,000 in five requests, and puts them back exactly in as many', async () => {
  const fixture = await openFixture(5000)
  const { service } = fixture
  for (const contact of service.state.contacts.all().slice(0, 7)) contact.subscribed = false
  await fixture.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  await until(
    async () =>
      (await fixture.bridge.bulk.preview({ selection: await fixture.everybody(), action: unsubscribe }))
        .alreadySo,
    (count) => count === 7,
  )
  await settled(fixture.bridge)
  const before = subscriptions(service)
  const pages = fixture.count('GET /contacts')

  const job = await fixture.begin(unsubscribe)
  expect(await fixture.ended(job)).toMatchObject({
    total: 4993,
    changed: 4993,
    skipped: 0,
    failed: 0,
    way: { kind: 'many', most: 1000 },
  })
  expect([...subscriptions(service).values()].some((subscribed) => subscribed)).toBe(false)
  expect(fixture.count('POST /contacts/bulk-unsubscribe')).toBe(5)
  expect(fixture.count('GET /contacts')).toBe(pages)

  expect(await fixture.undo(job)).toMatchObject({ reversed: 4993, kept: 0, unreversed: 0, toUndo: 0 })
  expect(subscriptions(service)).toEqual(before)
  expect([fixture.count('POST /contacts/bulk-subscribe'), fixture.count('POST /contacts/lookup')]).toEqual([
    5, 10,
  ])
  expect(fixture.asked().filter((one) => one.startsWith('PATCH') || one === 'GET /contacts/:id')).toEqual([])
  expect(new Set(flips(service, 'contact.unsubscribed').values())).toEqual(new Set([1]))
  const [first] = await (
    await fixture.bridge.contacts.page({
      query: { search: 'person4999@', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
      slice: { offset: 0, limit: 1 },
    })
  ).rows
  expect(first?.subscribed).toBe(true)
})

it('says beforehand what each way costs, and the one way once it is known', async () => {
  const fixture = await openFixture(1500)
  const seen = async () =>
    fixture.bridge.bulk.preview({ selection: await fixture.everybody(), action: { kind: 'delete' } })
  expect(await seen()).toMatchObject({ way: { kind: 'unknown' }, requests: 4, singleRequests: 1500 })
  await fixture.ended(await fixture.begin(unsubscribe))
  expect(await seen()).toMatchObject({ way: { kind: 'many', most: 1000 }, requests: 4 })
})

it('goes by what the service answered when it was asked what it can do, and tries nothing that it lacks', async () => {
  const fixture = await openFixture(30)
  const seen = async () =>
    (await fixture.bridge.bulk.preview({ selection: await fixture.everybody(), action: unsubscribe })).way
  await fixture.bridge.capabilities.ask()
  expect(await seen()).toEqual({ kind: 'many', most: 1000 })
  fixture.service.faults = ({ path }) =>
    /^\/contacts\/(bulk|lookup)/.test(path) ? { do: 'answer', status: 405, body: { error: 'No' } } : null
  await fixture.bridge.capabilities.ask()
  expect(await seen()).toEqual({ kind: 'single', lacking: true })
  expect(await fixture.ended(await fixture.begin(unsubscribe))).toMatchObject({ changed: 30, failed: 0 })
  expect(fixture.service.requests.filter(isBulk)).toEqual([])
})

it('deletes many in one request, and counts whom nobody has any more as deleted', async () => {
  const fixture = await openFixture(1200)
  const [gone] = fixture.service.state.contacts.all()
  if (gone) fixture.service.state.contacts.remove(gone)
  expect(await fixture.ended(await fixture.begin({ kind: 'delete' }))).toMatchObject({
    changed: 1200,
    failed: 0,
    toUndo: 0,
  })
  expect(fixture.service.state.contacts.all()).toEqual([])
  expect(fixture.count('POST /contacts/bulk-delete')).toBe(2)
  expect(fixture.count('DELETE /contacts/:id')).toBe(0)
  expect(
    (await fixture.bridge.bulk.preview({ selection: await fixture.everybody(), action: unsubscribe }))
      .selected,
  ).toBe(0)
})

it('goes one contact a request where the service has no such call, and tries it once', async () => {
  const fixture = await openFixture(30)
  const before = subscriptions(fixture.service)
  fixture.service.faults = ({ path }) =>
    /^\/contacts\/(bulk|lookup)/.test(path) ? { do: 'answer', status: 404, body: { error: 'No' } } : null
  const job = await fixture.begin(unsubscribe)
  expect(await fixture.ended(job)).toMatchObject({
    changed: 30,
    failed: 0,
    way: { kind: 'single', lacking: true },
  })
  expect(fixture.count('PATCH /contacts/:id')).toBe(30)
  expect(await fixture.undo(job)).toMatchObject({ reversed: 30, unreversed: 0 })
  expect(subscriptions(fixture.service)).toEqual(before)
  expect(fixture.service.requests.filter(isBulk)).toHaveLength(1)
})

it('goes one contact a request where the service refuses a batch for what is in it', async () => {
  const fixture = await openFixture(5)
  fixture.service.faults = (request) =>
    isBulk(request) ? { do: 'answer', status: 400, body: { error: 'No' } } : null
  expect(await fixture.ended(await fixture.begin(unsubscribe))).toMatchObject({ changed: 5, failed: 0 })
  expect(fixture.count('PATCH /contacts/:id')).toBe(5)
})

it('names whom the service left as they were, and whom it does not know', async () => {
  const fixture = await openFixture(10, { jobs: 'in steps' })
  const { service } = fixture
  const people = service.state.contacts.all()
  const job = await fixture.begin(unsubscribe)
  await fixture.sent()
  service.state.contacts.remove(people[0]!)
  service.runJob(6)
  const [queued] = [...service.state.jobs.values()]
  Object.assign(queued!, { state: 'failed', failedReason: 'The worker was stopped' })
  expect(await fixture.ended(job)).toMatchObject({ changed: 5, skipped: 0, failed: 5 })
  const { failures } = await fixture.bridge.jobs.failures({ id: job, slice: { offset: 0, limit: 10 } })
  expect(failures).toMatchObject([
    { email: people[6]!.email, why: expect.stringContaining('The worker was stopped'), alike: 4 },
    { email: people[0]!.email, code: 'not_found', alike: 1 },
  ])
})

it('changes those who were seen and nobody who came since, though the service would take a whole query', async () => {
  const fixture = await openFixture(1100, { bulk: 'query' })
  const { service } = fixture
  const selection = await fixture.everybody()
  const late = service.add({ email: 'late@example.com' })
  const { id } = await fixture.bridge.bulk.start({ selection, action: { kind: 'delete' }, confirmed: 1100 })
  expect(await fixture.ended(id)).toMatchObject({ changed: 1100, failed: 0 })
  expect(service.state.contacts.all()).toEqual([late])
  const bodies = service.requests.filter(isBulk).map(({ body }) => JSON.parse(body) as object)
  expect(bodies).toMatchObject([{ mode: 'ids' }, { mode: 'ids' }])
})

it('leaves those alone, then and when it is taken back, who unsubscribed by themselves meanwhile', async () => {
  const fixture = await openFixture(40)
  const { service } = fixture
  const [one, other] = service.state.contacts.all()
  const selection = await fixture.everybody()
  for (const contact of [one!, other!])
    Object.assign(contact, { subscribed: false, updatedAt: service.state.stamp() })
  const { id } = await fixture.bridge.bulk.start({ selection, action: unsubscribe, confirmed: 40 })
  expect(await fixture.ended(id)).toMatchObject({ changed: 38, skipped: 2, failed: 0 })
  expect(await fixture.undo(id)).toMatchObject({ reversed: 38 })
  const after = subscriptions(service)
  expect([...after].filter(([, subscribed]) => !subscribed).map(([email]) => email)).toEqual([
    one!.email,
    other!.email,
  ])
})

it('looks alone at whose address is not there any more when it is taken back, and keeps who is gone', async () => {
  const fixture = await openFixture(20)
  const { service } = fixture
  const job = await fixture.begin(unsubscribe)
  await fixture.ended(job)
  const [moved, gone] = service.state.contacts.all()
  service.state.contacts.rename(moved!, 'elsewhere@example.com')
  service.state.contacts.remove(gone!)
  expect(await fixture.undo(job)).toMatchObject({ reversed: 19, kept: 1, unreversed: 0 })
  expect([...subscriptions(service).values()].every((subscribed) => subscribed)).toBe(true)
  expect([fixture.count('GET /contacts/:id'), fixture.count('PATCH /contacts/:id')]).toEqual([2, 1])
  expect(fixture.count('POST /contacts/bulk-subscribe')).toBe(1)
})
