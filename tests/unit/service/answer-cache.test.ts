import { describe, expect, it } from 'vitest'
import { AnswerCache } from '../../../src-service/dns/answer-cache'
import { createServiceClock } from '../../fixtures/service-clock'

function setup(size = 10) {
  const clock = createServiceClock()
  const cache = new AnswerCache<number>(clock, size)
  let asked = 0
  const ask = (key: string, keepFor = 1000, fresh = false) =>
    cache.get(key, async () => ({ value: ++asked, keepFor }), fresh)
  return { clock, ask, cache }
}

describe('a cache of answers', () => {
  it('keeps an answer for as long as it may', async () => {
    const { clock, ask } = setup()
    expect(await ask('a')).toBe(1)
    await clock.advance(999)
    expect(await ask('a')).toBe(1)
    await clock.advance(1)
    expect(await ask('a')).toBe(2)
  })

  it('keeps nothing that may not be kept', async () => {
    const { ask } = setup()
    await ask('a', 0)
    expect(await ask('a', 0)).toBe(2)
  })

  it('asks afresh when told to, and keeps what it found', async () => {
    const { ask } = setup()
    await ask('a')
    expect(await ask('a', 1000, true)).toBe(2)
    expect(await ask('a')).toBe(2)
  })

  it('lets all who ask at once share one question', async () => {
    const { ask } = setup()
    expect(await Promise.all([ask('a'), ask('a'), ask('a', 1000, true), ask('b')])).toEqual([1, 1, 1, 2])
  })

  it('asks again after a question that failed', async () => {
    const { cache } = setup()
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.get('a', async () => ({ value: 7, keepFor: 1 }))).toBe(7)
  })

  it('forgets what was not asked for the longest when it is full', async () => {
    const { ask } = setup(2)
    await ask('a')
    await ask('b')
    await ask('a')
    await ask('c')
    expect(await ask('a')).toBe(1)
    expect(await ask('b')).toBe(4)
  })
})
