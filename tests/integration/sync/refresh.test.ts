import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import { createServiceClient } from '../../../src-main/core/client/service'
import { createConnection } from '../../../src-main/copying/connection'
import { refreshContacts } from '../../../src-main/copying/refresh'
import { Sync } from '../../../src-main/copying/sync'
import { startAudience } from '../../fixtures/audience-server'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { fastClock } from '../../fixtures/fast-clock'
import { hang, refuse } from '../../fixtures/misbehaving-server'
import { people, person } from '../../fixtures/people'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { until } from '../../fixtures/until'

type Fixture = Awaited<ReturnType<typeof openFixture>>
let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

/** A copy of 250 people that was read whole. */
async function openFixture() {
  const audience = await startAudience(people(250))
  const folder = await mkdtemp(join(tmpdir(), 'postroom-refresh-'))
  const clock = fastClock(2)
  const { log } = createRecordedLog()
  const cache = await openCache({ location: { folder, key: null }, worker: keptCacheWorker, log })
  const client = createServiceClient({
    address: audience.url,
    secretKey: 'sk_test',
    clock,
    version: '0.0.0-test',
    ceiling: 100_000,
    backgroundShare: 1,
    log,
  })
  const connection = createConnection(client, clock, log)
  const plan = { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 }
  const sync = await Sync.open({ cache, connection, clock, log, plan, notify: () => undefined })
  const contacts = () => {
    const found = sync.state.resources.find(({ resource }) => resource === 'contacts')
    if (!found) throw new Error('No contacts')
    return found
  }
  await until(contacts, ({ run, asOf }) => run === null && asOf !== null)
  return {
    audience,
    cache,
    clock,
    sync,
    contacts,
    refresh: (rows: number, signal = new AbortController().signal) =>
      refreshContacts(sync, clock, { rows, signal }),
    online: () => connection.state.online,
    pages: () => audience.requestsFor('/contacts').length,
    async close() {
      await sync.close()
      await connection.close()
      await cache.close()
      await audience.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

it('adds new contacts to a copy that was read whole just now, and takes it for whole', async () => {
  fixture.audience.contacts = [person(-1), ...fixture.audience.contacts]
  expect(await fixture.refresh(1000)).toEqual({ whole: true })
  expect(await fixture.cache.contacts.get('cnt_-1')).not.toBeNull()
  expect(fixture.contacts().last?.mode).toBe('quick')
})

it('reads all contacts of an older copy where many rows are to be written', async () => {
  fixture.clock.jump(3_600_000)
  fixture.audience.contacts[200] = { ...person(200, { plan: 'pro' }), updatedAt: '2026-02-01T00:00:00.000Z' }
  expect(await fixture.refresh(3)).toEqual({ whole: true })
  expect(fixture.contacts().last?.mode).toBe('full')
  expect((await fixture.cache.contacts.get('cnt_200'))?.data).toEqual({ plan: 'pro' })
})

it('reads new contacts alone where reading all costs more than the rows', async () => {
  fixture.clock.jump(3_600_000)
  const before = fixture.pages()
  expect(await fixture.refresh(2)).toEqual({ whole: false })
  expect(fixture.pages() - before).toBeLessThan(3)
})

it('waits for the run that is under way', async () => {
  fixture.clock.jump(3_600_000)
  await fixture.sync.start('full', 'schedule', 'contacts')
  const id = fixture.contacts().run?.id
  expect(await fixture.refresh(500)).toEqual({ whole: true })
  expect(fixture.contacts().last?.id).toBe(id)
})

it('rejects with what the run failed with', async () => {
  fixture.audience.fault = () => refuse(401, 'INVALID_API_KEY')
  await expect(fixture.refresh(1)).rejects.toMatchObject({ problem: { code: 'key_refused' } })
})

it('rejects where a person pauses or cancels the run', async () => {
  fixture.audience.fault = () => hang()
  const paused = fixture.refresh(1)
  await until(fixture.contacts, ({ run }) => run?.state === 'running')
  await fixture.sync.pause('contacts')
  await expect(paused).rejects.toMatchObject({
    problem: { code: 'conflict', title: 'The sync of contacts is paused' },
  })
  await expect(fixture.refresh(1)).rejects.toMatchObject({
    problem: { title: 'The sync of contacts is paused' },
  })
  await fixture.sync.cancel('contacts')
  const cancelled = fixture.refresh(1)
  await until(fixture.contacts, ({ run }) => run?.state === 'running')
  await fixture.sync.cancel('contacts')
  await expect(cancelled).rejects.toMatchObject({
    problem: { code: 'conflict', title: 'The contacts were not read' },
  })
})

it('is paused without waiting for an answer, also in the instant its run begins', async () => {
  fixture.audience.fault = () => hang()
  const pausing = new Promise<void>((resolve) => {
    const unwatch = fixture.sync.watch(() => {
      if (fixture.contacts().run?.state !== 'running') return
      unwatch()
      resolve(fixture.sync.pause('contacts'))
    })
  })
  const refreshing = expect(fixture.refresh(1)).rejects.toMatchObject({ problem: { code: 'conflict' } })
  await pausing
  await refreshing
  expect(fixture.contacts().run).toMatchObject({ state: 'paused', problem: null })
  expect(fixture.online()).toBe(true)
})

it('stops waiting when aborted, and the run goes on', async () => {
  fixture.audience.fault = () => hang()
  const stop = new AbortController()
  const waiting = fixture.refresh(1, stop.signal)
  await until(fixture.contacts, ({ run }) => run?.state === 'running')
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  expect(fixture.contacts().run?.state).toBe('running')
})
