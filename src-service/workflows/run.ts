import { statements } from '../store/statements'
import { ServiceFailure } from '../http/failure'
import type { ServiceContext } from '../service-context'
import type { ExecutionRow } from '../store/executions'
import type { FedEvent } from '../store/workflow-feed'
import { createMoves, type RunNeeds } from './moves'
import { type Outcome, failed, onward } from './outcome'
import type { Plan } from './plans'

/**
 * Runs executions. Each call joins the transaction it is made in, and leaves the execution where it waits, calls a
 * webhook, or ends: what its steps did and where it is now commit together.
 */
export type Runner = ReturnType<typeof createRunner>

/**
 * How many executions a workflow begins for one contact within an hour, and how often one execution is woken by events: a
 * backstop against circles that `depth` does not see, because segments or other systems are part of them.
 */
const timesAnHour = 100
const hour = 60 * 60 * 1000

/** Returns the runner of a database. In one piece: all of it is about the run that is under way. */
export function createRunner(service: ServiceContext, needs: RunNeeds) {
  const { db, store, clock, report } = service
  const { executions } = store
  const { note, move, ended } = createMoves(service, needs)
  const { feed } = needs
  /** The run that is under way: what it causes is noted. */
  let current: { depth: number; lastEvent: number } | null = null
  store.eventWriter.onRecorded(async ({ seq }) => {
    if (!current) return
    current.lastEvent = seq
    await feed.noteEvent(seq, current.depth + 1)
  })

  // Within a transaction this is a savepoint: what a failing step had begun is taken back, and nothing else.
  const attempt = statements(db).whole(
    async (plan: Plan, row: ExecutionRow, outcome: Outcome, position: number) => {
      current = { depth: row.depth, lastEvent: position }
      await executions.write(await move(plan, row, outcome, current))
    },
  )

  async function run(plan: Plan, row: ExecutionRow, outcome: Outcome, position: number): Promise<void> {
    try {
      await attempt(plan, row, outcome, position)
    } catch (error) {
      if (db.isTrouble(error)) throw error
      const said = error instanceof ServiceFailure
      if (!said) report('A step of a workflow', error)
      const reason = said ? error.message : 'Something went wrong inside the service.'
      await note(row.seq, failed(reason))
      await executions.write(ended(row, 'FAILED', reason))
    } finally {
      current = null
    }
  }

  async function mayStart({ workflow }: Plan, contact: number): Promise<boolean> {
    if (!workflow.allowReentry) return !(await executions.exists(workflow.seq, contact, false))
    if (await executions.exists(workflow.seq, contact, true)) return false
    return (
      (await executions.startedSince({ workflow: workflow.seq, contact, since: clock.now() - hour })) <
      timesAnHour
    )
  }

  return {
    /** Starts an execution for the contact of an event, if the workflow takes it again. `depth` as in `depthOf`. */
    async start(plan: Plan, event: FedEvent, depth: number): Promise<void> {
      const { seq: workflow } = plan.workflow
      if (!(await mayStart(plan, event.contact))) return
      const row = await executions.start({
        workflow,
        contact: event.contact,
        event: event.seq,
        depth,
        startedAt: clock.now(),
      })
      await run(plan, row, onward, event.seq)
    },
    /** Starts one by hand, whatever went before. `context`: JSON text of what it is told. */
    async startByHand(plan: Plan, contact: number, context: string): Promise<ExecutionRow> {
      const row = await executions.start({
        workflow: plan.workflow.seq,
        ...{ contact, event: 0, depth: 0, startedAt: clock.now(), context },
      })
      await run(plan, row, onward, await feed.bookmark())
      return (await executions.get(row.seq)) ?? row
    },
    /** Lets one that waits for this event go on. */
    async wake(plan: Plan, row: ExecutionRow, event: FedEvent, depth: number): Promise<void> {
      const now = clock.now()
      const sinceThen = now - row.wokenSince < hour
      const times = sinceThen ? row.woken + 1 : 1
      const woken = { woken: times, wokenSince: sinceThen ? row.wokenSince : now }
      const outcome: Outcome =
        times > timesAnHour
          ? failed(`Events woke it ${timesAnHour} times within an hour: it runs in a circle.`)
          : { kind: 'on', branch: 'event' }
      await run(plan, { ...row, ...woken, depth: Math.max(row.depth, depth) }, outcome, event.seq)
    },
    /** Lets one go on whose time has come. */
    async goOn(plan: Plan, row: ExecutionRow): Promise<void> {
      const step = row.step === null ? undefined : plan.steps.get(row.step)
      const branch = step?.rule.type === 'WAIT_FOR_EVENT' ? 'timeout' : null
      const outcome: Outcome = step
        ? { kind: 'on', branch }
        : { kind: 'end', status: 'CANCELLED', reason: stepRemoved }
      await run(plan, row, outcome, await feed.bookmark())
    },
    /** Goes on after a webhook was called, as `outcome` says. */
    settle: async (plan: Plan, row: ExecutionRow, outcome: Outcome) =>
      run(plan, row, outcome, await feed.bookmark()),
  }
}

/** What an execution says whose step is gone. */
export const stepRemoved = 'The step it was at was removed.'
