import { expect, it } from 'vitest'
import type { BulkAction } from '../../../src-shared/bridge/bulk'
import { stateOf } from '../../fixtures/core'
import { holdWrites } from '../../fixtures/held-requests'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { openFixture } from './fixture'

const unsubscribe = { kind: 'unsubscribe' } as const
const setPlan = { kind: 'set', key: 'plan', value: 'gold' } as const

it('counts who will change, who is so already, and who is protected, and shows the first old to new', async () => {
  const fixture = await openFixture()
  const people = [...(await fixture.held()).values()]
  const subscribed = people.filter((one) => one.subscribed).length
  const selection = await fixture.frozen()
  const { bridge } = fixture
  expect(await bridge.bulk.preview({ selection, action: unsubscribe })).toMatchObject({
    selected: 60,
    willChange: subscribed,
    alreadySo: 60 - subscribed,
    protected: 0,
    gone: 0,
    canUndo: true,
  })
  expect(await bridge.bulk.preview({ selection, action: { kind: 'subscribe', again: false } })).toMatchObject(
    {
      willChange: 0,
      alreadySo: subscribed,
      protected: 60 - subscribed,
      rows: [],
    },
  )
  const again = await bridge.bulk.preview({ selection, action: { kind: 'subscribe', again: true } })
  expect(again).toMatchObject({ willChange: 60 - subscribed, protected: 0 })
  expect(again.rows[0]).toMatchObject({ before: false, after: true })
  const planned = people.filter(({ data }) => data.plan !== undefined).length
  expect(await bridge.bulk.preview({ selection, action: setPlan })).toMatchObject({ replaced: planned })
  expect(await bridge.bulk.preview({ selection, action: { kind: 'delete' } })).toMatchObject({
    willChange: 60,
    replaced: 0,
    way: { kind: 'unknown', most: 1000 },
    requests: 2,
    singleRequests: 60,
    canUndo: false,
  })
})

it('changes the people who were seen, and takes back what still holds what was written', async () => {
  const fixture = await openFixture()
  const before = await fixture.held()
  const job = await fixture.begin(await fixture.frozen(), setPlan)
  expect(job).toMatchObject({ kind: 'bulk', title: 'Set plan of 60 people' })
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ total: 60, done: 60, failed: 0 })
  const changed = await fixture.held()
  expect([...changed.values()].every(({ data }) => data.plan === 'gold')).toBe(true)

  const [one] = [...changed.keys()]
  await fixture.ask(`/contacts/${one}`, 'PATCH', { data: { plan: 'elsewhere' } })
  const undo = await fixture.bridge.bulk.undo({ jobId: job.id })
  await fixture.until(undo.id, 'finished')
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    changed: 60,
    reversed: 59,
    kept: 1,
    unreversed: 0,
    toUndo: 0,
  })
  const after = await fixture.held()
  for (const [id, { data }] of before) {
    expect(after.get(id)?.data.plan).toEqual(id === one ? 'elsewhere' : data.plan)
  }
  expect((await fixture.bridge.contacts.get({ id: String(one) })).data.plan).toBe('elsewhere')
})

it('adds to lists of their own, and takes back what it added', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const ids = [...(await fixture.held()).keys()]
  const [first] = ids
  await fixture.ask(`/contacts/${first}`, 'PATCH', { data: { berths: ['Vlissingen'] } })
  const action: BulkAction = { kind: 'list', how: 'add', key: 'berths', values: ['Veere'] }
  const job = await fixture.begin(await fixture.frozen(), action)
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ done: 5, failed: 0 })
  const listsOf = async () => {
    const held = await fixture.held()
    return ids.map((id) => held.get(id)?.data.berths)
  }
  const others = ids.slice(1)
  expect(await listsOf()).toEqual([['Vlissingen', 'Veere'], ...others.map(() => ['Veere'])])
  const undo = await fixture.bridge.bulk.undo({ jobId: job.id })
  await fixture.until(undo.id, 'finished')
  expect(await listsOf()).toEqual([['Vlissingen'], ...others.map(() => undefined)])
})

it('goes on after a restart with the people who were seen, though the query matches nobody any more', async () => {
  const fixture = await openFixture({ latency: 20 })
  const selection = await fixture.frozen()
  const writes = holdWrites(fixture.proxy, 2)
  const job = await fixture.begin(selection, unsubscribe)
  await writes.held
  const restarting = fixture.restart()
  writes.release()
  await restarting
  const ended = await fixture.until(job.id, 'finished')
  expect(ended).toMatchObject({ done: ended.total, failed: 0 })
  expect([...(await fixture.held()).values()].some(({ subscribed }) => subscribed)).toBe(false)
})

it('counts who is deleted already as deleted, and cannot take that back', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const [gone] = [...(await fixture.held()).keys()]
  const selection = await fixture.frozen()
  await fixture.ask(`/contacts/${gone}`, 'DELETE')
  const job = await fixture.begin(selection, { kind: 'delete' })
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ done: 5, failed: 0 })
  expect((await fixture.held()).size).toBe(0)
  expect((await problemOf(fixture.bridge.bulk.undo({ jobId: job.id }))).code).toBe('input_invalid')
})

it('fails the one contact that is gone, changes the others and says why', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const [gone] = [...(await fixture.held()).keys()]
  const selection = await fixture.frozen()
  const { willChange } = await fixture.bridge.bulk.preview({ selection, action: setPlan })
  await fixture.ask(`/contacts/${gone}`, 'DELETE')
  const job = await fixture.bridge.bulk.start({ selection, action: setPlan, confirmed: willChange })
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ done: 5, failed: 1 })
  const { failures, count } = await fixture.bridge.jobs.failures({
    id: job.id,
    slice: { offset: 0, limit: 10 },
  })
  expect([count, failures]).toMatchObject([1, [{ code: 'not_found', alike: 1 }]])
})

