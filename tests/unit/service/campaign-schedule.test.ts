import { describe, expect, it } from 'vitest'
import { campaignSchedule } from '../../../src-service/campaigns/schedule'
import { createServiceClock } from '../../fixtures/service-clock'

const minute = 60_000

/** A schedule over a list of times, in minutes from now, and of parts that are left. */
function scheduleOf(times: number[], parts = 0) {
  const clock = createServiceClock()
  const start = clock.now()
  const due = times.map((time) => start + time * minute)
  const begun: number[] = []
  const failures: unknown[] = []
  const faults = { beginning: false, goingOn: false }
  const left = { parts }
  const schedule = campaignSchedule(
    clock,
    {
      async beginNext(now) {
        if (due[0] === undefined || due[0] > now) return 'nothing due'
        if (faults.beginning) return 'failed'
        due.shift()
        begun.push((now - start) / minute)
        return 'begun'
      },
      async goOn() {
        if (faults.goingOn) throw new Error('The disk is full.')
        left.parts = Math.max(0, left.parts - 1)
        return left.parts > 0
      },
      nextDue: async () => due[0] ?? null,
    },
    (_what, error) => void failures.push(error),
  )
  return { clock, schedule, begun, due, faults, failures, left, at: (time: number) => start + time * minute }
}

describe('the schedule of campaigns', () => {
  it('begins each on its instant', async () => {
    const { clock, schedule, begun } = scheduleOf([0.5, 90, 60 * 24 * 40])
    await schedule.start()
    await clock.advance(60 * 24 * 50 * minute)
    expect(begun).toEqual([0.5, 90, 60 * 24 * 40])
  })

  it('begins one after the other what is due at the same time, each at a turn of its own', async () => {
    const { clock, schedule, begun, left } = scheduleOf([1, 1, 1], 2)
    await schedule.start()
    await clock.advance(minute)
    expect([begun, left.parts, clock.waiting]).toEqual([[1, 1, 1], 0, 0])
  })

  it('begins at its start what became due before', async () => {
    const { clock, schedule, begun } = scheduleOf([-500])
    await schedule.start()
    await clock.advance(0)
    expect(begun).toEqual([0])
  })

  it('looks again after a look in which it was woken', async () => {
    const clock = createServiceClock()
    let looks = 0
    const schedule = campaignSchedule(
      clock,
      {
        beginNext: async () => 'nothing due',
        async goOn() {
          looks++
          return false
        },
        async nextDue() {
          // Something was begun after this look had found nothing to go on with.
          if (looks === 1) schedule.wake()
          return null
        },
      },
      () => undefined,
    )
    await schedule.start()
    await clock.advance(0)
    expect(looks).toBe(2)
    await schedule.stop()
  })

  it('begins nothing before it is started', async () => {
    const { clock, schedule, begun } = scheduleOf([0])
    schedule.wake()
    await clock.advance(minute)
    expect(begun).toEqual([])
  })

  it('begins nothing after it was stopped', async () => {
    const { clock, schedule, begun } = scheduleOf([1])
    await schedule.start()
    await clock.advance(0)
    await schedule.stop()
    schedule.wake()
    await clock.advance(10 * minute)
    expect([begun, clock.waiting]).toEqual([[], 0])
  })

  it('looks again when it is woken', async () => {
    const { clock, schedule, begun, due, at } = scheduleOf([])
    await schedule.start()
    await clock.advance(0)
    due.push(at(2))
    schedule.wake()
    await clock.advance(10 * minute)
    expect(begun).toEqual([2])
  })

  it('waits for nothing where nothing is scheduled', async () => {
    const { clock, schedule } = scheduleOf([])
    await schedule.start()
    await clock.advance(minute)
    expect(clock.waiting).toBe(0)
  })

  it('goes on, a part at a time, until nothing is left', async () => {
    const { clock, schedule, left } = scheduleOf([], 5)
    await schedule.start()
    await clock.advance(0)
    expect([left.parts, clock.waiting]).toEqual([0, 0])
  })

  it('tries again after a minute what could not be begun', async () => {
    const { clock, schedule, begun, faults } = scheduleOf([0])
    faults.beginning = true
    await schedule.start()
    await clock.advance(0)
    faults.beginning = false
    await clock.advance(2 * minute)
    expect(begun).toEqual([1])
  })

  it('says what failed, and goes on after a minute', async () => {
    const { clock, schedule, failures, faults, left } = scheduleOf([], 2)
    faults.goingOn = true
    await schedule.start()
    await clock.advance(0)
    expect(failures).toHaveLength(1)
    faults.goingOn = false
    await clock.advance(minute)
    expect(left.parts).toBe(0)
  })
})
