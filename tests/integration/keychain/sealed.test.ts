import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asProblem } from '../../../src-main/core/problems'
import { SealedKeys } from '../../../src-main/core/keychain/seal/sealed-keys'
import { seeded } from '../../fixtures/seeded'

/** Keys that a passphrase seals, for want of a keychain (docs/security.md, C46). */

const passphrase = 'harbour lantern coil nine osprey rain'
const other = 'another six words entirely for this'
/** Little work: how long a guess takes is no matter here. */
const work = 2 ** 10

let folder: string
let slept: number[]
const clock = {
  now: () => 1_790_000_000_000,
  sleep: (ms: number) => {
    slept.push(ms)
    return Promise.resolve()
  },
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postroom-seal-'))
  slept = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => asProblem(error).problem,
  )
const file = () => path.join(folder, 'keys.sealed')
const look = () => SealedKeys.look(file(), clock, work)
const secrets = new Map([
  ['profile:one:secret', 'sk_harbour_0123456789'],
  ['cache:one', 'ab'.repeat(32)],
])

async function sealed(): Promise<SealedKeys> {
  const keys = await look()
  await keys.create(passphrase, secrets, 30)
  return keys
}

describe('keys sealed with a passphrase (C46)', () => {
  it('lie in one file for its owner alone, in which nothing of them can be read', async () => {
    await sealed()
    expect(readdirSync(folder)).toEqual(['keys.sealed'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const text = readFileSync(file(), 'utf8')
    for (const [account, secret] of secrets) {
      expect(text).not.toContain(account)
      expect(text).not.toContain(secret)
    }
    expect(text).not.toContain('harbour')
  })

  it('cost whoever guesses 128 MB and half a second a try', async () => {
    const keys = await SealedKeys.look(file(), clock)
    await keys.create(passphrase, secrets, null)
    expect(keys.header?.kdf).toMatchObject({ name: 'scrypt', n: 131_072, r: 8, p: 1 })
  })

  it('are given after a restart to the passphrase, and to it alone', async () => {
    await sealed()
    const again = await look()
    expect({ exists: again.exists, isOpen: again.isOpen }).toEqual({ exists: true, isOpen: false })
    expect(again.get('cache:one')).toBeNull()
    expect(await problemOf(again.unlock(other))).toMatchObject({ code: 'passphrase_wrong' })
    expect(again.isOpen).toBe(false)
    await again.unlock(passphrase)
    expect(again.entries()).toEqual([...secrets])
  })

  it('open to letters that are composed otherwise', async () => {
    const keys = await look()
    await keys.create('Hafenmeister Öse über Bord', secrets, null)
    const again = await look()
    await again.unlock('Hafenmeister Öse über Bord'.normalize('NFD'))
    expect(again.isOpen).toBe(true)
  })

  it('take ten seconds a try from the fifth wrong one on, and none after the right one', async () => {
    await sealed()
    const keys = await look()
    for (let tries = 0; tries < 4; tries++) await problemOf(keys.unlock(other))
    expect(slept).toEqual([])
    await problemOf(keys.unlock(other))
    await keys.unlock(passphrase)
    expect(slept).toEqual([10_000, 10_000])
    await keys.unlock(passphrase)
    expect(slept).toHaveLength(2)
  })

  it('are written with every change, and stay what they were where that fails', async () => {
    const keys = await sealed()
    await keys.set('profile:two:secret', 'sk_two')
    await keys.delete('cache:one')
    const again = await look()
    await again.unlock(passphrase)
    expect(again.entries().map(([account]) => account)).toEqual(['profile:one:secret', 'profile:two:secret'])
    rmSync(folder, { recursive: true })
    expect(await problemOf(again.set('profile:three:secret', 'sk_three'))).toMatchObject({
      code: 'file_unwritable',
    })
    expect(again.get('profile:three:secret')).toBeNull()
  })

  it('take nothing while they are locked', async () => {
    await sealed()
    const keys = await look()
    expect(await problemOf(keys.set('a', 'b'))).toMatchObject({ code: 'keychain_locked' })
    await keys.unlock(passphrase)
    expect(keys.get('a')).toBeNull()
  })

  it('get another passphrase from who knows the one before', async () => {
    const keys = await sealed()
    expect(await problemOf(keys.change(other, other))).toMatchObject({ code: 'passphrase_wrong' })
    await keys.change(passphrase, other)
    const again = await look()
    expect(await problemOf(again.unlock(passphrase))).toMatchObject({ code: 'passphrase_wrong' })
    await again.unlock(other)
    expect(again.entries()).toEqual([...secrets])
    expect(again.header?.lockAfterMinutes).toBe(30)
  })

  it('are not sealed with a short passphrase, nor over a seal that is there', async () => {
    const keys = await look()
    expect(await problemOf(keys.create('eleven char', secrets, null))).toMatchObject({
      code: 'input_invalid',
    })
    expect(readdirSync(folder)).toEqual([])
    await keys.create(passphrase, secrets, null)
    expect(await problemOf(keys.create(other, new Map(), null))).toMatchObject({ code: 'input_invalid' })
    const again = await look()
    await again.unlock(passphrase)
    expect(again.entries()).toHaveLength(2)
  })

  it('are not opened after any byte of their file was changed, which is said and leaves it as it is', async () => {
    await sealed()
    const whole = readFileSync(file())
    const random = seeded(46)
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (whole[at] ?? 0) ^ (1 << Math.floor(random() * 7))
      writeFileSync(file(), changed)
      const keys = await look()
      expect(keys.exists, `byte ${at}`).toBe(true)
      expect(await problemOf(keys.unlock(passphrase)), `byte ${at}`).toMatchObject({ code: 'seal_damaged' })
      expect(readFileSync(file()).equals(changed)).toBe(true)
    }
    writeFileSync(file(), whole)
    const keys = await look()
    await keys.unlock(passphrase)
    expect(keys.entries()).toEqual([...secrets])
  })

  it('are not opened after their file was cut, at any place', async () => {
    await sealed()
    const whole = readFileSync(file())
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file(), whole.subarray(0, length))
      const keys = await look()
      expect(keys.exists).toBe(true)
      expect(await problemOf(keys.unlock(passphrase)), `${length} bytes`).toMatchObject({
        code: 'seal_damaged',
      })
    }
  })

  it('open again once a damaged file was put back, without a restart', async () => {
    await sealed()
    const whole = readFileSync(file())
    writeFileSync(file(), whole.subarray(0, 40))
    const keys = await look()
    await problemOf(keys.unlock(passphrase))
    writeFileSync(file(), whole)
    await keys.unlock(passphrase)
    expect(keys.entries()).toEqual([...secrets])
  })

  it('are not opened by a header that somebody made cheaper to guess', async () => {
    await sealed()
    const text = readFileSync(file(), 'utf8')
    writeFileSync(file(), text.replace('"lockAfterMinutes":30', '"lockAfterMinutes":31'))
    expect(await problemOf((await look()).unlock(passphrase))).toMatchObject({ code: 'seal_damaged' })
  })

  it('are gone once they were discarded', async () => {
    const keys = await sealed()
    await keys.discard()
    expect(readdirSync(folder)).toEqual([])
    expect({ exists: keys.exists, isOpen: keys.isOpen, one: keys.get('cache:one') }).toEqual({
      exists: false,
      isOpen: false,
      one: null,
    })
  })
})
