import { statements } from '../store/statements'
import type { ServiceContext } from '../service-context'
import type { ExecutionRow } from '../store/executions'
import type { WorkflowFeed } from '../store/workflow-feed'
import { type CallRule, createCalls } from './calls'
import { failed, onward } from './outcome'
import type { Plan, Plans } from './plans'
import type { Runner } from './run'
import { inTurn } from './turns'
import { type WebhookCall, type WebhookNeeds, type WebhookResult, callWebhook } from './webhook'

/** Calls under way at the same time. */
const atOnce = 8
const second = 1000
const minute = 60 * second
/** How long it waits after the database was in trouble. */
const troubled = 5 * second
/** How long it waits after each call that failed; after as many and one more, the execution has FAILED. */
const retryAfter: readonly number[] = [10 * second, minute, 5 * minute, 30 * minute]

/** What delivering needs of other parts. */
interface DeliveryNeeds extends WebhookNeeds {
  feed: WorkflowFeed
  runner: Runner
  plans(): Promise<Plans>
  /** Told when a call has ended. */
  onSettled(): void
}

/** Calls the webhooks that executions are at. */
export type WebhookCalls = ReturnType<typeof createDeliveries>

/**
 * A call that was begun and not noted as ended is made again, with the same `X-Postroom-Delivery`: each call is made at
 * least once, over any number of restarts.
 * In one piece: all of it is about which calls are under way.
 */
export function createDeliveries(context: ServiceContext, needs: DeliveryNeeds) {
  const { db, clock, report } = context
  const { executions } = context.store
  const callOf = createCalls(context, needs.feed)
  const underWay = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  // The workflow that was called last: one whose host is slow must not take all the calls.
  let last = 0

  const settle = statements(db).whole(async (called: ExecutionRow, result: WebhookResult) => {
    const row = await executions.get(called.seq)
    const plan = (await needs.plans()).byWorkflow.get(called.workflow)
    // It ended or moved on meanwhile, or its workflow was disabled: then it is called when that goes on.
    if (!row || !plan || row.status !== 'RUNNING' || row.visit !== called.visit) return
    if (result.taken) return needs.runner.settle(plan, row, onward)
    const kind = row.step === null ? undefined : plan.steps.get(row.step)?.rule.type
    const wait = result.again && kind === 'WEBHOOK' ? retryAfter[row.attempts] : undefined
    if (wait !== undefined) {
      await executions.write({ ...row, attempts: row.attempts + 1, wakeAt: clock.now() + wait })
      return
    }
    const times = row.attempts + 1
    const after = times === 1 ? '' : ` ${times} times`
    await needs.runner.settle(plan, row, failed(`The webhook failed${after}. ${result.reason}`))
  })

  async function deliver(call: WebhookCall, row: ExecutionRow): Promise<void> {
    try {
      const result = await callWebhook(call, needs, stopping.signal)
      await settle(row, result)
    } catch (error) {
      if (stopping.signal.aborted) return
      report('Calling a webhook', error)
      // How it ended could not be noted, so it is made again: not at once, or it would be made without end.
      await pause(troubled)
    } finally {
      underWay.delete(row.seq)
      needs.onSettled()
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        callOff()
        stopping.signal.removeEventListener('abort', end)
        resolve()
      }
      const callOff = clock.after(ms, end)
      stopping.signal.addEventListener('abort', end, { once: true })
    })
  }

  async function beginOne(plan: Plan, row: ExecutionRow): Promise<void> {
    const rule = row.step === null ? undefined : plan.steps.get(row.step)?.rule
    if (rule?.type !== 'WEBHOOK' && rule?.type !== 'CALL') {
      await db.transaction(() => needs.runner.goOn(plan, row))
      return
    }
    const call = await filled(plan, row, rule)
    if (call) underWay.set(row.seq, deliver(call, row))
  }

  /** The call of a step; null where its texts cannot be filled in, which ends the execution. */
  async function filled(plan: Plan, row: ExecutionRow, rule: CallRule): Promise<WebhookCall | null> {
    try {
      return await callOf(plan, row, rule)
    } catch (error) {
      if (rule.type === 'WEBHOOK') throw error
      const why = error instanceof Error ? error.message : String(error)
      await db.transaction(() => needs.runner.settle(plan, row, failed(`The webhook failed. ${why}`)))
      return null
    }
  }

  /** Begins one call of the workflow whose turn it is. False when none is due. */
  async function beginNext(): Promise<boolean> {
    for (const plan of inTurn((await needs.plans()).byWorkflow, last)) {
      // As it was before the look: of a call that ends during it, the look may find the execution as it was.
      const busy = new Set(underWay.keys())
      const due = await executions.due(plan.workflow.seq, 'RUNNING', busy.size + 1, clock.now())
      const row = due.find(({ seq }) => !busy.has(seq))
      if (!row) continue
      last = plan.workflow.seq
      await beginOne(plan, row)
      return true
    }
    return false
  }

  return {
    /** Begins calls that are due, as many as may be under way at once. */
    async begin(): Promise<void> {
      while (underWay.size < atOnce && (await beginNext()));
    },
    /** Whether this execution's call is under way. */
    isBusy: ({ seq }: ExecutionRow) => underWay.has(seq),
    /** How many calls are under way. */
    busy: () => underWay.size,
    /** Whether no more can be begun until one has ended. */
    isFull: () => underWay.size >= atOnce,
    /** When what is under way has ended. */
    async ended(): Promise<void> {
      await Promise.all(underWay.values())
    },
    /** Breaks off what is under way: it is called again after the next start. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}
