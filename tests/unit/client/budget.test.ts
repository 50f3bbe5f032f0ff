import type { Permit } from '../../../src-main/core/client/waiting'
import type { Priority } from '../../../src-main/core/client/call-options'
import { describe, expect, test } from 'vitest'
import { createBudget, type Budget } from '../../../src-main/core/client/budget'
import { problem } from '../../../src-main/core/problems'
import { createFakeClock } from '../../fixtures/fake-clock'

function open({ ceiling = 100, backgroundShare = 0.5 } = {}) {
  const clock = createFakeClock()
  const budget = createBudget({ clock, ceiling, backgroundShare })
  const granted: Priority[] = []
  const permits: Permit[] = []
  const refused: unknown[] = []
  /** Asks for leave; what comes of it is in `granted` or `refused`. */
  const ask = (priority: Priority, signal?: AbortSignal) => {
    budget.acquire(priority, signal).then(
      (permit) => {
        granted.push(priority)
        permits.push(permit)
      },
      (error: unknown) => refused.push(error),
    )
  }
  return { clock, budget, granted, permits, refused, ask }
}

/** Takes leave and answers it at once, as often as it is given without time passing. */
async function burst(budget: Budget, priority: Priority, most: number): Promise<number> {
  let count = 0
  while (count < most) {
    const stop = new AbortController()
    const asked = budget.acquire(priority, stop.signal).catch(() => null)
    const permit = await Promise.race([
      asked,
      new Promise<null>((resolve) => setImmediate(() => resolve(null))),
    ])
    stop.abort()
    if (!permit) return count
    permit.answered(200, 1, null)
    count++
  }
  return count
}

describe('the ceiling', () => {
  test('a burst ends at the ceiling (C27)', async () => {
    const { budget } = open({ ceiling: 100 })
    expect(await burst(budget, 'click', 500)).toBe(100)
  })

  test('a request counts until a minute after its answer', async () => {
    const { clock, permits, granted, ask } = open({ ceiling: 1 })
    ask('click')
    await clock.advance(0)
    await clock.advance(5_000)
    permits[0]?.answered(200, 5_000, null)
    await clock.advance(55_000)
    ask('click')
    await clock.advance(4_900)
    expect(granted).toHaveLength(1)
    await clock.advance(200)
    expect(granted).toHaveLength(2)
  })

  test('a request without an answer counts as long as it is under way', async () => {
    const { clock, granted, ask } = open({ ceiling: 1, backgroundShare: 1 })
    ask('sync')
    await clock.advance(300_000)
    ask('sync')
    await clock.advance(300_000)
    expect(granted).toHaveLength(1)
  })

  test('a request that never reached the service does not count', async () => {
    const { clock, permits, budget, ask } = open({ ceiling: 1 })
    ask('click')
    await clock.advance(0)
    permits[0]?.failed(problem('connection_refused'), false)
    expect(budget.state.spent).toBe(0)
    expect(budget.state.unreachable?.code).toBe('connection_refused')
  })

  test('what is spent is counted down as it expires', async () => {
    const { clock, budget } = open()
    await burst(budget, 'click', 7)
    expect(budget.state.spent).toBe(7)
    await clock.advance(60_100)
    expect(budget.state.spent).toBe(0)
  })

  test('a jump of the wall clock changes nothing', async () => {
    const { clock, budget } = open({ ceiling: 10 })
    await burst(budget, 'click', 10)
    clock.jump(86_400_000)
    expect(await burst(budget, 'click', 1)).toBe(0)
    clock.jump(-2 * 86_400_000)
    await clock.advance(60_100)
    expect(await burst(budget, 'click', 20)).toBe(10)
  })
})

describe('who goes first', () => {
  test('a click goes ahead of a job, a job ahead of a sync', async () => {
    const { clock, granted, permits, ask } = open()
    ask('sync')
    await clock.advance(1)
    permits[0]?.answered(429, 1, 3_000)
    ask('sync')
    ask('job')
    ask('click')
    await clock.advance(5_000)
    expect(granted.slice(1)).toEqual(['click', 'job', 'sync'])
  })

  test('background work takes its share and no more, and may take it in a burst', async () => {
    const { budget } = open({ ceiling: 100, backgroundShare: 0.5 })
    expect(await burst(budget, 'sync', 500)).toBe(50)
    expect(await burst(budget, 'job', 500)).toBe(0)
    expect(await burst(budget, 'click', 500)).toBe(50)
  })

  test('given everything, background work leaves one request in a hundred for clicks', async () => {
    const { budget } = open({ ceiling: 1000, backgroundShare: 1 })
    expect(await burst(budget, 'sync', 5000)).toBe(990)
    expect(await burst(budget, 'click', 500)).toBe(10)
  })

  test('the least share is one request, not none', async () => {
    const { budget } = open({ ceiling: 5, backgroundShare: 0.05 })
    expect(await burst(budget, 'sync', 10)).toBe(1)
  })

  test('a larger share takes effect at once', async () => {
    const { budget, clock, granted, ask } = open({ ceiling: 10, backgroundShare: 0.5 })
    await burst(budget, 'sync', 5)
    ask('sync')
    await clock.advance(0)
    expect(granted).toHaveLength(0)
    budget.setBackgroundShare(0.8)
    await clock.advance(0)
    expect(granted).toHaveLength(1)
  })

  test('background work keeps few requests under way, a click goes beside them', async () => {
    const { clock, granted, ask } = open()
    for (let index = 0; index < 20; index++) ask('sync')
    await clock.advance(0)
    expect(granted).toHaveLength(6)
    ask('click')
    await clock.advance(0)
    expect(granted).toHaveLength(7)
  })
})

