import { describe, expect, it } from 'vitest'
import { createPace } from '../../../src-service/mail/pace'
import { fullest } from '../../fixtures/fullest'
import { Random } from '../../../src-service/sample/random'

/** When `count` messages leave, those that may leave together each `late(n)` ms after they might. */
async function times(count: number, late: (n: number) => number, perSecond = 14): Promise<number[]> {
  const pace = createPace(perSecond)
  const all: number[] = []
  let now = 1_000_000
  while (all.length < count) {
    now += await pace.wait(now)
    now += late(all.length)
    const { count: leaving } = await pace.take(now, perSecond)
    expect(leaving).toBeGreaterThan(0)
    for (let n = 0; n < leaving; n++) all.push(now)
  }
  return all
}

describe('the pace of sending', () => {
  it('is 14 a second when nothing is late', async () => {
    const all = await times(141, () => 0)
    expect(fullest(all, 1000)).toBe(14)
    expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBe(10_000)
  })

  it('spaces messages evenly', async () => {
    const all = await times(100, () => 0)
    const gaps = all.slice(1).map((time, at) => time - (all[at] ?? 0))
    expect([...new Set(gaps)].sort()).toEqual([71, 72])
  })

  it('never lets a second hold more, however late messages are', async () => {
    const random = new Random(7)
    for (let round = 0; round < 20; round++) {
      const all = await times(300, () => (random.chance(0.3) ? random.whole(0, 400) : random.whole(0, 5)))
      expect(fullest(all, 1000)).toBeLessThanOrEqual(14)
    }
  })

  it('stays near 14 a second when each message is a few milliseconds late', async () => {
    const all = await times(1000, (n) => n % 4)
    expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBeLessThan((999 / 14) * 1000 * 1.02)
  })

  it.each([1, 14, 100, 333, 1000])(
    'lets no second hold more than %i, and comes near it',
    async (perSecond) => {
      const random = new Random(7)
      const all = await times(perSecond * 5, () => random.whole(0, 20), perSecond)
      expect(fullest(all, 1000)).toBeLessThanOrEqual(perSecond)
      expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBeLessThan(5000 * 1.05)
    },
  )

  it('has messages leave together where they are many, one by one where they are few', () => {
    expect([1, 14, 100, 1000].map((perSecond) => createPace(perSecond).together)).toEqual([1, 1, 10, 100])
  })

  it('does not make up for a pause', async () => {
    const pace = createPace(14)
    await pace.take(0, 1)
    await pace.take(60_000, 1)
    expect(await pace.wait(60_000)).toBeGreaterThan(70)
  })

  it('goes on within a second when the clock is set back', async () => {
    const pace = createPace(14)
    for (let n = 0; n < 20; n++) await pace.take(1_000_000 + n * 72, 1)
    expect(await pace.wait(500_000)).toBeLessThanOrEqual(1000)
    expect((await pace.take(501_000, 1)).count).toBe(1)
  })

  it('stays as it was where nobody gives a place back', async () => {
    const pace = createPace(14)
    for (let n = 0; n < 20; n++) await pace.take(n * 72, 1)
    const before = await pace.wait(20 * 72 - 40)
    await pace.giveBack(0)
    expect([before, await pace.wait(20 * 72 - 40)]).toEqual([before, before])
    expect(before).toBeGreaterThan(0)
  })

  it('gives a place again to whoever did not leave', async () => {
    const pace = createPace(14)
    for (let n = 0; n < 20; n++) await pace.take(n * 72, 1)
    const now = 20 * 72
    const taken = await pace.take(now, 1)
    expect(taken.wait).toBeGreaterThan(0)
    await pace.giveBack(1)
    expect(await pace.wait(now)).toBe(0)
    expect(await pace.take(now, 1)).toEqual(taken)
  })
})
