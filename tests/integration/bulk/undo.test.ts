import { expect, it } from 'vitest'
import { fastClock } from '../../fixtures/fast-clock'
import { problemOf } from '../../fixtures/problem-of'
import { openFixture } from './fixture'

const setPlan = { kind: 'set', key: 'plan', value: 'gold' } as const

it('tries again what could not be taken back, and leaves alone what was', async () => {
  const fixture = await openFixture({ contacts: 5 })
  const before = await fixture.held()
  const [bad] = [...before.keys()]
  const job = await fixture.begin(await fixture.frozen(), setPlan)
  await fixture.until(job.id, 'finished')
  fixture.proxy.instead = ({ method, path }) =>
    method === 'PATCH' && path === `/contacts/${bad}` ? { status: 422, body: { error: 'No' } } : null
  await fixture.until((await fixture.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    reversed: 4,
    unreversed: 1,
    toUndo: 1,
  })
  fixture.proxy.instead = () => null
  const sent = fixture.proxy.passed.length
  const again = await fixture.bridge.bulk.undo({ jobId: job.id })
  expect(await fixture.until(again.id, 'finished')).toMatchObject({ total: 5, done: 5, failed: 0 })
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    reversed: 5,
    unreversed: 0,
    toUndo: 0,
  })
  const paths = fixture.proxy.passed.slice(sent).map(({ method, path }) => `${method} ${path}`)
  expect(paths.filter((path) => path.startsWith('PATCH'))).toEqual([`PATCH /contacts/${bad}`])
  const after = await fixture.held()
  for (const [id, { data }] of before) expect(after.get(id)?.data).toEqual(data)
  expect((await problemOf(fixture.bridge.bulk.undo({ jobId: job.id }))).title).toBe(
    'There is nothing to take back',
  )
})

it('asks the service about a change whose answer never came, and takes it back where it was done', async () => {
  const fixture = await openFixture({ contacts: 3, clock: fastClock(20) })
  const before = await fixture.held()
  const lost = fixture.loseAnswers(({ method }) => method === 'PATCH')
  const job = await fixture.begin(await fixture.frozen(), setPlan)
  await lost
  await fixture.bridge.jobs.cancel({ id: job.id })
  await fixture.until(job.id, 'cancelled')
  const changed = [...(await fixture.held()).values()].filter(({ data }) => data.plan === 'gold')
  expect(changed).toHaveLength(1)
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({ changed: 0, toUndo: 1 })
  fixture.proxy.watch = () => undefined
  await fixture.until((await fixture.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({ reversed: 1, toUndo: 0 })
  const after = await fixture.held()
  for (const [id, { data }] of before) expect(after.get(id)?.data).toEqual(data)
})

it('is refused on a profile that may only be read', async () => {
  const fixture = await openFixture({ contacts: 3 })
  const job = await fixture.begin(await fixture.frozen(), setPlan)
  await fixture.until(job.id, 'finished')
  await fixture.bridge.profiles.update({ id: fixture.profileId, changes: { readOnly: true } })
  const refused = await problemOf(fixture.bridge.bulk.undo({ jobId: job.id }))
  expect(refused).toMatchObject({ code: 'profile_read_only', title: 'This profile is read-only' })
  expect((await fixture.bridge.jobs.page({ kind: 'bulk.undo', slice: { offset: 0, limit: 1 } })).count).toBe(
    0,
  )
})
