import type { ServiceContext } from '../service-context'
import type { ExecutionRow } from '../store/executions'
import type { StepJournal } from '../store/step-executions'
import { createSteps, type StepNeeds } from './enter-step'
import type { Outcome } from './outcome'
import type { Plan, PlanStep } from './plans'

/** What running needs of other parts of the service. */
export interface RunNeeds extends StepNeeds {
  journal: StepJournal
}

interface Moves {
  /** Tells what the step that an execution is at came to. */
  note(execution: number, outcome: Outcome): Promise<void>
  /** Moves on from `row.step` as `outcome` says, until it waits, calls or ends. Returns the row as it is to be written. */
  move(plan: Plan, row: ExecutionRow, outcome: Outcome, run: { lastEvent: number }): Promise<ExecutionRow>
  /** The row of one that ends now. */
  ended(row: ExecutionRow, status: ExecutionRow['status'], exitReason: string | null): ExecutionRow
}

/** Returns the moves of a database. */
export function createMoves(service: ServiceContext, needs: RunNeeds): Moves {
  const { clock } = service
  const { contacts } = service.store
  const { journal } = needs
  const enter = createSteps(service, needs)

  async function note(execution: number, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'call') return
    if (outcome.kind === 'wait') {
      await journal.waits(execution, outcome.wakeAt)
      return
    }
    const error = outcome.kind === 'end' && outcome.status === 'FAILED' ? (outcome.reason ?? 'Failed') : null
    const branch = outcome.kind === 'on' ? outcome.branch : null
    await journal.ended(execution, clock.now(), {
      error,
      output: branch === null ? null : JSON.stringify({ branch }),
    })
  }

  async function move(
    plan: Plan,
    row: ExecutionRow,
    outcome: Outcome,
    run: { lastEvent: number },
  ): Promise<ExecutionRow> {
    let at = { ...row, wakeAt: null }
    let now = outcome
    await note(at.seq, now)
    while (now.kind === 'on') {
      const step = nextStep(plan, at, now)
      if (!step) return ended(at, 'COMPLETED', null)
      const contact = await contacts.get(at.contact)
      if (!contact) return ended(at, 'CANCELLED', 'The contact was deleted.')
      at = { ...at, step: step.seq, visit: at.visit + 1, attempts: 0 }
      await journal.began(at.seq, step.seq, clock.now())
      now = await enter(step, at, contact)
      await note(at.seq, now)
    }
    if (now.kind === 'end') return ended(at, now.status, now.reason)
    if (now.kind === 'call') return { ...at, status: 'RUNNING', wakeAt: clock.now() }
    return { ...at, status: 'WAITING', wakeAt: now.wakeAt, waitsAfter: run.lastEvent }
  }

  function ended(row: ExecutionRow, status: ExecutionRow['status'], exitReason: string | null): ExecutionRow {
    const completedAt = Math.max(clock.now(), row.startedAt)
    return { ...row, status, exitReason, completedAt, wakeAt: null }
  }

  return { note, move, ended }
}

function nextStep(
  plan: Plan,
  { step, visit }: ExecutionRow,
  { branch }: Outcome & { kind: 'on' },
): PlanStep | undefined {
  if (visit === 0) return plan.steps.get(plan.trigger)
  const next = step === null ? undefined : plan.steps.get(step)?.nextSteps.get(branch)
  return next === undefined ? undefined : plan.steps.get(next)
}
