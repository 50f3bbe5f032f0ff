import { expect, it } from 'vitest'
import { fastClock } from '../../fixtures/fast-clock'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { openDesk } from './desk'

const setPlan = { kind: 'set', key: 'plan', value: 'gold' } as const

it('tries again what could not be taken back, and leaves alone what was', async () => {
  const desk = await openDesk({ contacts: 5 })
  const before = await desk.held()
  const [bad] = [...before.keys()]
  const job = await desk.begin(await desk.frozen(), setPlan)
  await desk.until(job.id, 'finished')
  desk.proxy.instead = ({ method, path }) =>
    method === 'PATCH' && path === `/contacts/${bad}` ? { status: 422, body: { error: 'No' } } : null
  await desk.until((await desk.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  expect(await desk.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    reversed: 4,
    unreversed: 1,
    toUndo: 1,
  })
  desk.proxy.instead = () => null
  const sent = desk.proxy.passed.length
  const again = await desk.bridge.bulk.undo({ jobId: job.id })
  expect(await desk.until(again.id, 'finished')).toMatchObject({ total: 5, done: 5, failed: 0 })
  expect(await desk.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    reversed: 5,
    unreversed: 0,
    toUndo: 0,
  })
  const paths = desk.proxy.passed.slice(sent).map(({ method, path }) => `${method} ${path}`)
  expect(paths.filter((path) => path.startsWith('PATCH'))).toEqual([`PATCH /contacts/${bad}`])
  const after = await desk.held()
  for (const [id, { data }] of before) expect(after.get(id)?.data).toEqual(data)
  expect((await problemOf(desk.bridge.bulk.undo({ jobId: job.id }))).title).toBe(
    'There is nothing to take back',
  )
})

it('asks the service about a change whose answer never came, and takes it back where it was done', async () => {
  const desk = await openDesk({ contacts: 3, clock: fastClock(20) })
  const before = await desk.held()
  const held = new Promise<void>(() => undefined)
  desk.proxy.watch = (moment, { method }) =>
    moment === 'carriedOut' && method === 'PATCH' ? held : undefined
  const job = await desk.begin(await desk.frozen(), setPlan)
  await until(
    () => desk.proxy.passed.some(({ method }) => method === 'PATCH'),
    (left) => left,
  )
  await desk.bridge.jobs.cancel({ id: job.id })
  await desk.until(job.id, 'cancelled')
  const changed = [...(await desk.held()).values()].filter(({ data }) => data.plan === 'gold')
  expect(changed).toHaveLength(1)
  expect(await desk.bridge.bulk.get({ jobId: job.id })).toMatchObject({ changed: 0, toUndo: 1 })
  desk.proxy.watch = () => undefined
  await desk.until((await desk.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  expect(await desk.bridge.bulk.get({ jobId: job.id })).toMatchObject({ reversed: 1, toUndo: 0 })
  const after = await desk.held()
  for (const [id, { data }] of before) expect(after.get(id)?.data).toEqual(data)
})

it('is refused on a profile that may only be read', async () => {
  const desk = await openDesk({ contacts: 3 })
  const job = await desk.begin(await desk.frozen(), setPlan)
  await desk.until(job.id, 'finished')
  await desk.bridge.profiles.update({ id: desk.profileId, changes: { readOnly: true } })
  const refused = await problemOf(desk.bridge.bulk.undo({ jobId: job.id }))
  expect(refused).toMatchObject({ code: 'profile_read_only', title: 'This profile is read-only' })
  expect((await desk.bridge.jobs.page({ kind: 'bulk.undo', slice: { offset: 0, limit: 1 } })).count).toBe(0)
})
