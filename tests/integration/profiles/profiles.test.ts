import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Profiles } from '../../../src-main/features/profiles/profiles'
import type { ProfileList } from '../../../src-shared/bridge/profiles'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { hostFor, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { html, refuse } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'

let server: AudienceServer
let core: TestCore
const others: TestCore[] = []
beforeEach(async () => {
  server = await startAudience(people(30))
  core = await startCore()
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
  await core.close()
  await server.close()
})

const restart = async () => {
  await core.quit()
  const next = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
  others.push(next)
  return next
}
const emailOf = async (id: string) => (await core.bridge.contacts.get({ id })).email

it('is chosen in the very write that adds it, so that a kill leaves no profile that nobody chose', async () => {
  const { host, remove } = await hostFor({})
  const profiles = await Profiles.open(host)
  const seen: ProfileList[] = []
  profiles.watch(() => seen.push(profiles.list()))
  await profiles.create(profileFor(server.url))
  expect(seen.filter((list) => list.profiles.length > 0 && list.currentId === null)).toEqual([])
  expect(seen.at(-1)?.profiles).toHaveLength(1)
  await profiles.close()
  await remove()
})

describe('the connection test', () => {
  const test = (address = server.url) =>
    core.bridge.profiles.test({ address, secretKey: 'sk_test_0123456789' })

  it('says what it found, and leaves open what the service did not say', async () => {
    expect(await test(`${server.url}/`)).toMatchObject({
      address: server.url,
      contacts: 30,
      domains: 0,
      campaigns: null,
      notes: [],
    })
  })

  it('stores nothing', async () => {
    await test()
    expect(await readdir(core.dataFolder)).toEqual([])
    expect(core.keychain.writes).toEqual([])
  })

  it.each([
    ['a refused key', () => refuse(401, 'INVALID_API_KEY'), 'key_refused'],
    ['a disabled project', () => refuse(403, 'PROJECT_DISABLED'), 'project_disabled'],
    ['a website', () => html(), 'not_the_service'],
  ])('tells %s', async (_, reply, code) => {
    server.fault = () => reply()
    expect((await problemOf(test())).code).toBe(code)
  })

  it('tells that nothing listens there', async () => {
    await server.close()
    expect((await problemOf(test())).code).toBe('connection_refused')
  })

  it('tells an address that is none', async () => {
    expect((await problemOf(test('ftp://example.com'))).code).toBe('address_invalid')
  })

  it('uses the stored key of a profile where none is given', async () => {
    const { id } = await core.bridge.profiles.create(profileFor(server.url, 'sk_test_stored_0001'))
    await core.bridge.profiles.test({ address: server.url, profileId: id })
    expect(
      server.server.requests.every(({ headers }) => headers.authorization === 'Bearer sk_test_stored_0001'),
    ).toBe(true)
  })
})

describe('several profiles', () => {
  it('have a copy each, and are switched without a restart', async () => {
    const other = await startAudience(people(3, 500))
    const first = await core.bridge.profiles.create(profileFor(server.url))
    await settled(core.bridge)
    const second = await core.bridge.profiles.create({ ...profileFor(other.url), name: 'Other' })
    await settled(core.bridge)
    expect(await emailOf('cnt_500')).toBe('person500@example.com')
    expect((await problemOf(core.bridge.contacts.get({ id: 'cnt_1' }))).code).toBe('not_found')
    await core.bridge.profiles.select({ id: first.id })
    expect(await emailOf('cnt_1')).toBe('person1@example.com')
    expect((await core.bridge.profiles.list()).currentId).toBe(first.id)
    expect(second.id).not.toBe(first.id)
    await other.close()
  })

  it('open where they were left after a restart', async () => {
    await core.bridge.profiles.create(profileFor(server.url))
    await settled(core.bridge)
    const again = await restart()
    expect((await again.bridge.contacts.get({ id: 'cnt_1' })).email).toBe('person1@example.com')
    expect(stateOf(await again.bridge.sync.state(), 'contacts').fullAsOf).not.toBeNull()
  })

  it('leave the next one current when the current one is removed', async () => {
    const first = await core.bridge.profiles.create(profileFor(server.url))
    const second = await core.bridge.profiles.create({ ...profileFor(server.url), name: 'Other' })
    await core.bridge.profiles.remove({ id: second.id, name: 'Other' })
    expect((await core.bridge.profiles.list()).currentId).toBe(first.id)
  })
})

describe('changes of a profile', () => {
  it('of its address take effect at once', async () => {
    const { id } = await core.bridge.profiles.create(profileFor('http://127.0.0.1:1'))
    await until(
      () => core.bridge.sync.state(),
      ({ connection }) => !connection.online,
    )
    const profile = await core.bridge.profiles.update({
      id,
      changes: { address: `${server.url}/` },
      keys: { secretKey: 'sk_test_0123456789abcdef' },
    })
    expect(profile.address).toBe(server.url)
    expect(stateOf(await settled(core.bridge), 'contacts').rows).toBe(30)
  })

  it('of parts of its plan made at once are all kept', async () => {
    const { id, plan } = await core.bridge.profiles.create(profileFor(server.url))
    await Promise.all([
      core.bridge.profiles.update({ id, changes: { plan: { fullDailyAt: '04:30' } } }),
      core.bridge.profiles.update({ id, changes: { plan: { backgroundShare: 0.25 } } }),
      core.bridge.profiles.update({ id, changes: { brake: { bounced: 0.04 } } }),
    ])
    const kept = (await core.bridge.profiles.list()).profiles.find((profile) => profile.id === id)
    expect(kept?.plan).toEqual({ ...plan, fullDailyAt: '04:30', backgroundShare: 0.25 })
    expect(kept?.brake).toMatchObject({ bounced: 0.04, complained: 0.003 })
  })

  it('are refused for a profile that is gone', async () => {
    const call = core.bridge.profiles.update({ id: 'nobody', changes: { name: 'x' } })
    expect((await problemOf(call)).code).toBe('profile_missing')
  })
})

describe('settings.json', () => {
  it('that makes no sense is moved aside and said, and the program starts', async () => {
    await core.bridge.profiles.create(profileFor(server.url))
    await core.quit()
    await writeFile(join(core.dataFolder, 'settings.json'), '{"version":1,"profiles":[')
    const again = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
    others.push(again)
    const { profiles, settingsMovedTo } = await again.bridge.profiles.list()
    expect(profiles).toEqual([])
    expect(await readFile(settingsMovedTo ?? '', 'utf8')).toBe('{"version":1,"profiles":[')
    expect(again.log).toContain('settings_damaged')
  })

  it('keeps appearance, dismissed notices and columns', async () => {
    await core.bridge.settings.update({
      appearance: { theme: 'dark', density: 'compact' },
      dismissed: ['keychain'],
    })
    const again = await restart()
    expect(await again.bridge.settings.get()).toEqual({
      appearance: { theme: 'dark', density: 'compact' },
      dismissed: ['keychain'],
      language: 'system',
      columns: {},
      holdSeconds: 30,
      notices: { jobs: true, runs: true, brake: true },
      shortcuts: {},
      actionUses: {},
      lastScreens: {},
    })
  })
})

describe('the copy on disk', () => {
  it('is checked, shown and cleared; what is waiting stays', async () => {
    const { id } = await core.bridge.profiles.create(profileFor(server.url))
    await settled(core.bridge)
    expect(await core.bridge.storage.check()).toMatchObject({ sound: true, findings: [] })
    await core.bridge.storage.openFolder()
    expect(core.shown).toEqual([join(core.dataFolder, 'profiles', id)])
    await core.bridge.storage.clear()
    expect(await core.bridge.storage.get()).toMatchObject({ contacts: 0, events: 0 })
    const { entries } = await core.bridge.activity.page({
      filter: { kind: null, outcome: null, search: '' },
      slice: { offset: 0, limit: 50 },
    })
    const { resources } = await core.bridge.sync.state()
    expect(entries, 'a run of each list').toHaveLength(resources.length)
  })

  it('that is damaged is told, set aside on request, and made anew', async () => {
    const { id } = await core.bridge.profiles.create(profileFor(server.url))
    await settled(core.bridge)
    await core.quit()
    const folder = join(core.dataFolder, 'profiles', id)
    await truncate(join(folder, 'cache.db'), 5000)
    const again = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
    others.push(again)
    const list = await until(
      () => again.bridge.profiles.list(),
      ({ cacheProblem }) => cacheProblem !== null,
    )
    expect(list.cacheProblem).toMatchObject({
      code: 'cache_damaged',
      action: 'Set the file aside and copy again.',
    })
    await again.bridge.storage.setAside()
    expect(stateOf(await settled(again.bridge), 'contacts').rows).toBe(30)
    expect((await again.bridge.storage.get()).setAside).toHaveLength(1)
    expect((await again.bridge.profiles.list()).cacheProblem).toBeNull()
  })
})