it('pauses when the key is refused, and goes on with the rest when a person resumes it', async () => {
  const fixture = await openFixture({ latency: 10 })
  const selection = await fixture.frozen()
  const writes = holdWrites(fixture.proxy, 2)
  const job = await fixture.begin(selection, setPlan)
  await writes.held
  fixture.service.disable()
  writes.release()
  expect((await fixture.until(job.id, 'paused')).problem?.code).toBe('project_disabled')
  fixture.service.disable(false)
  await fixture.bridge.sync.reconnect()
  await fixture.bridge.jobs.resume({ id: job.id })
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ total: 60, done: 60, failed: 0 })
})

it('adds to a new and to a known static segment, passes over who is in it, and takes out whom it added', async () => {
  const fixture = await openFixture({ contacts: 620 })
  const people = [...(await fixture.held()).values()]
  const selection = await fixture.frozen()
  const make = await fixture.begin(
    { kind: 'ids', ids: people.slice(0, 10).map(({ id }) => id) },
    { kind: 'addTo', segment: { kind: 'new', name: 'Fair' } },
  )
  expect(await fixture.until(make.id, 'finished')).toMatchObject({ done: 10, failed: 0 })
  const { segments } = await fixture.bridge.bulk.segments()
  const fair = segments.find(({ name }) => name === 'Fair')
  expect(fair).toMatchObject({ members: 10 })
  const id = fair?.id ?? ''
  const all = await fixture.begin(selection, { kind: 'addTo', segment: { kind: 'known', id, name: 'Fair' } })
  await fixture.until(all.id, 'finished')
  expect(await fixture.bridge.bulk.get({ jobId: all.id })).toMatchObject({
    total: 620,
    changed: 610,
    skipped: 10,
  })
  const undo = await fixture.bridge.bulk.undo({ jobId: all.id })
  await fixture.until(undo.id, 'finished')
  const left = (await fixture.bridge.bulk.segments()).segments.find(({ name }) => name === 'Fair')
  expect(left).toMatchObject({ members: 10 })
})

it('refuses what was confirmed as another number, a query that could shift, reserved keys and read-only profiles', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const selection = await fixture.frozen()
  const start = (wanted: object) =>
    problemOf(fixture.bridge.bulk.start({ selection, action: setPlan, confirmed: 5, ...wanted }))
  expect((await start({ confirmed: 4 })).code).toBe('conflict')
  expect((await start({ selection: { kind: 'query', query: fixture.query } })).code).toBe('input_invalid')
  expect((await start({ action: { kind: 'set', key: 'email', value: 'x' } })).code).toBe('input_invalid')
  await fixture.bridge.profiles.update({ id: fixture.profileId, changes: { readOnly: true } })
  expect((await start({})).code).toBe('profile_read_only')
  expect((await fixture.bridge.jobs.page({ kind: 'bulk', slice: { offset: 0, limit: 5 } })).count).toBe(0)
})

it('keeps a selection of 10,000 and goes through it without asking who matches again', async () => {
  const fixture = await openFixture({ contacts: 10_000 })
  const job = await fixture.begin(await fixture.frozen(), {
    kind: 'addTo',
    segment: { kind: 'new', name: 'Everybody' },
  })
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ total: 10_000, done: 10_000, failed: 0 })
  const found = (await fixture.bridge.bulk.segments()).segments.find(({ name }) => name === 'Everybody')
  expect(found?.members).toBe(10_000)
})

it('holds a deletion that is confirmed so, and sends nothing of it where that is undone', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const selection = await fixture.frozen()
  const job = await fixture.bridge.bulk.start({
    selection,
    action: { kind: 'delete' },
    confirmed: 5,
    hold: 30,
  })
  const held = await until(
    () => fixture.bridge.jobs.get({ id: job.id }),
    ({ heldUntil }) => heldUntil !== undefined,
  )
  expect(held).toMatchObject({ state: 'running', done: 0 })
  expect(await fixture.bridge.jobs.cancel({ id: job.id })).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await fixture.held()).toHaveProperty('size', 5)
})

it('begins once the hold is over', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const selection = await fixture.frozen()
  const job = await fixture.bridge.bulk.start({
    selection,
    action: { kind: 'delete' },
    confirmed: 5,
    hold: 1,
  })
  const ended = await fixture.until(job.id, 'finished')
  expect(ended).toMatchObject({ done: 5 })
  expect(ended).not.toHaveProperty('heldUntil')
  expect(await fixture.held()).toHaveProperty('size', 0)
})

it('tells which segments and drafts lose whom', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const { bridge } = fixture
  const filters = [{ field: 'email', operator: 'exists' as const }]
  const condition = { logic: 'AND' as const, groups: [{ filters }] }
  await bridge.segments.create({ name: 'Everybody', description: '', trackMembership: false, condition })
  await until(
    async () => stateOf(await bridge.sync.state(), 'campaigns').asOf,
    (asOf) => asOf !== null,
  )
  const mail = { subject: 'Tides', body: '<p>Tides</p>', from: 'a@example.com', fromName: '', replyTo: '' }
  await bridge.campaigns.create({
    name: 'Tides',
    description: '',
    mail: { ...mail, type: 'TRANSACTIONAL' },
    audience: { kind: 'all' },
  })
  const all = await bridge.bulk.reach({ selection: await fixture.frozen() })
  expect(all.segments).toBeGreaterThan(0)
  expect(all.drafts).toContainEqual(expect.objectContaining({ name: 'Tides', people: 5, without: 0 }))
  const nobody = await bridge.bulk.reach({ selection: { kind: 'ids', ids: [] } })
  expect(nobody).toEqual({ segments: 0, drafts: [] })
})
