import { z } from 'zod'
import { lazyObject } from '../lazily'
import { fewestInSlice, mostSlices, type PlanSettings } from './settings'
import { peopleOf, type PlannedSlice } from './slices'

/** What is wrong with the settings of a plan, or worth a word. */
export const planFaultSchema = lazyObject(() => ({
  kind: z.enum(['fewest', 'tooMany', 'past', 'window', 'warnAboveStop', 'unusual']),
  /** Where it is written. */
  field: z.string(),
  /** An error keeps a plan from being started. */
  level: z.enum(['error', 'warning']),
}))
type PlanFault = z.infer<typeof planFaultSchema>

/** Shares above which a limit is unusual: providers block senders there. */
const usual = { bounced: 0.05, complained: 0.003 } as const

/** Everything that is wrong with the settings of a plan for so many people, by what it comes to. */
export function planFaults(
  settings: PlanSettings,
  all: number,
  planned: { slices: readonly PlannedSlice[]; times: readonly number[]; now: number },
): PlanFault[] {
  const { pace, brake } = settings
  const found: PlanFault[] = []
  const error = (kind: PlanFault['kind'], field: string) => found.push({ kind, field, level: 'error' })
  const size = pace.kind === 'even' ? pace.size : pace.first
  if (peopleOf(size, all) < Math.min(fewestInSlice, all)) error('fewest', 'size')
  if (pace.kind === 'warmUp' && pace.most < Math.min(fewestInSlice, all)) error('fewest', 'most')
  if (pace.kind === 'even' && pace.every.unit === 'hour' && pace.to < pace.from) error('window', 'to')
  const { slices, times, now } = planned
  if (slices.reduce((sum, { people }) => sum + people, 0) < all || slices.length > mostSlices)
    error('tooMany', 'slices')
  if ((times[0] ?? Infinity) < now) error('past', 'begins')
  for (const key of ['bounced', 'complained', 'unsubscribed'] as const) {
    const { warn, stop } = brake[key]
    if (stop !== null && warn >= stop) error('warnAboveStop', key)
    if (key !== 'unsubscribed' && stop !== null && stop > usual[key])
      found.push({ kind: 'unusual', field: key, level: 'warning' })
  }
  return found
}
