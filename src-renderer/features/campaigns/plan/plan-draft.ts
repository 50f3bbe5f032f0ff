import type { PlanSettings } from '../../../../src-shared/sending-plan/settings'
import { localDate } from '../../../../src-shared/instants'
import { timeField } from '../actions/schedule-time'
import { measureLimits, usualBrake, type BrakeLimits } from '../../../../src-shared/campaign-brake'

/** How a campaign is to leave, as a person sets it: all at once, or by a plan. */
export type PlanMode = 'atOnce' | 'even' | 'warmUp'

/** Minutes since midnight as time fields write them: "09:00". */
export function clockOf(minute: number): string {
  return timeField(new Date(2000, 0, 1, 0, minute).getTime())
}

/** The minutes since midnight of what a time field holds; null where it is no time. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(clock) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** The pace that a mode begins with. */
export function usualPace(mode: Exclude<PlanMode, 'atOnce'>): PlanSettings['pace'] {
  return mode === 'warmUp'
    ? { kind: 'warmUp', first: { value: 500, unit: 'people' }, factor: 2, most: 16_000, days: 1 }
    : {
        kind: 'even',
        size: { value: 12, unit: 'percent' },
        every: { count: 1, unit: 'hour' },
        from: 9 * 60,
        to: 18 * 60,
      }
}

/** Settings of a plan as they are before anybody changed them: a warm-up from tomorrow morning on. */
export function usualSettings(now: number, brake: BrakeLimits = usualBrake): PlanSettings {
  return {
    pace: usualPace('warmUp'),
    begins: { day: localDate(now + 86_400_000), minute: 9 * 60 },
    rests: true,
    limits: {},
    order: { kind: 'active' },
    brake: measureLimits(brake),
    judgedAfterHours: 2,
  }
}
