import { mkdtempSync, readFileSync, rmSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import { forkWithNode } from '../../../src-main/core/keychain/child'
import { takePassphrase } from '../../../src-main/core/keychain/seal/given-passphrase'
import { openSealable, type SealableKeychain } from '../../../src-main/core/keychain/seal/sealable'
import { createLogger } from '../../../src-main/core/log'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'

/** A desk without a keychain: what a passphrase changes for keys, copy and jobs (docs/security.md, C46). */

const passphrase = 'harbour lantern coil nine osprey rain'
const people = 30

let folder: string
let service: RunningService
let core: TestCore | null = null
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'postroom-sealed-desk-'))
  service = await startKeptService({ contacts: people })
})
afterEach(async () => {
  await core?.quit()
  core = null
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The keychain of a machine on which none answers. */
const absent = (given: string | null = null, env: NodeJS.ProcessEnv = {}): Promise<SealableKeychain> =>
  openSealable({
    file: path.join(folder, 'no-such-program.js'),
    start: forkWithNode(),
    log: createLogger(new PassThrough().resume()),
    folder,
    clock: systemClock,
    passphrase: given,
    work: 2 ** 10,
    platform: 'linux',
    env,
  })

/** Starts the console on the folder, as a program that is started anew does. */
async function start(given: string | null = null): Promise<TestCore> {
  await core?.quit()
  core = await startCore({ dataFolder: folder, seal: await absent(given) })
  return core
}

async function connected({ bridge }: TestCore): Promise<void> {
  await bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(bridge)
}
const count = async ({ bridge }: TestCore) => (await bridge.overview.get({ months: 6 })).contacts
const sealOf = async ({ bridge }: TestCore) => (await bridge.profiles.list()).seal
/** Whether the copy on the disk is no plain database. */
function isEncrypted(): boolean {
  const [id = ''] = readdirSync(path.join(folder, 'profiles'))
  return !readFileSync(path.join(folder, 'profiles', id, 'cache.db'))
    .subarray(0, 16)
    .toString('latin1')
    .startsWith('SQLite format 3')
}

describe('without a keychain (C46)', () => {
  it('a passphrase is offered, and keys are kept for the session without one', async () => {
    const desk = await start()
    expect(await sealOf(desk)).toEqual({ kind: 'none', offered: true })
    await connected(desk)
    expect((await desk.bridge.profiles.list()).profiles[0]?.secretKey.state).toBe('session')
    const again = await start()
    expect((await again.bridge.profiles.list()).profiles[0]?.secretKey.state).toBe('missing')
  })

  it('nothing is typed again after a restart but the passphrase, and nothing is shown before', async () => {
    const desk = await start()
    await desk.bridge.seal.make({ passphrase, lockAfterMinutes: 30 })
    await connected(desk)
    expect(isEncrypted()).toBe(true)
    const again = await start()
    expect(await sealOf(again)).toMatchObject({ kind: 'sealed', locked: true, lockAfterMinutes: 30 })
    const locked = await again.bridge.profiles.list()
    expect(locked.profiles[0]?.secretKey.state).toBe('locked')
    expect(await problemOf(again.bridge.overview.get({ months: 6 }))).toMatchObject({
      code: 'keychain_locked',
    })
    expect(
      await problemOf(again.bridge.seal.unlock({ passphrase: 'something else entirely' })),
    ).toMatchObject({
      code: 'passphrase_wrong',
    })
    await again.bridge.seal.unlock({ passphrase })
    await settled(again.bridge)
    const list = await again.bridge.profiles.list()
    expect(list).toMatchObject({ seal: { locked: false }, cacheProblem: null })
    expect(list.profiles[0]?.secretKey.state).toBe('keychain')
    expect(await count(again)).toBe(people)
  })

  it('a copy and keys from before the passphrase are sealed by it', async () => {
    const desk = await start()
    await connected(desk)
    expect(isEncrypted()).toBe(false)
    await desk.bridge.seal.make({ passphrase, lockAfterMinutes: null })
    await settled(desk.bridge)
    expect(isEncrypted()).toBe(true)
    expect(await count(desk)).toBe(people)
    const again = await start()
    await again.bridge.seal.unlock({ passphrase })
    await settled(again.bridge)
    expect(await count(again)).toBe(people)
    expect((await again.bridge.profiles.list()).profiles[0]?.secretKey.state).toBe('keychain')
  })

  it('a passphrase of the environment unlocks at the start, and seals at the first', async () => {
    const desk = await start(passphrase)
    expect(await sealOf(desk)).toMatchObject({ kind: 'sealed', locked: false })
    await connected(desk)
    const again = await start(passphrase)
    await settled(again.bridge)
    expect(await count(again)).toBe(people)
    const wrong = await start('not the passphrase at all')
    expect(await sealOf(wrong)).toMatchObject({ kind: 'sealed', locked: true })
  })

  it('what is on the screen is covered until the passphrase is typed, and what runs goes on', async () => {
    const desk = await start(passphrase)
    await connected(desk)
    await desk.bridge.seal.cover()
    expect(await sealOf(desk)).toMatchObject({ locked: false, covered: true })
    expect(await problemOf(desk.bridge.seal.unlock({ passphrase: 'something else entirely' }))).toMatchObject(
      {
        code: 'passphrase_wrong',
      },
    )
    expect(await count(desk)).toBe(people)
    await desk.bridge.seal.unlock({ passphrase })
    expect(await sealOf(desk)).toMatchObject({ covered: false })
  })

  it('starting over takes keys and copies, once it was typed', async () => {
    const desk = await start(passphrase)
    await connected(desk)
    const again = await start()
    expect(await problemOf(again.bridge.seal.startOver({ typed: 'over' }))).toMatchObject({
      code: 'input_invalid',
    })
    expect(existsSync(path.join(folder, 'keys.sealed'))).toBe(true)
    await again.bridge.seal.startOver({ typed: 'start over' })
    expect(await again.bridge.profiles.list()).toMatchObject({
      profiles: [],
      currentId: null,
      seal: { kind: 'none', offered: true },
    })
    expect(['keys.sealed', 'profiles'].filter((name) => existsSync(path.join(folder, name)))).toEqual([])
  })

  it('a changed byte locks all out, and is told from a wrong passphrase', async () => {
    const desk = await start(passphrase)
    await connected(desk)
    const file = path.join(folder, 'keys.sealed')
    const whole = readFileSync(file)
    const changed = Buffer.from(whole)
    changed[200] = (whole[200] ?? 0) ^ 1
    await desk.quit()
    core = null
    writeFileSync(file, changed)
    const again = await start()
    expect(await problemOf(again.bridge.seal.unlock({ passphrase }))).toMatchObject({ code: 'seal_damaged' })
    writeFileSync(file, whole)
    await again.bridge.seal.unlock({ passphrase })
    await settled(again.bridge)
    expect(await count(again)).toBe(people)
  })

  it('is not sealed where whoever started it wants no key stored', async () => {
    const keychain = await absent(passphrase, { POSTROOM_KEYCHAIN: 'session' })
    expect(keychain.sealed.exists).toBe(false)
    keychain.close()
  })
})

describe('a passphrase that is given at the start', () => {
  it('leaves the environment, so that no program inherits it', () => {
    const env = { POSTROOM_PASSPHRASE: passphrase, HOME: '/' }
    expect(takePassphrase(env)).toBe(passphrase)
    expect(env).toEqual({ HOME: '/' })
    expect(takePassphrase(env)).toBeNull()
  })

  it('may come by a descriptor, without the end of its line', () => {
    const file = path.join(folder, 'passphrase.txt')
    writeFileSync(file, `${passphrase}\n`)
    const env = { POSTROOM_PASSPHRASE_FD: String(openSync(file, 'r')) }
    expect(takePassphrase(env)).toBe(passphrase)
    expect(env).toEqual({})
  })

  it.each(['x', '9999'])('is asked for in words where the descriptor is %s', (descriptor) => {
    expect(() => takePassphrase({ POSTROOM_PASSPHRASE_FD: descriptor })).toThrow(
      `The passphrase cannot be read from descriptor ${descriptor}.`,
    )
  })
})
