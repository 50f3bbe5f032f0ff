import { isToCome } from '../../../src-shared/bridge/plans'
import type { KeptPlan, KeptSlice } from './store'

/** What is to be done about a plan now. `wait`: until an instant, or until something happens (null). */
export type PlanStep =
  | { kind: 'gather' | 'make' | 'release' | 'miss' | 'judge'; slice: KeptSlice }
  | { kind: 'end' }
  | { kind: 'wait'; until: number | null }

/** So long before its time the people of a slice are looked at once more (milliseconds). */
const madeBefore = 5 * 60_000

/** So long after its time a slice that did not leave waits for a person. */
const missedAfter = 15 * 60_000

/** When a slice that has left is judged. */
function judgedAt({ settings }: KeptPlan, { leftAt }: KeptSlice): number {
  return (leftAt ?? 0) + settings.judgedAfterHours * 3_600_000
}

/**
 * The one next step of a plan. What is due to be judged comes before anything may leave; nothing leaves while a plan is
 * held or a slice of it may have left; slices leave in their order; of a slice that was missed a person is asked.
 */
export function nextStep(plan: KeptPlan, now: number): PlanStep {
  const { slices, state } = plan
  const open = slices.filter((slice) => slice.state === 'left' && slice.judgement === null)
  const due = open.find((slice) => judgedAt(plan, slice) <= now)
  if (due) return { kind: 'judge', slice: due }
  const judging = Math.min(...open.map((slice) => judgedAt(plan, slice)))
  const wait = (until = Infinity): PlanStep => {
    const at = Math.min(until, judging)
    return { kind: 'wait', until: at === Infinity ? null : at }
  }
  if (state !== 'running' || slices.some((slice) => slice.state === 'unknown')) return wait()
  const next = slices.find(isToCome)
  if (!next) return open.length > 0 ? wait() : { kind: 'end' }
  if (next.state === 'missed') return wait()
  if (now > next.at + missedAfter) return { kind: 'miss', slice: next }
  const bare = slices.find((slice) => slice.state === 'waits' && slice.segment === null)
  if (bare) return { kind: 'gather', slice: bare }
  if (next.state === 'ready') return now >= next.at ? { kind: 'release', slice: next } : wait(next.at)
  return now >= next.at - madeBefore ? { kind: 'make', slice: next } : wait(next.at - madeBefore)
}
