import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { startCore } from '../../fixtures/core'
import { storedKeychain } from '../../fixtures/file-keychain'
import { hang } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { runCore } from '../../fixtures/run-core'
import { until } from '../../fixtures/until'

let server: AudienceServer
let folder: string
beforeEach(async () => {
  server = await startAudience(people(3))
  folder = await mkdtemp(join(tmpdir(), 'postroom-outbox-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the core until its write has reached the service, which does not answer, and kills it there. */
async function killedInFlight(write: 'track' | 'edit') {
  server.fault = ({ method }) => (method === 'GET' ? null : hang())
  const core = runCore(folder, server.url, write)
  await core.until(({ last }) => last !== null)
  await until(
    () => server.server.requests.filter(({ method }) => method !== 'GET').length,
    (count) => count === 1,
  )
  await core.kill()
  server.fault = () => null
  return startCore({ dataFolder: folder, keychain: storedKeychain(join(folder, 'keychain.json')) })
}

it('never sends an event again by itself after a kill: a person decides (C22)', async () => {
  const core = await killedInFlight('track')
  const { entries } = await core.bridge.outbox.list()
  expect(entries).toMatchObject([{ kind: 'track', state: 'unknown', problem: { code: 'outcome_unknown' } }])
  await core.bridge.sync.reconnect()
  expect(server.requestsFor('/v1/track', 'POST')).toHaveLength(1)
  const filter = { kind: 'write', outcome: 'unknown', search: '' } as const
  expect((await core.bridge.activity.page({ filter, slice: { offset: 0, limit: 5 } })).count).toBe(1)
  await core.close()
})

it('sends an edit again after a kill, since twice is the same as once', async () => {
  const core = await killedInFlight('edit')
  await until(
    async () => (await core.bridge.outbox.list()).entries,
    (left) => left.length === 0,
  )
  expect(server.contacts[0]?.data.plan).toBe('pro')
  expect((await core.bridge.contacts.get({ id: 'cnt_0' })).data.plan).toBe('pro')
  await core.close()
})
