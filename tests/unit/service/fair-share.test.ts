import { describe, expect, it } from 'vitest'
import { type Exchange, fairExchange } from '../../../src-service/projects/fair-share'
import type { WorkingProcess } from '../../../src-service/store/postgres/working-locks'

const any = () => true

/** Processes that work for so many projects each, none of them for one of another's; the first is this one. */
function processes(...counts: readonly number[]): WorkingProcess[] {
  let next = 1
  return counts.map((count, at) => ({
    ...{ isThis: at === 0, isSharing: true, wanting: [] },
    working: Array.from({ length: count }, () => next++),
  }))
}

/** What each of them would do, each seen from itself. */
const exchanges = (all: readonly WorkingProcess[], atOnce: number): Exchange[] =>
  all.map((one) =>
    fairExchange(
      all.map((each) => ({ ...each, isThis: each === one })),
      atOnce,
      any,
    ),
  )

/** Has all of them do what they would at once, once: what one gives is taken by whoever waits for it. */
function moved(all: readonly WorkingProcess[], atOnce: number): WorkingProcess[] {
  const moves = exchanges(all, atOnce)
  const taken = new Set<number>()
  const given = new Set(moves.flatMap(({ give }) => give))
  return all.map((each, at) => {
    const { want = [], drop = [] } = moves[at] ?? {}
    const stillWanted = each.wanting.filter((project) => !given.has(project) && !drop.includes(project))
    // Of two that begin to wait for one at once one has it.
    const wanting = [...stillWanted, ...want.filter((project) => !taken.has(project) && taken.add(project))]
    const got = each.wanting.filter((project) => given.has(project))
    const working = [...each.working.filter((project) => !given.has(project)), ...got]
    return { ...each, working, wanting }
  })
}

/** Lets them move until nobody would, and says how many each works for then. */
function settled(all: readonly WorkingProcess[], atOnce = 1000): number[] {
  let now = all
  for (let round = 0; round < 1000; round++) {
    const moves = exchanges(now, atOnce)
    if (moves.every(({ give, want, drop }) => give.length + want.length + drop.length === 0))
      return now.map(({ working }) => working.length)
    now = moved(now, atOnce)
  }
  throw new Error('They move for ever.')
}

describe('the fair share of work', () => {
  it('is the mean, rounded up or down', () => {
    expect(settled(processes(6, 0)).sort()).toEqual([3, 3])
    expect(settled(processes(7, 0, 0)).sort()).toEqual([2, 2, 3])
    expect(settled(processes(4, 4, 0)).sort()).toEqual([2, 3, 3])
    expect(settled(processes(9, 0, 0, 0, 0, 0, 0, 0)).sort()).toEqual([1, 1, 1, 1, 1, 1, 1, 2])
  })

  it('may be missed by a tenth from ten on, between any two', () => {
    const counts = settled(processes(100, 0, 0, 20), 5)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(4)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(120)
  })

  it('moves nothing where nobody has much more than another', () => {
    for (const counts of [
      [1, 0],
      [3, 2, 3],
      [21, 23],
      [110, 100, 105],
    ])
      for (const moves of exchanges(processes(...counts), 1000))
        expect(moves).toEqual({ give: [], want: [], drop: [] })
  })

  it('comes to rest from anywhere, with everybody near the mean', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const counts = Array.from({ length: 2 + (seed % 5) }, (_, at) => (seed * 31 * (at + 7)) % 40)
      const rest = settled(processes(...counts), 1 + (seed % 6))
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
      const difference = Math.max(...rest) - Math.min(...rest)
      expect(difference, counts.join()).toBeLessThanOrEqual(1 + Math.floor(mean / 10))
    }
  })

  it('is taken from whoever has most, a few at a time, and none that another waits for', () => {
    const [mine, second, third] = processes(0, 3, 6) as [WorkingProcess, WorkingProcess, WorkingProcess]
    const other = { ...second, wanting: third.working.slice(0, 1) }
    const { want } = fairExchange([mine, other, third], 2, any)
    expect(want).toEqual(third.working.slice(1, 3))
    expect(fairExchange([{ ...mine, wanting: want }, other, third], 2, any).want).toEqual([])
  })

  it('is given to nobody but who waits for it and works for fewer', () => {
    const [mine, second] = processes(4, 0) as [WorkingProcess, WorkingProcess]
    expect(fairExchange([mine, second], 1000, any).give).toEqual([])
    expect(fairExchange([mine, { ...second, wanting: [1, 2, 3] }], 1000, any).give).toEqual([1, 2])
    expect(fairExchange([mine, { ...second, working: [5, 6, 7], wanting: [1] }], 1000, any).give).toEqual([])
  })

  it('stays with whoever may not give it yet', () => {
    const [mine, second] = processes(4, 0) as [WorkingProcess, WorkingProcess]
    const waited = [mine, { ...second, wanting: [1, 3] }]
    expect(fairExchange(waited, 1000, (project) => project > 2).give).toEqual([3])
  })

  it('is waited for no more where who works for it has no more than this one, or takes no part', () => {
    const [mine, second, third] = processes(1, 3, 5) as [WorkingProcess, WorkingProcess, WorkingProcess]
    const alone = { ...third, isSharing: false }
    const wanting = [2, 5]
    expect(fairExchange([{ ...mine, wanting }, second, alone], 1000, any).drop).toEqual([5])
    expect(fairExchange([{ ...mine, working: [1, 9], wanting }, second, alone], 1000, any).drop).toEqual([
      2, 5,
    ])
  })

  it('counts nobody who serves a project of its own', () => {
    const [mine, second] = processes(0, 6) as [WorkingProcess, WorkingProcess]
    expect(fairExchange([mine, { ...second, isSharing: false }], 1000, any).want).toEqual([])
    expect(fairExchange([{ ...mine, isSharing: false }, second], 1000, any)).toEqual({
      give: [],
      want: [],
      drop: [],
    })
  })
})
