import { expect, it } from 'vitest'
import { RateLimit } from '../../../src-service/http/rate-limit'

/** A limit on a clock that the test moves. */
function limitOf(perMinute: number) {
  const clock = { now: 5000 }
  return { clock, limit: new RateLimit(perMinute, () => clock.now) }
}

it('lets a whole minute’s requests through at once, and no more', () => {
  const { limit } = limitOf(1000)
  const waits = Array.from({ length: 1001 }, () => limit.take())
  expect(waits.slice(0, 1000).every((wait) => wait === 0)).toBe(true)
  expect(waits[1000]).toBe(60)
})

it('counts any 60 seconds, not minutes of the clock', () => {
  const { clock, limit } = limitOf(2)
  limit.take()
  clock.now += 59_000
  limit.take()
  expect(limit.take()).toBe(1)
  clock.now += 1000
  expect(limit.take()).toBe(0)
  expect(limit.take()).toBe(59)
})

it('does not count what it refused', () => {
  const { clock, limit } = limitOf(1)
  limit.take()
  clock.now += 30_000
  expect(limit.take()).toBe(30)
  clock.now += 30_000
  expect(limit.take()).toBe(0)
})

it('says at least a second', () => {
  const { clock, limit } = limitOf(1)
  limit.take()
  clock.now += 59_999
  expect(limit.take()).toBe(1)
})
