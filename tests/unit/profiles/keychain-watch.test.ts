import { expect, it } from 'vitest'
import { keychainComes } from '../../../src-main/features/profiles/keychain-watch'
import { createFakeClock } from '../../fixtures/fake-clock'
import { memoryKeychain } from '../../fixtures/memory-keychain'

const minute = 60_000

/** Waits for a keychain that is absent; `asked` tells when it was asked, in milliseconds. */
function watch() {
  const keychain = memoryKeychain({ absent: true })
  const clock = createFakeClock()
  const asked: number[] = []
  const { retry } = keychain
  keychain.retry = () => {
    asked.push(clock.monotonic())
    return retry()
  }
  const stop = new AbortController()
  return { keychain, clock, asked, stop, comes: keychainComes(keychain, clock, stop.signal) }
}

it('asks ever more rarely, and no more than once a minute', async () => {
  const { clock, asked } = watch()
  await clock.advance(3 * minute)
  expect(asked.map((at) => at / 1000)).toEqual([2, 6, 14, 30, 62, 122])
})

it('ends as soon as the keychain answers', async () => {
  const { keychain, clock, asked, comes } = watch()
  await clock.advance(7000)
  keychain.absent = false
  await clock.advance(minute)
  expect(await comes).toBe(true)
  expect(asked).toHaveLength(3)
})

it('ends without asking where a person did meanwhile', async () => {
  const { keychain, clock, asked, comes } = watch()
  keychain.absent = false
  await keychain.retry()
  await clock.advance(minute)
  expect(await comes).toBe(true)
  expect(asked).toHaveLength(1)
})

it('gives up where the keychain does not come', async () => {
  const { keychain, clock, asked, comes } = watch()
  await clock.advance(20 * minute)
  expect(await comes).toBe(false)
  const before = asked.length
  keychain.absent = false
  await clock.advance(20 * minute)
  expect(asked).toHaveLength(before)
})

it('ends when it is closed', async () => {
  const { clock, asked, stop, comes } = watch()
  stop.abort()
  await clock.advance(minute)
  expect(await comes).toBe(false)
  expect(asked).toEqual([])
})
