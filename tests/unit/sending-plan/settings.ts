import type { PlanSettings } from '../../../src-shared/sending-plan/settings'

/** Settings of a warm-up as the screen offers them, with what a test wants otherwise. */
export function warmUp(changes: Partial<PlanSettings> = {}): PlanSettings {
  return {
    pace: { kind: 'warmUp', first: { value: 500, unit: 'people' }, factor: 2, most: 16_000, days: 1 },
    begins: { day: '2026-11-23', minute: 9 * 60 },
    rests: true,
    limits: {},
    order: { kind: 'active' },
    brake: {
      bounced: { warn: 0.02, stop: 0.05 },
      complained: { warn: 0.001, stop: 0.003 },
      unsubscribed: { warn: 0.01, stop: null },
    },
    judgedAfterHours: 2,
    ...changes,
  }
}

/** Even slices of a share, by the hour within a working day. */
export const hourly: Extract<PlanSettings['pace'], { kind: 'even' }> = {
  kind: 'even',
  size: { value: 12, unit: 'percent' },
  every: { count: 1, unit: 'hour' },
  from: 9 * 60,
  to: 18 * 60,
}

/** The same settings in such slices. */
export function even(changes: Partial<PlanSettings> = {}): PlanSettings {
  return warmUp({ pace: hourly, rests: false, ...changes })
}
