import { afterEach, expect, it } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { createConnection } from '../../../src-main/copying/connection'
import { Sync } from '../../../src-main/copying/sync'
import { catalogueLists } from '../../../src-shared/interface/catalogue'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { temporaryFolder } from '../cache/support'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function copyOf(
  service: Pick<RunningService, 'url' | 'secretKey'>,
): Promise<{ cache: Cache; sync: Sync }> {
  const { log } = createRecordedLog()
  const cache = await openCache({
    location: { folder: temporaryFolder(), key: null },
    worker: keptCacheWorker,
    log,
  })
  open.push(() => cache.close())
  const client = createServiceClient({
    address: service.url,
    secretKey: service.secretKey,
    clock: systemClock,
    version: '0',
    backgroundShare: 1,
    log,
  })
  const connection = createConnection(client, systemClock, log)
  open.push(() => connection.close())
  const plan = { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 }
  const sync = await Sync.open({ cache, connection, clock: systemClock, log, plan, notify: () => undefined })
  open.push(() => sync.close())
  await sync.settled()
  return { cache, sync }
}

it.each(['reference', 'envelope', 'deployed'] as const)(
  'copies every list of the catalogue from %s',
  async (dialect) => {
    const service = await startKeptService({ contacts: 60, dialect })
    open.push(() => service.stop())
    const { cache } = await copyOf(service)
    for (const list of catalogueLists) {
      expect((await cache.runs.resource(list)).last).toMatchObject({ state: 'finished', problem: null })
      expect((await cache.catalogue.all(list)).length, list).toBeGreaterThan(0)
    }
  },
)

it('copies the members of static segments and the executions of workflows', async () => {
  const service = await startKeptService({ contacts: 300 })
  open.push(() => service.stop())
  const { cache } = await copyOf(service)
  const segments = (await cache.catalogue.all('segments')) as {
    id: string
    type: string
    memberCount: number
  }[]
  const fixed = segments.filter(({ type }) => type === 'STATIC')
  expect(fixed.length).toBeGreaterThan(0)
  for (const { id, memberCount } of fixed) {
    const ids = await cache.catalogueParts.ids({ list: 'members', owner: id })
    expect(ids).toHaveLength(memberCount)
  }
  const workflows = (await cache.catalogue.all('workflows')) as { id: string }[]
  const kept = await Promise.all(
    workflows.map(({ id }) =>
      cache.catalogueParts.page({
        list: 'executions',
        owner: id,
        kinds: null,
        slice: { offset: 0, limit: 1 },
      }),
    ),
  )
  expect(kept.every(({ asOf }) => asOf !== null)).toBe(true)
  expect(kept.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
})

it('finds at a quick refresh what was deleted, and what belonged to it', async () => {
  const service = await startKeptService({ contacts: 60 })
  open.push(() => service.stop())
  const { cache, sync } = await copyOf(service)
  const [segment] = (await cache.catalogue.all('segments')) as { id: string; type: string }[]
  const gone = await fetch(`${service.url}/segments/${segment?.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${service.secretKey}` },
  })
  expect(gone.ok).toBe(true)
  await sync.start('quick', 'person', 'segments')
  await sync.settled()
  expect(await cache.catalogue.get({ list: 'segments', id: segment?.id ?? '' })).toBeNull()
})
