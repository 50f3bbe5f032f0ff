import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import { forkWithNode, keychainProgram, type KeychainChild } from '../../../src-main/core/keychain/child'
import { createLogger } from '../../../src-main/core/log'
import { besideCore } from '../../../src-main/hosts/beside-core'
import { built } from '../../fixtures/built'
import { everyone, temporaryFolder } from '../cache/support'

const started: KeychainChild[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill()
  vi.unstubAllEnvs()
})

const own = forkWithNode()
const fork = (file: string): KeychainChild => {
  const child = own(file)
  started.push(child)
  return child
}
const program = built('main', keychainProgram)
const programs = built('main')
const ahead = () => besideCore({ programs, fork, ahead: true })

it('gives the keychain process that was started ahead to the first who asks, and one of their own to every other', () => {
  const ask = ahead().keychain.start
  expect(started).toHaveLength(1)
  expect(ask(program)).toBe(started[0])
  expect(started).toHaveLength(1)
  expect(ask(program)).toBe(started[1])
})

it('starts another where the one that was started ahead has ended', async () => {
  const ask = ahead().keychain.start
  const ended = new Promise<void>((done) => started[0]?.onExit(done))
  started[0]?.kill()
  await ended
  expect(ask(program)).toBe(started[1])
})

it('starts none before it is asked for, unless told', () => {
  const { keychain } = besideCore({ programs, fork, ahead: false })
  expect(started).toEqual([])
  expect(keychain.start(keychain.file)).toBe(started[0])
})

it('starts no keychain process ahead where keys are not stored', () => {
  vi.stubEnv('POSTROOM_KEYCHAIN', 'session')
  ahead()
  expect(started).toEqual([])
})

it('opens copies with a worker that was started before, and after it with one of their own', async () => {
  const worker = ahead().cacheWorker
  const log = createLogger(new PassThrough())
  for (let copies = 0; copies < 2; copies += 1) {
    const cache = await openCache({ location: { folder: temporaryFolder(), key: null }, worker, log })
    const page = await cache.contacts.page({ query: everyone, slice: { offset: 0, limit: 10 } })
    expect(page.count).toBe(0)
    await cache.close()
  }
})
