import type { SyncPlan } from '../../src-shared/bridge/profiles'
import type { Clock } from '../core/clock'
import type { Logger } from '../core/log'

/** What the schedule knows of a resource that it refreshes. Wall-clock instants in milliseconds. */
interface Freshness {
  asOf: number | null
  fullAsOf: number | null
}

/** Two clocks at one moment: `wall` may jump, `steady` never does but may stand still while the machine sleeps. */
export interface Moment {
  wall: number
  steady: number
}

/** When the schedule last acted, by its own memory. `at` null: not since the program started. */
export interface LastAct {
  quick: Moment | null
  full: Moment | null
}

interface TimeKeeping {
  clock: Clock
  log: Logger
  signal: AbortSignal
  /** Begins what is due. */
  act(): Promise<void>
  /** Milliseconds until something is due; null: nothing is. */
  untilNext?(): number | null
}

const minute = 60_000
/** Both clocks are looked at so often: after a sleep or a jump of the clock a run is late by that at most. */
const tickMs = 20_000

/** Acts when it is time to, from now until the signal aborts. Never rejects. */
export async function keepTime({ clock, log, signal, act, untilNext }: TimeKeeping): Promise<void> {
  while (!signal.aborted) {
    await act().catch((error: unknown) => log.error('schedule_failed', { detail: String(error) }))
    const wait = Math.min(tickMs, untilNext?.() ?? tickMs)
    await clock.sleep(Math.max(1000, wait), signal).catch(() => undefined)
  }
}

/** Both clocks as they stand. */
export function momentOf(clock: Pick<Clock, 'now' | 'monotonic'>): Moment {
  return { wall: clock.now(), steady: clock.monotonic() }
}

/**
 * Milliseconds since a moment. The steady clock counts, so that a wall clock set back delays nothing; the wall clock counts
 * too, so that hours of sleep are not overlooked.
 */
export function elapsed(since: Moment, now: Moment): number {
  return Math.max(now.steady - since.steady, now.wall - since.wall)
}

/** Milliseconds until the next quick refresh; 0: now; null: only by hand. */
export function untilQuick(plan: SyncPlan, freshness: Freshness, last: LastAct, now: Moment): number | null {
  if (plan.quickEveryMinutes === null) return null
  const every = plan.quickEveryMinutes * minute
  const sinceAct = last.quick && elapsed(last.quick, now)
  const age = ageOf(freshness.asOf, now)
  // A refresh that was tried waits its time even where it failed; the age matters only before the first try.
  const since = sinceAct ?? age ?? every
  return clamp(every - since, every)
}

/**
 * Milliseconds until the next daily full run; 0: now; null: only by hand. A time of day that passed while the
 * program did not run is caught up once.
 */
export function untilFull(plan: SyncPlan, freshness: Freshness, last: LastAct, now: Moment): number | null {
  if (plan.fullDailyAt === null) return null
  const passed = occurrence(plan.fullDailyAt, now.wall, 0)
  const before = passed <= now.wall ? passed : occurrence(plan.fullDailyAt, now.wall, -1)
  const next = passed <= now.wall ? occurrence(plan.fullDailyAt, now.wall, 1) : passed
  const done = ageOf(freshness.fullAsOf, now)
  const tried = last.full && elapsed(last.full, now)
  const sinceDue = now.wall - before
  const missed = (done === null || done > sinceDue) && (tried === null || tried > sinceDue)
  return missed ? 0 : clamp(next - now.wall, 25 * 60 * minute)
}

/** The age of an instant; null where there is none, or where it lies in the future of a clock that was set back. */
function ageOf(instant: number | null, now: Moment): number | null {
  return instant === null || instant > now.wall ? null : now.wall - instant
}

/** Local time "HH:MM" on the day of `wall`, plus so many days. */
function occurrence(time: string, wall: number, days: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const day = new Date(wall)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hours, minutes).getTime()
}

function clamp(ms: number, longest: number): number {
  return Math.min(longest, Math.max(0, ms))
}
