import { localDate } from '../instants'
import { fewestInSlice, type PlanSettings } from './settings'
import { planSlices, type DomainPeople } from './slices'
import { sliceTimes } from './times'

/** Smaller steps for those who are to come: other settings, and what they come to. */
export interface SmallerSteps {
  settings: PlanSettings
  /** How many get the next slice. */
  first: number
  /** When the last one leaves. */
  ends: number
}

/**
 * What is to come of a plan in smaller steps: the next slice has as many people as the last one that left and grows from
 * there, or is half of what it was where slices are even. null: there are no smaller ones. `next`: what would leave, and when.
 */
export function smallerSteps(
  settings: PlanSettings,
  { people, at, left }: { people: number; at: number; left: number },
  toCome: readonly DomainPeople[],
): SmallerSteps | null {
  const { pace } = settings
  const value = Math.max(fewestInSlice, pace.kind === 'warmUp' ? left : Math.round(people / 2))
  if (value >= people) return null
  const size = { value, unit: 'people' as const }
  const time = new Date(at)
  const smaller: PlanSettings = {
    ...settings,
    pace: pace.kind === 'warmUp' ? { ...pace, first: size } : { ...pace, size },
    begins: { day: localDate(at), minute: time.getHours() * 60 + time.getMinutes() },
  }
  const slices = planSlices(smaller, toCome)
  const [first] = slices
  return first
    ? { settings: smaller, first: first.people, ends: sliceTimes(smaller, slices).at(-1) ?? at }
    : null
}
