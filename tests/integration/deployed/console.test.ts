import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { ended, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { checked, importUntil } from '../imports/fixture'

/** The console against a deployed service, which a stand-in plays that shares no code with it. */

const people = 350

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.seed(people)
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

async function connect(keys: { publicKey?: string } = {}): Promise<void> {
  await core.bridge.profiles.create({ ...profileFor(service.url, service.secretKey), ...keys })
  await settled(core.bridge)
}
const rows = async () => stateOf(await core.bridge.sync.state(), 'contacts').rows
const emails = () => service.state.contacts.all().map(({ email }) => email)

describe('a copy of contacts', () => {
  it('holds everybody', async () => {
    await connect()
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: people, note: null })
    expect(await rows()).toBe(people)
  })

  it('holds everybody where the contact is deleted whose id the next page is asked by', async () => {
    let deleted = false
    service.faults = ({ method, path, query }) => {
      const named = service.state.contacts.get(query.get('cursor') ?? '')
      if (method === 'GET' && path === '/contacts' && named && !deleted) {
        deleted = true
        service.state.contacts.remove(named)
      }
      return null
    }
    await connect()
    expect(deleted).toBe(true)
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: people })
  })
})

describe('writing contacts', () => {
  it('adds one without data', async () => {
    await connect()
    const email = 'new@lamp-room.example'
    const made = await core.bridge.contacts.create({ email, subscribed: true, data: {} })
    expect(made).toMatchObject({ isNew: true, contact: { email } })
    expect(emails()).toContain(email)
  })

  it('imports addresses alone, and takes them back', async () => {
    await connect()
    const text = ['email', ...Array.from({ length: 20 }, (_, at) => `Person.${at}@Lamp-Room.example`)].join(
      '\n',
    )
    const { id } = await core.bridge.imports.open({ kind: 'text', text })
    await checked(core.bridge, id)
    await core.bridge.imports.run({ id })
    const after = await importUntil(core.bridge, id, ({ step }) => step === 'after')
    expect(after.written).toMatchObject({ created: 20, failed: 0 })
    expect(emails()).toHaveLength(people + 20)
    await core.bridge.imports.undo({ id })
    const { undone } = await importUntil(
      core.bridge,
      id,
      (seen) => seen.undone?.reversed === 20 && seen.jobs[0]?.state === 'finished',
    )
    expect(undone).toEqual({ reversed: 20, kept: 0, failed: 0 })
    expect(emails()).toHaveLength(people)
  })
})

describe('tracking an event', () => {
  const track = () => core.bridge.events.track({ email: 'person0@example.com', event: 'lamp_lit' })

  it('asks for the public key where there is none, and the profile works on', async () => {
    await connect()
    await expect(track()).rejects.toMatchObject({ data: { title: 'A public key is needed' } })
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    await settled(core.bridge)
    expect((await core.bridge.sync.state()).connection).toMatchObject({ online: true, problem: null })
  })

  it('goes with the public key', async () => {
    await connect({ publicKey: service.publicKey })
    expect(await track()).toMatchObject({ outcome: 'sent', eventId: expect.any(String) })
  })
})
