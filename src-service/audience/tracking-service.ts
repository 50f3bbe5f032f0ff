import type { TimerClock } from '../clock'
import type { Background } from '../service-context'
import type { ServiceDatabase } from '../store/statements'
import type { Tracking } from './tracking'

interface TrackingService extends Background {
  /** Looks for work soon: something changed. */
  wake(): void
}

/** What it goes on with. */
interface TrackingServiceParts {
  db: ServiceDatabase
  clock: TimerClock
  tracking: Tracking
  /** The tracked segments whose members change as time passes. */
  timed(): number[]
  report(what: string, error: unknown): void
}

/** How often segments that depend on the time are gone through: their spans are told in minutes at the finest. */
const minute = 60_000

/** Does the work of tracking a transaction at a time, so that requests are answered in between. */
export function createTrackingService({
  db,
  clock,
  tracking,
  timed,
  report,
}: TrackingServiceParts): TrackingService {
  let running = false
  let cancelWork: (() => void) | null = null
  let cancelMinute: (() => void) | null = null

  const work = db.transaction((): boolean => tracking.lookAtChanged() || tracking.goOn())
  const beginTimed = db.transaction((): void => timed().forEach((segment) => tracking.inTime(segment)))

  function workAfter(ms: number): void {
    if (!running || cancelWork) return
    cancelWork = clock.after(ms, () => {
      cancelWork = null
      try {
        if (work.immediate()) workAfter(0)
      } catch (error) {
        report('Tracking the members of segments', error)
        workAfter(minute)
      }
    })
  }

  function nextMinute(): void {
    cancelMinute = clock.after(minute, () => {
      try {
        beginTimed.immediate()
      } catch (error) {
        report('Going through the members of segments', error)
      }
      nextMinute()
      workAfter(0)
    })
  }

  return {
    wake: () => workAfter(0),
    start() {
      running = true
      nextMinute()
      workAfter(0)
    },
    async stop() {
      running = false
      cancelWork?.()
      cancelMinute?.()
    },
  }
}
