import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdWrites } from '../../fixtures/held-requests'
import { atRest, checked, importUntil, openFixture, type ImportFixture } from './fixture'

let fixture: ImportFixture
beforeEach(async () => {
  fixture = await openFixture({ latency: 10 })
})
afterEach(() => fixture.close())

const imports = () => fixture.core.bridge.imports
const people = (count: number) =>
  ['email', ...Array.from({ length: count }, (_, at) => `person${at}@example.com`), ''].join('\r\n')

it('tells what a cancelled run wrote, and writes the rest when it is run again', async () => {
  const { id } = await fixture.open('people.csv', people(80))
  await checked(fixture.core.bridge, id)
  const writes = holdWrites(fixture.proxy, 8)
  await imports().run({ id })
  await writes.held
  const [job] = (await imports().get({ id })).jobs
  const cancelling = fixture.core.bridge.jobs.cancel({ id: job?.id ?? 0 })
  writes.release()
  await cancelling
  const cancelled = await importUntil(fixture.core.bridge, id, ({ step }) => step === 'after')
  const first = cancelled.written?.created ?? 0
  expect(first).toBeGreaterThan(5)
  expect(first).toBeLessThan(80)
  expect(cancelled.counts?.toWrite).toBe(80 - first)
  await imports().run({ id })
  const { jobs } = await importUntil(fixture.core.bridge, id, ({ written }) => written?.created === 80)
  expect(jobs.map(({ kind }) => kind)).toEqual(['import', 'import'])
})

it('pauses a run when the key is refused, and goes on when a person says so', async () => {
  const { id } = await fixture.open('people.csv', people(40))
  await checked(fixture.core.bridge, id)
  const writes = holdWrites(fixture.proxy, 8)
  await imports().run({ id })
  await writes.held
  fixture.service.disable()
  writes.release()
  const { jobs } = await importUntil(fixture.core.bridge, id, (one) => one.jobs[0]?.state === 'paused')
  expect(jobs[0]?.problem?.code).toBe('project_disabled')
  fixture.service.disable(false)
  await fixture.core.bridge.sync.reconnect()
  await fixture.core.bridge.jobs.resume({ id: jobs[0]?.id ?? 0 })
  const after = await importUntil(fixture.core.bridge, id, ({ written }) => written?.created === 40)
  expect((await atRest(fixture.core.bridge, id)).step).toBe('after')
  expect(after.written?.failed).toBe(0)
})
