import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { program } from '../../fixtures/built'
import { openOn } from '../../fixtures/open-keychain'

let folder: string
const opened: { close(): void }[] = []
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'postroom-keychain-'))))
afterEach(() => {
  for (const keychain of opened.splice(0)) keychain.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (name: string, options?: Parameters<typeof openOn>[1]) =>
  openFile(program(`keychain-${name}`), options)

async function openFile(file: string, options: Parameters<typeof openOn>[1] = {}) {
  const result = await openOn(file, {
    childEnv: { ...process.env, POSTROOM_TEST_FILE: path.join(folder, 'held.json') },
    ...options,
  })
  opened.push(result.keychain)
  return result
}

describe('a keychain that answers', () => {
  it('keeps a key across sessions', async () => {
    const { keychain } = await open('sound')
    expect(keychain.state).toEqual({ kind: 'keychain', name: 'Secret Service' })
    await keychain.set('a', 'sk_one')
    const later = await open('sound')
    expect(await later.keychain.get('a')).toBe('sk_one')
  })

  it('answers null for what it does not hold', async () => {
    const { keychain } = await open('sound')
    expect(await keychain.get('nobody')).toBeNull()
  })

  it('deletes, also what is not there', async () => {
    const { keychain } = await open('sound')
    await keychain.set('a', 'sk_one')
    await keychain.delete('a')
    await keychain.delete('a')
    expect(await keychain.get('a')).toBeNull()
  })

  it('carries out calls that overlap', async () => {
    const { keychain } = await open('sound')
    await keychain.set('a', 'one')
    await keychain.set('b', 'two')
    expect(await Promise.all(['a', 'b', 'c'].map((account) => keychain.get(account)))).toEqual([
      'one',
      'two',
      null,
    ])
  })

  it('refuses a key of more bytes than every keychain takes, and keeps the one it had (C13)', async () => {
    const { keychain } = await open('sound')
    await keychain.set('a', 'sk_old')
    await expect(keychain.set('a', 'x'.repeat(5000))).rejects.toMatchObject({
      problem: { code: 'key_too_long' },
    })
    await expect(keychain.set('a', 'é'.repeat(1251))).rejects.toMatchObject({
      problem: { code: 'key_too_long' },
    })
    expect(await keychain.get('a')).toBe('sk_old')
  })
})

describe('a keychain that hangs', () => {
  it('fails the call with a typed error and says so in its state (C11)', async () => {
    const { keychain } = await open('hangs', { timeLimit: 4000 })
    await expect(keychain.get('a')).rejects.toMatchObject({ problem: { code: 'keychain_unavailable' } })
    expect(keychain.state).toEqual({
      kind: 'session',
      reason: 'The keychain gave no answer within 4 seconds.',
    })
  })

  it('is not there from the start where it never answers', async () => {
    const { keychain } = await open('never-answers', { timeLimit: 4000 })
    expect(keychain.state.kind).toBe('session')
  })

  it('logs no key', async () => {
    const { keychain, logged } = await open('hangs', { timeLimit: 4000 })
    await expect(keychain.set('a', 'sk_canary')).rejects.toThrow()
    expect(logged()).toContain('keychain_unavailable')
    expect(logged()).not.toContain('sk_canary')
  })
})

describe('a keychain process that is killed', () => {
  it('fails the call with a typed error', async () => {
    const { keychain } = await open('crashes')
    await expect(keychain.get('a')).rejects.toMatchObject({
      problem: { code: 'keychain_unavailable', why: 'The keychain process ended unexpectedly.' },
    })
  })

  it('is started again when it is asked for', async () => {
    const { keychain } = await open('crashes')
    await expect(keychain.get('a')).rejects.toThrow()
    expect(await keychain.retry()).toEqual({ kind: 'keychain', name: 'Secret Service' })
  })
})

describe('no keychain', () => {
  it('keeps keys for the session, and says why (C9)', async () => {
    const { keychain } = await openFile(path.join(folder, 'not-there.js'))
    expect(keychain.state).toMatchObject({ kind: 'session' })
    await keychain.set('a', 'sk_one')
    expect(await keychain.get('a')).toBe('sk_one')
    await keychain.delete('a')
    expect(await keychain.get('a')).toBeNull()
  })

  it('names libsecret where that is what is missing', async () => {
    const { keychain } = await open('without-libsecret')
    expect(keychain.state).toEqual({
      kind: 'session',
      reason: 'libsecret is not installed on this computer.',
    })
  })

  it('refuses long keys all the same', async () => {
    const { keychain } = await openFile(path.join(folder, 'not-there.js'))
    await expect(keychain.set('a', 'x'.repeat(2501))).rejects.toMatchObject({
      problem: { code: 'key_too_long' },
    })
  })

  it('is what POSTROOM_KEYCHAIN=session asks for', async () => {
    const { keychain } = await open('sound', { env: { POSTROOM_KEYCHAIN: 'session' } })
    expect(keychain.state.kind).toBe('session')
    expect((await keychain.retry()).kind).toBe('session')
    await keychain.set('a', 'sk_one')
    expect(await (await open('sound')).keychain.get('a')).toBeNull()
  })

  /** A keychain whose process dies so often before it is sound. */
  const comingBack = (deaths: number) =>
    open('comes-back', {
      timeLimit: 4000,
      childEnv: {
        ...process.env,
        POSTROOM_TEST_FILE: path.join(folder, 'held.json'),
        POSTROOM_TEST_MARK: path.join(folder, 'mark'),
        POSTROOM_TEST_DEATHS: String(deaths),
      },
    })

  it('is not believed for one process that ended before it answered', async () => {
    expect((await comingBack(1)).keychain.state.kind).toBe('keychain')
  })

  it('hands the keys of the session to a keychain that came back', async () => {
    const { keychain } = await comingBack(2)
    expect(keychain.state.kind).toBe('session')
    await keychain.set('a', 'sk_one')
    expect((await keychain.retry()).kind).toBe('keychain')
    expect(await (await open('sound')).keychain.get('a')).toBe('sk_one')
  })
})
