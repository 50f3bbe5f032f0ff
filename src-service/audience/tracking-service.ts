import { Rounds } from '../rounds'
import type { TimerClock } from '../clock'
import type { Background } from '../service-context'
import { type ServiceDatabase, statements } from '../store/statements'
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
  timed(): Promise<number[]>
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

  const work = statements(db).whole(
    async (): Promise<boolean> => (await tracking.lookAtChanged()) || (await tracking.goOn()),
  )
  const beginTimed = statements(db).whole(async (): Promise<void> => {
    for (const segment of await timed()) await tracking.inTime(segment)
  })

  const works = new Rounds(async () => {
    cancelWork = null
    try {
      if (await work()) workAfter(0)
    } catch (error) {
      report('Tracking the members of segments', error)
      workAfter(minute)
    }
  })
  const minutes = new Rounds(async () => {
    try {
      await beginTimed()
    } catch (error) {
      report('Going through the members of segments', error)
    }
    nextMinute()
    workAfter(0)
  })

  function workAfter(ms: number): void {
    if (running && !cancelWork) cancelWork = clock.after(ms, works.begin)
  }

  function nextMinute(): void {
    if (running) cancelMinute = clock.after(minute, minutes.begin)
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
      await works.end()
      await minutes.end()
    },
  }
}
