import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { html, redirect, refuse, tooMany } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { until } from '../../fixtures/until'

/** What is known of a service beyond one call: what was spent of its minute, and whether it is there. */

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience(people(250))
  core = await startCore()
  await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const connection = async () => (await core.bridge.sync.state()).connection

async function restarted(
  between: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { dataFolder, keychain } = core
  const [profile] = (await core.bridge.profiles.list()).profiles
  await core.quit()
  await between(join(dataFolder, 'profiles', profile?.id ?? ''))
  const wishes = { dataFolder, keychain }
  const before = core
  core = await startCore(wishes)
  const { close } = core
  core = { ...core, close: () => close().then(() => before.close()) }
}

it('a restart does not forget what was spent of the minute', async () => {
  const { spent } = await connection()
  expect(spent).toBeGreaterThan(5)
  await restarted()
  expect((await until(connection, (now) => now.online)).spent).toBeGreaterThanOrEqual(spent)
})

it.each([
  ['was cut off by a kill', '{"at":17'],
  ['is of an hour ago', JSON.stringify({ at: Date.now() - 3_600_000, all: 900, background: 400 })],
  ['is of a clock that was ahead', JSON.stringify({ at: Date.now() + 3_600_000, all: 900, background: 400 })],
])('what is remembered and %s counts for nothing', async (_, text) => {
  await restarted((folder) => writeFile(join(folder, 'budget.json'), text))
  expect((await connection()).spent).toBeLessThan(100)
})

it('a 429 says to what background work is slowed', async () => {
  expect((await connection()).slowedTo).toBeNull()
  let refusals = 1
  server.fault = ({ path }) => (path === '/contacts' && refusals-- > 0 ? tooMany(1) : null)
  await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  await settled(core.bridge)
  expect((await connection()).slowedTo).toBe(250)
})

it.each([
  ['a redirect', () => redirect('https://elsewhere.example/')],
  ['a web page', () => html()],
])('%s in place of one list does not put everything offline', async (_, reply) => {
  server.fault = ({ path }) => (path === '/events' ? reply() : null)
  await core.bridge.sync.start({ mode: 'full', resource: 'events' })
  await settled(core.bridge)
  expect(await connection()).toMatchObject({ online: true, problem: null })
  await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  const { resources } = await settled(core.bridge)
  expect(resources.find(({ resource }) => resource === 'contacts')?.last).toMatchObject({ state: 'finished' })
})

it('a web page in place of everything does', async () => {
  server.fault = () => html()
  await core.bridge.sync.start({ mode: 'full', resource: 'events' })
  expect(await until(connection, (now) => !now.online)).toMatchObject({
    problem: { code: 'not_the_service' },
  })
})

it('a refusal of one list neither', async () => {
  server.fault = ({ path }) => (path === '/events' ? refuse(403, 'FORBIDDEN') : null)
  await core.bridge.sync.start({ mode: 'full', resource: 'events' })
  await settled(core.bridge)
  expect((await connection()).online).toBe(true)
})
