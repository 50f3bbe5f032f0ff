import { describe, expect, it } from 'vitest'
import { createPace } from '../../../src-service/mail/pace'
import { Random } from '../../../src-service/sample/random'

/** When `count` messages leave, each `late(n)` ms after it might. */
function times(count: number, late: (n: number) => number): number[] {
  const pace = createPace(14)
  let now = 1_000_000
  return Array.from({ length: count }, (_, n) => {
    now += pace.wait(now)
    now += late(n)
    pace.left(now)
    return now
  })
}

/** The most that any second holds. */
const most = (all: number[]): number =>
  Math.max(...all.map((time) => all.filter((other) => other >= time && other < time + 1000).length))

describe('the pace of sending', () => {
  it('is 14 a second when nothing is late', () => {
    const all = times(141, () => 0)
    expect(most(all)).toBe(14)
    expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBe(10_000)
  })

  it('spaces messages evenly', () => {
    const all = times(100, () => 0)
    const gaps = all.slice(1).map((time, at) => time - (all[at] ?? 0))
    expect([...new Set(gaps)].sort()).toEqual([71, 72])
  })

  it('never lets a second hold more, however late messages are', () => {
    const random = new Random(7)
    for (let round = 0; round < 20; round++) {
      const all = times(300, () => (random.chance(0.3) ? random.whole(0, 400) : random.whole(0, 5)))
      expect(most(all)).toBeLessThanOrEqual(14)
    }
  })

  it('stays near 14 a second when each message is a few milliseconds late', () => {
    const all = times(1000, (n) => n % 4)
    expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBeLessThan((999 / 14) * 1000 * 1.02)
  })

  it('does not make up for a pause', () => {
    const pace = createPace(14)
    pace.left(0)
    pace.left(60_000)
    expect(pace.wait(60_000)).toBeGreaterThan(70)
  })

  it('goes on within a second when the clock is set back', () => {
    const pace = createPace(14)
    for (let n = 0; n < 20; n++) pace.left(1_000_000 + n * 72)
    expect(pace.wait(500_000)).toBeLessThanOrEqual(1000)
  })
})
