import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { refuse } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { until } from '../../fixtures/until'

/** A service that takes a key for some calls and refuses it for others. */

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience(people(3))
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const connect = async () => {
  await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
}
const connection = async () => (await core.bridge.sync.state()).connection
const track = () => core.bridge.events.track({ email: 'person0@example.com', event: 'lamp_lit' })
const refused = refuse(401, 'INVALID_API_KEY')

it('an event that takes a public key is refused in words, and the profile works on', async () => {
  server.fault = ({ path }) => (path === '/v1/track' ? refused : null)
  await connect()
  const before = server.requestsFor('/contacts').length
  await expect(track()).rejects.toMatchObject({
    data: { code: 'key_wrong_class', title: 'A public key is needed' },
  })
  // The service was asked whether it takes the key for what every key may read.
  await until(
    () => server.requestsFor('/contacts').length,
    (asked) => asked > before,
  )
  expect(await connection()).toMatchObject({ online: true, problem: null })
})

it('a list that this key may not read does not take the others along', async () => {
  server.fault = ({ path }) => (path === '/domains' ? refused : null)
  await connect()
  expect(await connection()).toMatchObject({ online: true, problem: null })
  await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  await settled(core.bridge)
  const { resources } = await core.bridge.sync.state()
  expect(resources.find(({ resource }) => resource === 'contacts')?.last?.state).toBe('finished')
})

it('a key that is refused for everything is found out by any call', async () => {
  await connect()
  server.fault = () => refused
  await expect(track()).rejects.toMatchObject({ data: { code: 'key_wrong_class' } })
  await until(connection, ({ problem }) => problem?.code === 'key_refused')
})
