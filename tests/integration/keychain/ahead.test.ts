import { afterEach, expect, it, vi } from 'vitest'
import {
  startedAhead,
  forkWithNode,
  keychainProgram,
  type KeychainChild,
} from '../../../src-main/core/keychain/child'
import { built } from '../../fixtures/built'

const started: KeychainChild[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill()
  vi.unstubAllEnvs()
})

const fork = forkWithNode()
const start = (file: string): KeychainChild => {
  const child = fork(file)
  started.push(child)
  return child
}
const program = built('main', keychainProgram)
const programs = built('main')

it('gives the process that was started ahead to the first who asks, and one of their own to every other', () => {
  const ask = startedAhead(start, programs)
  expect(started).toHaveLength(1)
  expect(ask(program)).toBe(started[0])
  expect(started).toHaveLength(1)
  expect(ask(program)).toBe(started[1])
})

it('starts another where the one that was started ahead has ended', async () => {
  const ask = startedAhead(start, programs)
  const ended = new Promise<void>((done) => started[0]?.onExit(done))
  started[0]?.kill()
  await ended
  expect(ask(program)).toBe(started[1])
})

it('starts none ahead where keys are not stored', () => {
  vi.stubEnv('POSTROOM_KEYCHAIN', 'session')
  startedAhead(start, programs)
  expect(started).toEqual([])
})
