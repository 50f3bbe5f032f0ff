import type { TimerClock } from '../clock'
import { type ServiceDatabase, statements } from '../store/statements'
import type { Executions } from '../store/executions'
import type { workflowSweep } from '../store/workflow-sweep'
import type { Plan, Plans } from './plans'
import { type Runner, stepRemoved } from './run'
import type { Slice } from './slice'
import { inTurn } from './turns'

/** Rows that one look takes of one workflow: another's do not wait for all of them. */
const batch = 50
/** Rows that are cleared away in one transaction. */
const sweepBatch = 500

/** What going on by the clock needs. */
interface DueNeeds {
  executions: Executions
  runner: Runner
  plans(): Promise<Plans>
  slice: Slice
  clock: TimerClock
}

/**
 * Returns what lets executions go on whose time has come, workflow after workflow, a few milliseconds at a time. It tells
 * whether there are more.
 */
export function dueReader(
  db: ServiceDatabase,
  { executions, runner, plans, slice, clock }: DueNeeds,
): () => Promise<boolean> {
  // The workflow that a slice ended with.
  let last = 0
  return statements(db).whole(async (): Promise<boolean> => {
    const isOver = slice()
    let full = false
    for (const plan of inTurn((await plans()).byWorkflow, last)) {
      const due = await executions.takeDue(plan.workflow.seq, clock.now(), batch)
      last = plan.workflow.seq
      full ||= due.length === batch
      for (const row of due) {
        await runner.goOn(plan, row)
        if (isOver()) return true
      }
    }
    return full
  })
}

/** Returns what clears away, some rows at a time, what was removed. It tells whether there is more. */
export function sweeper(
  db: ServiceDatabase,
  sweep: ReturnType<typeof workflowSweep>,
  executions: Executions,
  clock: TimerClock,
): () => Promise<boolean> {
  const clear = statements(db).whole(async (): Promise<boolean> => {
    const workflow = await sweep.takeWorkflow()
    if (workflow !== null) {
      if ((await executions.removeOfWorkflow(workflow, sweepBatch)) < sweepBatch)
        await sweep.dropWorkflow(workflow)
      return true
    }
    const step = await sweep.takeStep()
    if (step === null) return false
    if (
      (await executions.endAtStep({ step, now: clock.now(), reason: stepRemoved, limit: sweepBatch })) <
      sweepBatch
    )
      await sweep.dropStep(step)
    return true
  })
  return async () => (await sweep.isLeft()) && (await clear())
}

/** When the next execution of these workflows goes on by itself, milliseconds since 1970; null when none does. */
export async function nextDue(plans: Iterable<Plan>, executions: Executions): Promise<number | null> {
  let next = Infinity
  for (const { workflow } of plans) {
    next = Math.min(next, (await executions.nextDue(workflow.seq)) ?? Infinity)
  }
  return next === Infinity ? null : next
}
