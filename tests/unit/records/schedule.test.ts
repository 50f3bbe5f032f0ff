import { describe, expect, it } from 'vitest'
import { RecordSchedule } from '../../../src-main/features/records/schedule'
import { createFakeClock } from '../../fixtures/fake-clock'
import { storedConnection } from '../../fixtures/stored-connection'

const hour = 3_600_000
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A schedule over one connection. */
function scheduled(everyHours: number | null) {
  const clock = createFakeClock()
  const connection = storedConnection({ everyHours, createdAt: clock.now() })
  const state = { isUnderWay: false, lastAt: null as number | null, begun: 0 }
  const schedule = new RecordSchedule({
    registry: { all: () => [connection] },
    clock,
    log,
    isUnderWay: () => state.isUnderWay,
    lastAt: () => state.lastAt,
    begin: (id) => {
      schedule.tried(id)
      state.begun += 1
      return Promise.resolve()
    },
  })
  schedule.start()
  return { clock, schedule, state, connection }
}

/** Lets hours pass as they do: the clock is looked at again and again. */
async function pass(clock: ReturnType<typeof createFakeClock>, hours: number): Promise<void> {
  for (let minutes = 0; minutes < hours * 60; minutes += 1) await clock.advance(60_000)
}

describe('the schedule of a connection', () => {
  it('begins a run when its hours have passed since the last one ended, and says when that is', async () => {
    const { clock, schedule, state, connection } = scheduled(2)
    state.lastAt = clock.now()
    const due = clock.now() + 2 * hour
    expect(schedule.nextAt(connection)).toBe(due)
    await pass(clock, 1.9)
    expect(state.begun).toBe(0)
    await pass(clock, 0.2)
    expect(state.begun).toBe(1)
    await schedule.close()
  })

  it('waits its time again after a run that failed', async () => {
    const { clock, schedule, state } = scheduled(2)
    // A run that fails leaves the list as old as it was.
    await pass(clock, 3)
    expect(state.begun).toBe(1)
    await pass(clock, 1.5)
    expect(state.begun).toBe(2)
    await schedule.close()
  })

  it('begins none while one is under way, or where only a person does', async () => {
    const busy = scheduled(1)
    busy.state.isUnderWay = true
    expect(busy.schedule.nextAt(busy.connection)).toBeNull()
    await pass(busy.clock, 3)
    expect(busy.state.begun).toBe(0)
    const manual = scheduled(null)
    expect(manual.schedule.nextAt(manual.connection)).toBeNull()
    await pass(manual.clock, 3)
    expect(manual.state.begun).toBe(0)
    await busy.schedule.close()
    await manual.schedule.close()
  })
})
