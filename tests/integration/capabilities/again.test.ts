import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { problemOf } from '../../fixtures/problem-of'
import { abilityOf, knownOf } from '../../fixtures/on-service'
import { startKeptService } from '../../fixtures/kept-service'

/** When a service is asked again what it can do, and what becomes of what was known. */

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.seed(20)
  core = await startCore({ asksUnbidden: true })
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

async function connect(keys: { publicKey?: string } = {}): Promise<string> {
  const { id } = await core.bridge.profiles.create({ ...profileFor(service.url, service.secretKey), ...keys })
  await settled(core.bridge)
  await knownOf(core.bridge)
  return id
}
const askings = () => service.requests.filter(({ path }) => path === '/postroom-asks').length
const activity = async () =>
  core.bridge.activity.page({
    filter: { kind: 'run', outcome: null, search: 'answers changed' },
    slice: { offset: 0, limit: 10 },
  })
/** From now on the service says that it has no such path. */
function without(path: string): void {
  service.faults = (request) =>
    request.path === path
      ? {
          do: 'answer',
          status: 404,
          body: { success: false, error: { code: 'INTERNAL_SERVER_ERROR', message: 'Unknown route' } },
        }
      : null
}

describe('asked again', () => {
  it('by a person, what changed is new, with the day, and in the activity log', async () => {
    await connect()
    const before = abilityOf(await knownOf(core.bridge), 'lookup')
    expect(before).toMatchObject({ state: 'can', changedAt: null })
    without('/contacts/lookup')
    await core.bridge.capabilities.ask()
    const known = await knownOf(core.bridge)
    const after = abilityOf(known, 'lookup')
    expect(after).toMatchObject({ state: 'cannot', answer: 'absent' })
    expect(after.since).toBe(after.changedAt)
    expect(known).toMatchObject({ changed: 1, askedBefore: before.askedAt })
    expect((await activity()).entries).toMatchObject([
      { title: 'The service’s answers changed: Address look-up', cause: 'person' },
    ])
  })

  it('keeps what is known, and since when, of what is answered as before', async () => {
    await connect()
    const before = abilityOf(await knownOf(core.bridge), 'contacts')
    await core.bridge.capabilities.ask()
    const after = abilityOf(await knownOf(core.bridge), 'contacts')
    expect(after).toMatchObject({ since: before.since, changedAt: null })
    expect(after.askedAt).toBeGreaterThanOrEqual(before.askedAt ?? Infinity)
  })

  it('not by itself when the profile is opened again soon', async () => {
    const { dataFolder, keychain } = core
    await connect()
    await core.quit()
    core = await startCore({ asksUnbidden: true, dataFolder, keychain })
    const known = await knownOf(core.bridge)
    expect(abilityOf(known, 'bulk').state).toBe('can')
    await core.bridge.sync.reconnect()
    expect(askings()).toBe(1)
  })

  it('at another address, where nothing of the first one holds', async () => {
    const id = await connect()
    const other = await startKeptService({ contacts: 5 })
    try {
      await core.bridge.profiles.update({
        id,
        changes: { address: other.url },
        keys: { secretKey: other.secretKey },
      })
      const known = await knownOf(core.bridge, (now) => abilityOf(now, 'bulk').state === 'cannot')
      expect(abilityOf(known, 'trackKey').answer).toBe('eitherKey')
      expect(known).toMatchObject({ changed: 0, askedBefore: null })
    } finally {
      await core.close()
      await other.stop()
    }
  })

  it('is refused while the service is away, and nothing is forgotten', async () => {
    await connect()
    await service.stop()
    await core.bridge.sync.reconnect()
    expect((await problemOf(core.bridge.capabilities.ask())).code).toBe('offline')
    expect(abilityOf(await knownOf(core.bridge), 'bulk').state).toBe('can')
  })
})

describe('an answer to work', () => {
  it('that there is no such call is remembered at once', async () => {
    await connect()
    without('/segments')
    await core.bridge.sync.start({ mode: 'quick', resource: 'segments' })
    const known = await knownOf(core.bridge, (now) => abilityOf(now, 'segments').state === 'cannot')
    expect(abilityOf(known, 'segments').evidence).toBe('GET /segments: 404')
  })

  it('to a change of a campaign tells by which method it is taken, and the other is not tried any more', async () => {
    await connect()
    const campaign = await core.bridge.campaigns.create({
      name: 'Lamp room',
      description: '',
      mail: {
        subject: 'Light',
        body: '<p>Light</p>',
        from: 'keeper@example.com',
        fromName: '',
        replyTo: '',
        type: 'MARKETING',
      },
      audience: { kind: 'all' },
    })
    const rename = async (name: string) => {
      const { basis } = await core.bridge.campaigns.get({ id: campaign.id })
      await core.bridge.campaigns.update({ id: campaign.id, changes: { name }, basis })
    }
    await rename('Lamp room, again')
    const known = await knownOf(core.bridge, (now) => abilityOf(now, 'campaignChanges').state !== 'notAsked')
    expect(abilityOf(known, 'campaignChanges')).toMatchObject({ state: 'differs', answer: 'byPut' })
    const patches = () => service.requests.filter(({ method }) => method === 'PATCH').length
    const before = patches()
    await rename('Lamp room, once more')
    expect(patches()).toBe(before)
  })

  it('an event without a public key is not sent where it would be refused', async () => {
    await connect()
    const tracked = () => service.requests.filter(({ path }) => path === '/v1/track').length
    const before = tracked()
    const event = { email: 'person@example.com', event: 'lamp_lit' }
    expect((await problemOf(core.bridge.events.track(event))).code).toBe('key_wrong_class')
    expect(tracked()).toBe(before)
  })
})

it('a version in the answers that is another has the service asked again', async () => {
  let version = '1'
  service.faults = ({ path }) =>
    path === '/segments'
      ? { do: 'answer', status: 200, body: [], headers: { 'X-API-Version': version } }
      : null
  await connect()
  expect((await knownOf(core.bridge)).version).toBe('1')
  version = '2'
  await core.bridge.sync.start({ mode: 'quick', resource: 'segments' })
  await settled(core.bridge)
  // It had just been asked: that it is asked by itself waits, but a person may.
  await core.bridge.capabilities.ask()
  expect((await knownOf(core.bridge)).version).toBe('2')
})
