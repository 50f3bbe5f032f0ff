import { expect, it } from 'vitest'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { openDesk } from './desk'

const unsubscribe = { kind: 'unsubscribe' } as const
const setPlan = { kind: 'set', key: 'plan', value: 'gold' } as const

it('counts who will change, who is so already, and who is protected, and shows the first old to new', async () => {
  const desk = await openDesk()
  const people = [...(await desk.held()).values()]
  const subscribed = people.filter((one) => one.subscribed).length
  const selection = await desk.frozen()
  const { bridge } = desk
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
  expect(await bridge.bulk.preview({ selection, action: { kind: 'delete' } })).toMatchObject({
    willChange: 60,
    way: { kind: 'unknown', most: 1000 },
    requests: 2,
    singleRequests: 60,
    canUndo: false,
  })
})

it('changes the people who were seen, and takes back what still holds what was written', async () => {
  const desk = await openDesk()
  const before = await desk.held()
  const job = await desk.begin(await desk.frozen(), setPlan)
  expect(job).toMatchObject({ kind: 'bulk', title: 'Set plan of 60 contacts' })
  expect(await desk.until(job.id, 'finished')).toMatchObject({ total: 60, done: 60, failed: 0 })
  const changed = await desk.held()
  expect([...changed.values()].every(({ data }) => data.plan === 'gold')).toBe(true)

  const [one] = [...changed.keys()]
  await desk.ask(`/contacts/${one}`, 'PATCH', { data: { plan: 'elsewhere' } })
  const undo = await desk.bridge.bulk.undo({ jobId: job.id })
  await desk.until(undo.id, 'finished')
  expect(await desk.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    changed: 60,
    reversed: 59,
    kept: 1,
    unreversed: 0,
    toUndo: 0,
  })
  const after = await desk.held()
  for (const [id, { data }] of before) {
    expect(after.get(id)?.data.plan).toEqual(id === one ? 'elsewhere' : data.plan)
  }
  expect((await desk.bridge.contacts.get({ id: String(one) })).data.plan).toBe('elsewhere')
})

it('goes on after a restart with the people who were seen, though the query matches nobody any more', async () => {
  const desk = await openDesk({ latency: 20 })
  const job = await desk.begin(await desk.frozen(), unsubscribe)
  await until(
    () => desk.bridge.jobs.get({ id: job.id }),
    ({ done }) => done > 2,
  )
  await desk.restart()
  const ended = await desk.until(job.id, 'finished')
  expect(ended).toMatchObject({ done: ended.total, failed: 0 })
  expect([...(await desk.held()).values()].some(({ subscribed }) => subscribed)).toBe(false)
})

it('counts who is deleted already as deleted, and cannot take that back', async () => {
  const desk = await openDesk({ contacts: 5 })
  const [gone] = [...(await desk.held()).keys()]
  const selection = await desk.frozen()
  await desk.ask(`/contacts/${gone}`, 'DELETE')
  const job = await desk.begin(selection, { kind: 'delete' })
  expect(await desk.until(job.id, 'finished')).toMatchObject({ done: 5, failed: 0 })
  expect((await desk.held()).size).toBe(0)
  expect((await problemOf(desk.bridge.bulk.undo({ jobId: job.id }))).code).toBe('input_invalid')
})

it('fails the one contact that is gone, changes the others and says why', async () => {
  const desk = await openDesk({ contacts: 5 })
  const [gone] = [...(await desk.held()).keys()]
  const selection = await desk.frozen()
  const { willChange } = await desk.bridge.bulk.preview({ selection, action: setPlan })
  await desk.ask(`/contacts/${gone}`, 'DELETE')
  const job = await desk.bridge.bulk.start({ selection, action: setPlan, confirmed: willChange })
  expect(await desk.until(job.id, 'finished')).toMatchObject({ done: 5, failed: 1 })
  const { failures, count } = await desk.bridge.jobs.failures({ id: job.id, slice: { offset: 0, limit: 10 } })
  expect([count, failures]).toMatchObject([1, [{ code: 'not_found', alike: 1 }]])
})

it('pauses when the key is refused, and goes on with the rest when a person resumes it', async () => {
  const desk = await openDesk({ latency: 10 })
  const job = await desk.begin(await desk.frozen(), setPlan)
  await until(
    () => desk.bridge.jobs.get({ id: job.id }),
    ({ done }) => done > 2,
  )
  desk.service.disable()
  expect((await desk.until(job.id, 'paused')).problem?.code).toBe('project_disabled')
  desk.service.disable(false)
  await desk.bridge.sync.reconnect()
  await desk.bridge.jobs.resume({ id: job.id })
  expect(await desk.until(job.id, 'finished')).toMatchObject({ total: 60, done: 60, failed: 0 })
})

it('adds to a new and to a known static segment, passes over who is in it, and takes out whom it added', async () => {
  const desk = await openDesk({ contacts: 620 })
  const people = [...(await desk.held()).values()]
  const selection = await desk.frozen()
  const make = await desk.begin(
    { kind: 'ids', ids: people.slice(0, 10).map(({ id }) => id) },
    { kind: 'addTo', segment: { kind: 'new', name: 'Fair' } },
  )
  expect(await desk.until(make.id, 'finished')).toMatchObject({ done: 10, failed: 0 })
  const { segments } = await desk.bridge.bulk.segments()
  const fair = segments.find(({ name }) => name === 'Fair')
  expect(fair).toMatchObject({ members: 10 })
  const id = fair?.id ?? ''
  const all = await desk.begin(selection, { kind: 'addTo', segment: { kind: 'known', id, name: 'Fair' } })
  await desk.until(all.id, 'finished')
  expect(await desk.bridge.bulk.get({ jobId: all.id })).toMatchObject({
    total: 620,
    changed: 610,
    skipped: 10,
  })
  const undo = await desk.bridge.bulk.undo({ jobId: all.id })
  await desk.until(undo.id, 'finished')
  const left = (await desk.bridge.bulk.segments()).segments.find(({ name }) => name === 'Fair')
  expect(left).toMatchObject({ members: 10 })
})

it('refuses what was confirmed as another number, a query that could shift, reserved keys and read-only profiles', async () => {
  const desk = await openDesk({ contacts: 5 })
  const selection = await desk.frozen()
  const start = (wanted: object) =>
    problemOf(desk.bridge.bulk.start({ selection, action: setPlan, confirmed: 5, ...wanted }))
  expect((await start({ confirmed: 4 })).code).toBe('conflict')
  expect((await start({ selection: { kind: 'query', query: desk.query } })).code).toBe('input_invalid')
  expect((await start({ action: { kind: 'set', key: 'email', value: 'x' } })).code).toBe('input_invalid')
  await desk.bridge.profiles.update({ id: desk.profileId, changes: { readOnly: true } })
  expect((await start({})).code).toBe('profile_read_only')
  expect((await desk.bridge.jobs.page({ kind: 'bulk', slice: { offset: 0, limit: 5 } })).count).toBe(0)
})

it('keeps a selection of 10,000 and goes through it without asking who matches again', async () => {
  const desk = await openDesk({ contacts: 10_000 })
  const job = await desk.begin(await desk.frozen(), {
    kind: 'addTo',
    segment: { kind: 'new', name: 'Everybody' },
  })
  expect(await desk.until(job.id, 'finished')).toMatchObject({ total: 10_000, done: 10_000, failed: 0 })
  const found = (await desk.bridge.bulk.segments()).segments.find(({ name }) => name === 'Everybody')
  expect(found?.members).toBe(10_000)
})
