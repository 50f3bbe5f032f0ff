import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { RecordSync } from '../../../src-shared/bridge/records'
import { profileFor, startCore, type TestCore } from '../../fixtures/core'
import {
  json,
  startMisbehavingServer,
  type MisbehavingServer,
  type Reply,
  type SeenRequest,
} from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { read } from './fixture'

const count = 2000
const placeSchema = z.object({ skip: z.number(), limit: z.number() })

let core: TestCore
let server: MisbehavingServer
beforeAll(async () => {
  core = await startCore()
  await core.bridge.profiles.create(profileFor('http://127.0.0.1:9'))
}, 60_000)
afterAll(() => core.close())
beforeEach(async () => {
  server = await startMisbehavingServer({ answer: page })
})
afterEach(async () => {
  const { connections } = await core.bridge.records.connections()
  for (const { id, name } of connections) await core.bridge.records.remove({ id, name })
  await server.close()
})

function page({ body }: SeenRequest): Reply {
  const { skip, limit } = placeSchema.parse(JSON.parse(body))
  const length = Math.max(0, Math.min(count, skip + limit) - skip)
  const items = Array.from({ length }, (_, at) => ({ id: `r${skip + at}` }))
  return json({ items, totalCount: count })
}

/** Nobody answers at an address that another program may not take meanwhile. */
const goAway = () => server.answer(() => (response) => void response.destroy())
const comeBack = () => server.answer(page)

const add = () =>
  core.bridge.records.add({
    name: 'Coming and going',
    address: server.url,
    token: 'pat_away_0123456789',
    companyId: 'com_1',
    workspaceId: 'w',
    everyHours: null,
  })
const shown = (holds: (sync: RecordSync) => boolean) =>
  until(async () => {
    const [connection] = (await core.bridge.records.connections()).connections
    if (!connection) throw new Error('The connection is gone')
    return connection.sync
  }, holds)

it('says that the service is away while a run waits for it, and that it is back when the run goes on', async () => {
  // Pages beyond the middle are not answered until the service went away.
  let cut: () => void = () => undefined
  const wasCut = new Promise<void>((resolve) => (cut = resolve))
  server.answer(async (request) => {
    if (placeSchema.parse(JSON.parse(request.body)).skip < 900) return page(request)
    await wasCut
    return (response) => void response.destroy()
  })
  const { id } = await add()
  const reading = await shown(({ run }) => (run?.received ?? 0) >= 900)
  expect(reading.online).toBe(true)

  goAway()
  cut()
  const away = await shown(({ online }) => !online)
  expect(away.last).toBeNull()
  const waiting = await shown(({ run }) => run?.state === 'queued')
  expect(waiting).toMatchObject({ online: false, run: { problem: { code: 'connection_reset' } } })

  comeBack()
  expect((await shown(({ online }) => online)).blocked).toBeNull()
  const { sync } = await read(core, id)
  expect(sync).toMatchObject({ online: true, rows: count })
  expect(sync.last).toMatchObject({ state: 'finished', received: count, added: count, report: [] })
}, 120_000)

it('says that the service is away before it ever answered, and reads once it does', async () => {
  goAway()
  const { id } = await add()
  const away = await shown(({ online, run }) => !online && run?.state === 'queued')
  expect(away.rows).toBe(0)
  comeBack()
  expect((await read(core, id)).sync).toMatchObject({ online: true, rows: count })
}, 120_000)

it('says that the service is back though nothing is read any more', async () => {
  goAway()
  const { id } = await add()
  await shown(({ online }) => !online)
  await core.bridge.records.cancel({ id })
  const stopped = await shown(({ run }) => run === null)
  expect(stopped.last?.state).toBe('cancelled')
  comeBack()
  expect(await shown(({ online }) => online)).toMatchObject({ run: null, rows: 0 })
}, 120_000)