describe('a 429', () => {
  const afterRefusal = async (retryAfterMs: number | null) => {
    const opened = open({ ceiling: 100, backgroundShare: 0.5 })
    opened.ask('sync')
    await opened.clock.advance(10)
    opened.permits[0]?.answered(429, 10, retryAfterMs)
    return opened
  }

  test('holds everything, clicks too, for as long as Retry-After says (C27)', async () => {
    const { clock, granted, ask } = await afterRefusal(7_000)
    ask('click')
    ask('sync')
    await clock.advance(6_990)
    expect(granted).toHaveLength(1)
    await clock.advance(1_100)
    expect(granted).toHaveLength(3)
  })

  test('without Retry-After holds 1, 2, 4, 8 and again 8 s, each with jitter (C27)', async () => {
    const { clock, budget, ask, permits } = await afterRefusal(null)
    const holds: number[] = []
    for (let round = 1; round <= 5; round++) {
      const held = (budget.state.heldUntil ?? 0) - clock.now()
      holds.push(Math.floor(held / 1000))
      ask('click')
      await clock.advance(held + 1)
      permits[round]?.answered(429, 1, null)
    }
    expect(holds).toEqual([1, 2, 4, 8, 8])
  })

  test('starts at 1 s again after a success', async () => {
    const { clock, budget, ask, permits } = await afterRefusal(null)
    ask('sync')
    await clock.advance(2_000)
    permits[1]?.answered(200, 1, null)
    ask('sync')
    await clock.advance(1)
    permits[2]?.answered(429, 1, null)
    expect((budget.state.heldUntil ?? 0) - clock.now()).toBeLessThan(2_000)
  })

  test('halves the background share', async () => {
    const { clock, budget } = await afterRefusal(1_000)
    await clock.advance(2_000)
    expect(await burst(budget, 'sync', 100)).toBe(24) // 25 less the one that was refused, which counts.
  })

  test('halves it once, however many were under way', async () => {
    const { clock, budget, permits, ask } = open({ ceiling: 100, backgroundShare: 0.8 })
    for (let index = 0; index < 4; index++) ask('sync')
    await clock.advance(10)
    for (const permit of permits) permit.answered(429, 10, null)
    await clock.advance(2_000)
    expect(await burst(budget, 'sync', 100)).toBe(36)
  })

  test('gives the share back by and by', async () => {
    const { clock, budget } = await afterRefusal(1_000)
    const takes: number[] = []
    for (let minute = 0; minute < 6; minute++) {
      await clock.advance(60_100)
      takes.push(await burst(budget, 'sync', 100))
    }
    expect(takes).toEqual([30, 35, 40, 45, 50, 50])
  })

  test('tells a click at once where it would wait too long', async () => {
    const { clock, refused, ask } = await afterRefusal(30_000)
    ask('click')
    await clock.advance(0)
    expect(refused).toEqual([
      expect.objectContaining({
        problem: expect.objectContaining({
          code: 'rate_limited',
          action: expect.stringMatching(/^Try again in \d+ s\.$/),
        }),
      }),
    ])
  })
})

describe('a click that finds everything spent', () => {
  test('is told after ten seconds', async () => {
    const { clock, budget, refused, ask } = open({ ceiling: 10 })
    await burst(budget, 'click', 10)
    ask('click')
    await clock.advance(9_900)
    expect(refused).toHaveLength(0)
    await clock.advance(200)
    expect(refused).toEqual([
      expect.objectContaining({ problem: expect.objectContaining({ code: 'rate_limited' }) }),
    ])
  })
})

