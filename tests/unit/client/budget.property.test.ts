import type { Priority } from '../../../src-main/core/client/call-options'
import { describe, expect, test } from 'vitest'
import { createBudget } from '../../../src-main/core/client/budget'
import { createFakeClock } from '../../fixtures/fake-clock'
import { seeded } from '../../fixtures/seeded'

const ceiling = 40
const minutes = 6

/** What a service that counts on its own sees of us: arrivals at any moment between sending and answer. */
async function simulate(seed: number): Promise<{ arrivals: number[]; granted: number; over: number }> {
  const random = seeded(seed)
  const clock = createFakeClock(random)
  const share = 0.05 + random() * 0.95
  const budget = createBudget({ clock, ceiling, backgroundShare: share })
  const arrivals: number[] = []
  let granted = 0
  let over = 0

  const send = async (priority: Priority) => {
    const permit = await budget.acquire(priority)
    granted++
    const latency = random() < 0.1 ? random() * 20_000 : random() * 400
    const way = random() * latency
    await clock.sleep(way)
    const now = clock.monotonic()
    arrivals.push(now)
    const counted = arrivals.filter((at) => at > now - 60_000).length
    if (counted > ceiling) over++
    await clock.sleep(latency - way)
    permit.answered(random() < 0.03 ? 500 : 200, latency, null)
  }

  const priorities: Priority[] = ['click', 'job', 'sync']
  for (let at = 0; at < minutes * 60_000;) {
    const gap = random() < 0.02 ? random() * 40_000 : random() * 700
    await clock.advance(gap)
    at += gap
    // Refused and cancelled ones sent nothing: they are no concern of the service.
    send(priorities[Math.floor(random() * 3)] ?? 'sync').catch(() => undefined)
  }
  budget.close()
  await clock.advance(30_000) // What is under way arrives.
  return { arrivals, granted, over }
}

describe('whatever arrives in whatever order', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'the service never sees more than the ceiling in 60 s (seed %i)',
    async (seed) => {
      const { granted, over, arrivals } = await simulate(seed)
      expect(over).toBe(0)
      expect(arrivals).toHaveLength(granted)
      expect(granted).toBeGreaterThan(ceiling * 2)
    },
  )
})
