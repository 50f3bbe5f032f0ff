import { describe, expect, it } from 'vitest'
import { fastClock } from '../../fixtures/fast-clock'
import type { PassedRequest } from '../../fixtures/recording-proxy'
import { openFixture } from './fixture'

type Fixture = Awaited<ReturnType<typeof openFixture>>

const into = (id: string) => ({ kind: 'addTo', segment: { kind: 'known', id, name: 'Fair' } }) as const
const newFair = { kind: 'addTo', segment: { kind: 'new', name: 'Fair' } } as const
const isMembers = ({ path }: PassedRequest) => path.endsWith('/members')

/** What a service answers to a batch that has an address which it does not take. */
const refusedFor = (email: string) => (request: PassedRequest) =>
  isMembers(request) && request.body.includes(JSON.stringify(email))
    ? {
        status: 422,
        body: { success: false, error: { code: 'VALIDATION_ERROR', message: 'No such address' } },
      }
    : null

async function fairOf(fixture: Fixture) {
  const { segments } = await fixture.bridge.bulk.segments()
  const fair = segments.find(({ name }) => name === 'Fair')
  return { id: fair?.id ?? '', members: fair?.members }
}

describe.each(['reference', 'envelope', 'deployed'] as const)('of a service as %s', (dialect) => {
  it('a segment is made, filled, filled up with the rest, and taken back to whom it had', async () => {
    const fixture = await openFixture({ contacts: 230, dialect })
    const people = [...(await fixture.held()).keys()]
    const make = await fixture.begin({ kind: 'ids', ids: people.slice(0, 110) }, newFair)
    expect(await fixture.until(make.id, 'finished')).toMatchObject({ done: 110, failed: 0 })
    const { id, members } = await fairOf(fixture)
    expect(members).toBe(110)
    const all = await fixture.begin(await fixture.frozen(), into(id))
    await fixture.until(all.id, 'finished')
    expect(await fixture.bridge.bulk.get({ jobId: all.id })).toMatchObject({ changed: 120, skipped: 110 })
    await fixture.until((await fixture.bridge.bulk.undo({ jobId: all.id })).id, 'finished')
    expect(await fixture.bridge.bulk.get({ jobId: all.id })).toMatchObject({ reversed: 120, toUndo: 0 })
    expect((await fairOf(fixture)).members).toBe(110)
  })
})

it('sends a batch in halves where the service does not take one address, and fails that one alone', async () => {
  const fixture = await openFixture()
  const [bad] = [...(await fixture.held()).values()]
  fixture.proxy.instead = refusedFor(bad?.email ?? '')
  const job = await fixture.begin(await fixture.frozen(), newFair)
  expect(await fixture.until(job.id, 'finished')).toMatchObject({ total: 60, done: 60, failed: 1 })
  const { failures } = await fixture.bridge.jobs.failures({ id: job.id, slice: { offset: 0, limit: 5 } })
  expect(failures).toMatchObject([{ email: bad?.email, code: 'invalid_request', status: 422, alike: 1 }])
  expect((await fairOf(fixture)).members).toBe(59)
  const sizes = fixture.proxy.passed.filter(isMembers).map(({ body }) => body.split('@').length - 1)
  expect(sizes[0]).toBe(60)
  // Twice as many requests as there are halvings, and no more.
  expect(sizes.length).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(60)))
})

it('takes a batch back in halves likewise, and tries what failed again when it is asked to', async () => {
  const fixture = await openFixture()
  const people = [...(await fixture.held()).values()]
  const job = await fixture.begin(await fixture.frozen(), newFair)
  await fixture.until(job.id, 'finished')
  fixture.proxy.instead = refusedFor(people[7]?.email ?? '')
  await fixture.until((await fixture.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  const half = await fixture.bridge.bulk.get({ jobId: job.id })
  expect(half).toMatchObject({ reversed: 59, unreversed: 1, toUndo: 1, undo: { done: 60, failed: 1 } })
  expect((await fairOf(fixture)).members).toBe(1)
  fixture.proxy.instead = () => null
  await fixture.until((await fixture.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    reversed: 60,
    unreversed: 0,
    toUndo: 0,
  })
  expect((await fairOf(fixture)).members).toBe(0)
})

it('takes a batch back whose answer never came before its job was cancelled', async () => {
  const fixture = await openFixture({ clock: fastClock(20) })
  const lost = fixture.loseAnswers(isMembers)
  const job = await fixture.begin(await fixture.frozen(), newFair)
  await lost
  await fixture.bridge.jobs.cancel({ id: job.id })
  expect(await fixture.until(job.id, 'cancelled')).toMatchObject({ total: 60, done: 0 })
  expect((await fairOf(fixture)).members).toBe(60)
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({ changed: 0, toUndo: 60 })
  fixture.proxy.watch = () => undefined
  await fixture.until((await fixture.bridge.bulk.undo({ jobId: job.id })).id, 'finished')
  expect(await fixture.bridge.bulk.get({ jobId: job.id })).toMatchObject({
    changed: 60,
    reversed: 60,
    toUndo: 0,
  })
  expect((await fairOf(fixture)).members).toBe(0)
})