describe('five failures in a row', () => {
  const afterFailures = async () => {
    const opened = open({ ceiling: 1000 })
    for (let index = 0; index < 5; index++) {
      opened.ask('sync')
      await opened.clock.advance(10)
      opened.permits[index]?.answered(500, 10, null)
    }
    return opened
  }

  test('stop background work for a minute, then let one probe go', async () => {
    const { clock, granted, ask } = await afterFailures()
    ask('sync')
    ask('job')
    await clock.advance(59_900)
    expect(granted).toHaveLength(5)
    await clock.advance(200)
    expect(granted).toHaveLength(6)
  })

  test('are over when the probe succeeds', async () => {
    const { clock, granted, permits, ask } = await afterFailures()
    ask('sync')
    ask('sync')
    await clock.advance(60_100)
    permits[5]?.answered(200, 10, null)
    await clock.advance(0)
    expect(granted).toHaveLength(7)
  })

  test('go on for another minute when the probe fails', async () => {
    const { clock, granted, permits, ask } = await afterFailures()
    ask('sync')
    ask('sync')
    await clock.advance(60_100)
    permits[5]?.failed(problem('timed_out'), true)
    await clock.advance(59_900)
    expect(granted).toHaveLength(6)
    await clock.advance(200)
    expect(granted).toHaveLength(7)
  })

  test('let another probe go where the first was cancelled', async () => {
    const { clock, granted, permits, ask } = await afterFailures()
    ask('sync')
    ask('sync')
    await clock.advance(60_100)
    permits[5]?.failed(null, true)
    await clock.advance(0)
    expect(granted).toHaveLength(7)
  })

  test('never hold a click, whose success frees the rest', async () => {
    const { clock, granted, permits, ask } = await afterFailures()
    ask('sync')
    ask('click')
    await clock.advance(0)
    expect(granted).toHaveLength(6)
    permits[5]?.answered(200, 10, null)
    await clock.advance(0)
    expect(granted).toHaveLength(7)
  })

  test('let a probe go at once where a person asks for background work', async () => {
    const { clock, budget, granted, permits, ask } = await afterFailures()
    ask('job')
    ask('job')
    budget.tryNow()
    await clock.advance(0)
    expect(granted).toHaveLength(6)
    expect(budget.state.heldUntil).toBeNull()
    permits[5]?.answered(200, 10, null)
    await clock.advance(0)
    expect(granted).toHaveLength(7)
  })

  test('go on for another minute when the probe that a person asked for fails', async () => {
    const { clock, budget, granted, permits, ask } = await afterFailures()
    ask('job')
    ask('job')
    budget.tryNow()
    await clock.advance(0)
    permits[5]?.answered(500, 10, null)
    await clock.advance(59_900)
    expect(granted).toHaveLength(6)
    await clock.advance(200)
    expect(granted).toHaveLength(7)
  })

  test('are shown as an instant of the wall clock', async () => {
    const { clock, budget } = await afterFailures()
    expect(budget.state.heldUntil).toBe(clock.now() + 60_000)
  })

  test('are not counted across a success', async () => {
    const { clock, granted, permits, ask } = open()
    for (const status of [500, 500, 500, 500, 200, 500]) {
      ask('sync')
      await clock.advance(1)
      permits[permits.length - 1]?.answered(status, 1, null)
    }
    ask('sync')
    await clock.advance(0)
    expect(granted).toHaveLength(7)
  })
})

describe('a timer that fires early, on a clock that moves between two looks at it', () => {
  test.each([1, 2, 3, 5, 8, 13, 21, 34])('leaves nobody waiting for ever (%i)', async (creep) => {
    const fake = createFakeClock()
    let crept = 0
    const clock = {
      ...fake,
      monotonic: () => fake.monotonic() + (crept += creep / 100),
      sleep: (ms: number, signal?: AbortSignal) => fake.sleep(Math.max(0, ms - 0.5), signal),
    }
    const budget = createBudget({ clock, ceiling: 10, backgroundShare: 1 })
    const refused = problem('connection_refused')
    for (let failure = 0; failure < 5; failure++) (await budget.acquire('sync')).failed(refused, false)
    for (let round = 1; round <= 20; round++) {
      let granted = false
      void budget.acquire('sync').then((permit) => {
        granted = true
        permit.failed(refused, false)
      })
      await fake.advance(200_000)
      expect(granted).toBe(true)
    }
  })
})

describe('waiting ends', () => {
  test('with cancelled when aborted, and nothing is taken', async () => {
    const { clock, budget, granted, refused, ask } = open({ ceiling: 10 })
    await burst(budget, 'click', 10)
    const stop = new AbortController()
    ask('sync', stop.signal)
    await clock.advance(0)
    stop.abort()
    await clock.advance(61_000)
    expect(granted).toHaveLength(0)
    expect(refused).toEqual([
      expect.objectContaining({ problem: expect.objectContaining({ code: 'cancelled' }) }),
    ])
    expect(budget.state.spent).toBe(0)
  })

  test('with cancelled when the budget closes', async () => {
    const { clock, budget, refused, ask } = open({ ceiling: 10 })
    await burst(budget, 'click', 10)
    ask('sync')
    await clock.advance(0)
    budget.close()
    await clock.advance(0)
    expect(refused).toHaveLength(1)
    await expect(budget.acquire('click')).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  })
})

describe('watching', () => {
  test('tells of changes ten times a second at most, and counts down to nothing', async () => {
    const { clock, budget } = open({ ceiling: 1000, backgroundShare: 1 })
    const seen: number[] = []
    const stop = budget.watch(({ spent }) => seen.push(spent))
    await burst(budget, 'sync', 300)
    await clock.advance(100)
    expect(seen).toEqual([300])
    await clock.advance(61_200)
    expect(seen[seen.length - 1]).toBe(0)
    const told = seen.length
    await clock.advance(600_000)
    expect(seen).toHaveLength(told)
    stop()
  })
})
