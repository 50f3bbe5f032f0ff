import { expect, it } from 'vitest'
import { tellAll, type Topic } from '../../../src-main/bridge/topics'
import { createFakeClock } from '../../fixtures/fake-clock'

/** A topic whose state is a number that a test sets. */
function counter(name: string) {
  const listeners = new Set<() => void>()
  let value = 0
  const topic: Topic<string> = {
    snapshot: async () => `${name} ${value}`,
    watch: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
  const set = (next: number) => {
    value = next
    for (const listener of listeners) listener()
  }
  return { topic, set, listeners }
}

/** Collects what is told, in the background. */
function listen(topics: Topic<string>[], clock = createFakeClock()) {
  const told: string[] = []
  const stop = new AbortController()
  const done = (async () => {
    for await (const state of tellAll(topics, clock, stop.signal)) told.push(state)
  })()
  return { told, clock, stop: () => (stop.abort(), done) }
}

it('tells every topic at once, then each as it changes', async () => {
  const [a, b] = [counter('a'), counter('b')]
  const { told, clock, stop } = listen([a.topic, b.topic])
  await clock.advance(100)
  b.set(1)
  await clock.advance(0)
  expect(told).toEqual(['a 0', 'b 0', 'b 1'])
  await stop()
})

it('tells a topic ten times a second at most, and its last state for certain', async () => {
  const { topic, set } = counter('a')
  const { told, clock, stop } = listen([topic])
  for (let step = 1; step <= 100; step++) {
    set(step)
    await clock.advance(10)
  }
  await clock.advance(100)
  expect(told.length).toBeLessThanOrEqual(12)
  expect(told.at(-1)).toBe('a 100')
  await stop()
})

it('does not let a slow topic hold up the others', async () => {
  const { topic, set } = counter('a')
  const slow: Topic<string> = { snapshot: () => new Promise(() => undefined), watch: () => () => undefined }
  const clock = createFakeClock()
  const told: string[] = []
  const stop = new AbortController()
  void (async () => {
    for await (const state of tellAll([slow, topic], clock, stop.signal)) told.push(state)
  })()
  await clock.advance(100)
  set(1)
  await clock.advance(100)
  expect(told).toEqual(['a 0', 'a 1'])
  stop.abort()
})

it('watches nothing any more once nobody listens', async () => {
  const { topic, listeners } = counter('a')
  const { clock, stop } = listen([topic])
  await clock.advance(100)
  expect(listeners.size).toBe(1)
  await stop()
  expect(listeners.size).toBe(0)
})

it('passes on why a topic failed', async () => {
  const broken: Topic<string> = {
    snapshot: () => Promise.reject(new Error('gone')),
    watch: () => () => undefined,
  }
  await expect(tellAll([broken], createFakeClock(), undefined).next()).rejects.toThrow('gone')
})
