import { afterEach, beforeEach, expect, it } from 'vitest'
import { atRest, checked, importUntil, openDesk, type ImportDesk } from './desk'

let desk: ImportDesk
beforeEach(async () => {
  desk = await openDesk({ latency: 10 })
})
afterEach(() => desk.close())

const imports = () => desk.core.bridge.imports
const people = (count: number) =>
  ['email', ...Array.from({ length: count }, (_, at) => `person${at}@example.com`), ''].join('\r\n')

it('tells what a cancelled run wrote, and writes the rest when it is run again', async () => {
  const { id } = await desk.open('people.csv', people(80))
  await checked(desk.core.bridge, id)
  await imports().run({ id })
  const running = await importUntil(desk.core.bridge, id, ({ written }) => (written?.created ?? 0) > 5)
  await desk.core.bridge.jobs.cancel({ id: running.jobs[0]?.id ?? 0 })
  const cancelled = await importUntil(desk.core.bridge, id, ({ step }) => step === 'after')
  const first = cancelled.written?.created ?? 0
  expect(first).toBeGreaterThan(5)
  expect(first).toBeLessThan(80)
  expect(cancelled.counts?.toWrite).toBe(80 - first)
  await imports().run({ id })
  const { jobs } = await importUntil(desk.core.bridge, id, ({ written }) => written?.created === 80)
  expect(jobs.map(({ kind }) => kind)).toEqual(['import', 'import'])
})

it('pauses a run when the key is refused, and goes on when a person says so', async () => {
  const { id } = await desk.open('people.csv', people(40))
  await checked(desk.core.bridge, id)
  await imports().run({ id })
  await importUntil(desk.core.bridge, id, ({ written }) => (written?.created ?? 0) > 2)
  desk.service.disable()
  const { jobs } = await importUntil(desk.core.bridge, id, (one) => one.jobs[0]?.state === 'paused')
  expect(jobs[0]?.problem?.code).toBe('project_disabled')
  desk.service.disable(false)
  await desk.core.bridge.sync.reconnect()
  await desk.core.bridge.jobs.resume({ id: jobs[0]?.id ?? 0 })
  const after = await importUntil(desk.core.bridge, id, ({ written }) => written?.created === 40)
  expect((await atRest(desk.core.bridge, id)).step).toBe('after')
  expect(after.written?.failed).toBe(0)
})
