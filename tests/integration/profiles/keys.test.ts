import { execFileSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type CoreWishes, type TestCore } from '../../fixtures/core'
import { fastClock } from '../../fixtures/fast-clock'
import { memoryKeychain } from '../../fixtures/memory-keychain'
import { people } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'

const key = 'sk_live_canary_0123456789'
let server: AudienceServer
let core: TestCore
const others: TestCore[] = []
beforeEach(async () => {
  server = await startAudience(people(30))
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
  await core.close()
  await server.close()
})

const again = async (wishes: CoreWishes = {}) => {
  await core.quit()
  const next = await startCore({ ...wishes, dataFolder: core.dataFolder, keychain: core.keychain })
  others.push(next)
  return next
}

describe('with a keychain', () => {
  beforeEach(async () => {
    core = await startCore()
  })

  it('keeps the keys there, and nowhere in the data folder', async () => {
    const publicKey = 'pk_live_canary_9876543210'
    const { id } = await core.bridge.profiles.create({ ...profileFor(server.url, key), publicKey })
    await settled(core.bridge)
    await core.bridge.contacts.update({ id: 'cnt_1', changes: { subscribed: false } })
    await core.quit()
    expect(core.keychain.entries.get(`profile:${id}:secret`)).toBe(key)
    expect(core.keychain.entries.get(`profile:${id}:public`)).toBe(publicKey)
    const found = execFileSync('sh', ['-c', `grep -rlaE 'canary_(0123456789|9876543210)' . || true`], {
      cwd: core.dataFolder,
    })
    expect(found.toString()).toBe('')
    expect(core.log).not.toContain('canary')
  })

  it('tells the page the class and the last four characters', async () => {
    const profile = await core.bridge.profiles.create(profileFor(server.url, key))
    expect(profile.secretKey).toEqual({ class: 'secret', lastFour: '6789', state: 'keychain' })
    expect(profile.publicKey).toBeNull()
    expect(JSON.stringify(await core.bridge.profiles.list())).not.toContain('canary')
  })

  it('writes its settings for their owner alone', async () => {
    await core.bridge.profiles.create(profileFor(server.url, key))
    const { mode } = await stat(join(core.dataFolder, 'settings.json'))
    expect(mode & 0o777).toBe(0o600)
  })

  it('refuses a public key where a secret one is needed', async () => {
    const problem = await problemOf(core.bridge.profiles.create(profileFor(server.url, 'pk_live_1234567890')))
    expect(problem.code).toBe('key_wrong_class')
    expect((await core.bridge.profiles.list()).profiles).toEqual([])
    expect(core.keychain.writes).toEqual([])
  })

  it('takes a key without a known prefix, and says so in the test', async () => {
    const report = await core.bridge.profiles.test({
      address: server.url,
      secretKey: 'plainkey_without_prefix',
    })
    expect(report.notes).toContain(
      'The key begins neither with sk_ nor with pk_. It was tried as a secret key.',
    )
    const profile = await core.bridge.profiles.create(profileFor(server.url, 'plainkey_without_prefix'))
    expect(profile.secretKey.class).toBe('unknown')
  })

  it('encrypts the copy with a random key of its own', async () => {
    const { id } = await core.bridge.profiles.create(profileFor(server.url, key))
    await settled(core.bridge)
    expect(core.keychain.entries.get(`cache:${id}`)).toMatch(/^[0-9a-f]{64}$/)
    expect(await core.bridge.storage.get()).toMatchObject({
      encrypted: true,
      plainReason: null,
      contacts: 30,
    })
  })

  it('deletes the keys and the copy with the profile, whose name must be typed', async () => {
    const { id } = await core.bridge.profiles.create(profileFor(server.url, key))
    await settled(core.bridge)
    expect((await problemOf(core.bridge.profiles.remove({ id, name: 'Tset' }))).code).toBe('input_invalid')
    await core.bridge.profiles.remove({ id, name: 'Test' })
    expect([...core.keychain.entries.keys()]).toEqual([])
    await expect(stat(join(core.dataFolder, 'profiles', id))).rejects.toThrow('ENOENT')
    expect(await core.bridge.profiles.list()).toMatchObject({ profiles: [], currentId: null })
  })
})

