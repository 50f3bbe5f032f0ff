import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EmbeddedService } from '../../../src-main/core/host'
import { problem } from '../../../src-main/core/problems'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { limits } from '../../../src-shared/interface/limits'
import { problemOf } from '../../fixtures/problem-of'
import { startService, type RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const running: RunningService[] = []
const cores: TestCore[] = []
let fails = false
beforeEach(() => {
  fails = false
})
afterEach(async () => {
  for (const core of cores.splice(0)) await core.close()
  for (const service of running.splice(0)) await service.stop()
})

/** The real service on the folder that the core names, with a small sample. */
async function startEmbeddedService(data: string): Promise<EmbeddedService> {
  if (fails) throw problem('embedded_service_failed')
  const service = await startService({ data, contacts: 40 })
  running.push(service)
  const { promise, resolve } = withEnd()
  return { ...service, ended: promise, stop: () => service.stop().then(resolve) }
}

function withEnd() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

async function start(from?: TestCore) {
  const core = await startCore({
    startEmbeddedService,
    ...(from ? { dataFolder: from.dataFolder, keychain: from.keychain } : {}),
  })
  cores.push(core)
  return core
}

it('is started, copied from, and marked as what it is', async () => {
  const core = await start()
  const profile = await core.bridge.profiles.tryEmbedded()
  expect(profile).toMatchObject({ name: 'Embedded service', colour: 4, embedded: true, production: false })
  expect(stateOf(await settled(core.bridge), 'contacts').rows).toBe(40)
})

it('is asked without the limit that a service elsewhere has', async () => {
  const core = await start()
  await core.bridge.profiles.tryEmbedded()
  expect((await core.bridge.sync.state()).connection.ceiling).toBe(limits.ownRequestsPerMinute)
  const elsewhere = running[0]?.url ?? ''
  await core.bridge.profiles.create(profileFor(elsewhere))
  expect((await core.bridge.sync.state()).connection.ceiling).toBe(limits.requestsPerMinute)
})

it('is one profile, however often it is tried', async () => {
  const core = await start()
  await core.bridge.profiles.tryEmbedded()
  await core.bridge.profiles.tryEmbedded()
  expect((await core.bridge.profiles.list()).profiles).toHaveLength(1)
})

it('is started in the background after a restart, with its new address', async () => {
  const core = await start()
  const before = await core.bridge.profiles.tryEmbedded()
  await settled(core.bridge)
  await core.quit()
  const again = await start(core)
  expect((await again.bridge.profiles.list()).profiles).toHaveLength(1)
  await until(
    () => again.bridge.sync.state(),
    ({ connection }) => connection.online,
  )
  const [after] = (await again.bridge.profiles.list()).profiles
  expect(after?.id).toBe(before.id)
  expect(after?.address).toBe(running.at(-1)?.url)
  expect(after?.secretKey.lastFour).toBe(before.secretKey.lastFour)
})

it('has a connection to its records, which follows it to its new address', async () => {
  const core = await start()
  await core.bridge.profiles.tryEmbedded()
  const read = ({ bridge }: TestCore) =>
    until(
      async () => (await bridge.records.connections()).connections[0],
      (found) => found?.sync.run === null && found.sync.last !== null,
    )
  expect(await read(core)).toMatchObject({ name: 'Sample records', sync: { rows: 40 } })
  await core.quit()
  const again = await start(core)
  await until(
    () => again.bridge.sync.state(),
    ({ connection }) => connection.online,
  )
  const [connection] = (await again.bridge.records.connections()).connections
  expect(connection?.address).toBe(running.at(-1)?.records.url)
  await again.bridge.records.start({ id: connection?.id ?? '' })
  expect((await read(again))?.sync.last).toMatchObject({ state: 'finished', unchanged: 40 })
})

it('that does not start leaves the copy usable, and says what happened', async () => {
  const core = await start()
  await core.bridge.profiles.tryEmbedded()
  await settled(core.bridge)
  await core.quit()
  fails = true
  const again = await start(core)
  const { connection } = await until(
    () => again.bridge.sync.state(),
    ({ connection }) => connection.problem?.code === 'embedded_service_failed',
  )
  expect(connection).toMatchObject({
    online: false,
    problem: { title: 'The embedded service did not start' },
  })
  expect((await again.bridge.storage.get()).contacts).toBe(40)
  fails = false
  expect((await again.bridge.sync.reconnect()).online).toBe(true)
})

it('that cannot be tried makes no profile', async () => {
  fails = true
  const core = await start()
  expect((await problemOf(core.bridge.profiles.tryEmbedded())).code).toBe('embedded_service_failed')
  expect((await core.bridge.profiles.list()).profiles).toEqual([])
})

it('is a profile beside others', async () => {
  const core = await start()
  await core.bridge.profiles.create(profileFor('http://127.0.0.1:1'))
  await core.bridge.profiles.tryEmbedded()
  expect((await core.bridge.profiles.list()).profiles.map(({ embedded }) => embedded)).toEqual([false, true])
})
