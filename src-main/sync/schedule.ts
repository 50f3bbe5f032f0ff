import type { SyncPlan } from '../../src-shared/bridge/profiles'

/** What the schedule knows of a resource that it refreshes. Wall-clock instants in milliseconds. */
export interface Freshness {
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

const minute = 60_000

/**
 * Milliseconds until the next quick refresh; 0: now; null: only by hand. The steady clock counts, so that a wall
 * clock set back delays nothing; the wall clock counts too, so that hours of sleep are not overlooked.
 */
export function untilQuick(plan: SyncPlan, freshness: Freshness, last: LastAct, now: Moment): number | null {
  if (plan.quickEveryMinutes === null) return null
  const every = plan.quickEveryMinutes * minute
  const sinceAct = last.quick && Math.max(now.steady - last.quick.steady, now.wall - last.quick.wall)
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
  const tried = last.full && Math.max(now.steady - last.full.steady, now.wall - last.full.wall)
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