describe('a keychain that is locked', () => {
  beforeEach(async () => {
    core = await startCore()
    await core.bridge.profiles.create(profileFor(server.url, key))
    await settled(core.bridge)
    await core.quit()
    core.keychain.locked = true
    core.keychain.writes.length = 0
  })

  it('is told from an absent key, and nothing is made, written or deleted', async () => {
    const locked = await again()
    const list = await until(
      () => locked.bridge.profiles.list(),
      ({ cacheProblem, profiles }) => cacheProblem !== null && profiles[0]?.secretKey.state === 'locked',
    )
    expect(list.cacheProblem?.code).toBe('keychain_locked')
    expect((await problemOf(locked.bridge.contacts.get({ id: 'cnt_1' }))).code).toBe('keychain_locked')
    expect(locked.keychain.writes).toEqual([])
  })

  it('gives everything back when it is unlocked', async () => {
    const locked = await again()
    await until(
      () => locked.bridge.profiles.list(),
      ({ cacheProblem }) => cacheProblem !== null,
    )
    locked.keychain.locked = false
    const list = await locked.bridge.profiles.retryKeychain()
    expect(list.cacheProblem).toBeNull()
    expect(list.profiles[0]?.secretKey.state).toBe('keychain')
    expect((await locked.bridge.contacts.get({ id: 'cnt_1' })).email).toBe('person1@example.com')
    expect((await locked.bridge.sync.reconnect()).online).toBe(true)
  })
})

describe('a keychain that does not answer yet', () => {
  beforeEach(async () => {
    core = await startCore()
    await core.bridge.profiles.create(profileFor(server.url, key))
    await settled(core.bridge)
    await core.quit()
    core.keychain.absent = true
    await core.keychain.retry()
  })

  it('is waited for: the copy opens and the service is asked as soon as it answers, with nobody asking', async () => {
    const late = await again({ clock: fastClock(50) })
    await until(
      () => late.bridge.profiles.list(),
      ({ cacheProblem }) => cacheProblem?.code === 'keychain_locked',
    )
    late.keychain.absent = false
    const list = await until(
      () => late.bridge.profiles.list(),
      ({ cacheProblem, profiles }) => cacheProblem === null && profiles[0]?.secretKey.state === 'keychain',
    )
    expect(list.keychain.kind).toBe('keychain')
    expect((await late.bridge.contacts.get({ id: 'cnt_1' })).email).toBe('person1@example.com')
    expect((await late.bridge.sync.state()).connection).toMatchObject({ online: true, problem: null })
  })
})

it('a keychain that cannot store a key says what to do, and the next try keeps it for this session', async () => {
  core = await startCore()
  core.keychain.locked = true
  const refused = await problemOf(core.bridge.profiles.create(profileFor(server.url, key)))
  expect(refused.code).toBe('keychain_unavailable')
  expect(refused.action).toContain('Try again to keep the key until Postroom quits.')
  expect((await core.bridge.profiles.list()).keychain.kind).toBe('session')
  const profile = await core.bridge.profiles.create(profileFor(server.url, key))
  expect(profile.secretKey.state).toBe('session')
  await settled(core.bridge)
  expect((await core.bridge.storage.get()).contacts).toBe(30)
})

describe('without a keychain', () => {
  beforeEach(async () => {
    core = await startCore({ keychain: memoryKeychain({ absent: true }) })
    await core.bridge.profiles.create(profileFor(server.url, key))
    await settled(core.bridge)
  })

  it('keeps keys for this session and the copy plain, and says so', async () => {
    const list = await core.bridge.profiles.list()
    expect(list.keychain).toMatchObject({ kind: 'session' })
    expect(list.profiles[0]?.secretKey.state).toBe('session')
    const storage = await core.bridge.storage.get()
    expect(storage.encrypted).toBe(false)
    expect(storage.plainReason).toContain('There is no keychain here.')
    const file = await stat(join(storage.path, 'cache.db'))
    expect(file.mode & 0o777).toBe(0o600)
  })

  it('asks for the key again after a restart, and shows the copy meanwhile', async () => {
    await core.quit()
    const next = await startCore({ dataFolder: core.dataFolder, keychain: memoryKeychain({ absent: true }) })
    others.push(next)
    expect((await next.bridge.contacts.get({ id: 'cnt_1' })).email).toBe('person1@example.com')
    const { profiles } = await next.bridge.profiles.list()
    expect(profiles[0]?.secretKey).toMatchObject({ state: 'missing', lastFour: '6789' })
    expect((await next.bridge.sync.state()).connection.problem?.code).toBe('key_missing')
    const profile = await next.bridge.profiles.replaceKeys({ id: profiles[0]?.id ?? '', secretKey: key })
    expect(profile.secretKey.state).toBe('session')
    expect((await next.bridge.sync.reconnect()).online).toBe(true)
  })

  it('moves the keys and encrypts the copy as soon as there is a keychain', async () => {
    core.keychain.absent = false
    const list = await core.bridge.profiles.retryKeychain()
    expect(list.profiles[0]?.secretKey.state).toBe('keychain')
    const storage = await core.bridge.storage.get()
    expect(storage).toMatchObject({ encrypted: true, contacts: 30 })
    const head = await readFile(join(storage.path, 'cache.db'))
    expect(head.includes('person1@example.com')).toBe(false)
    const stored = JSON.parse(await readFile(join(core.dataFolder, 'settings.json'), 'utf8'))
    expect(stored.profiles[0].secretKey.kept).toBe('keychain')
  })
})
