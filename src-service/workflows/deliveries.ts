import { Alarm } from '../alarm'
import type { Outgoing } from '../outgoing'
import { Rounds } from '../rounds'
import { statements } from '../store/statements'
import { webhookClaims } from '../store/webhook-claims'
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
/** While calls wait, the longest between two looks: the machine may sleep, its clock be set. */
const rest = minute
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

/** An execution at a webhook that this process calls, and no other. */
interface TakenCall {
  plan: Plan
  row: ExecutionRow
  rule: CallRule
  caller: number
}

/** Calls the webhooks that executions are at. */
export interface WebhookCalls extends Outgoing {
  /** Has it look for calls now. */
  wake(): void
  /** Breaks off what is under way: it is called again by whoever comes first. */
  stop(): Promise<void>
}

/**
 * A call that was begun and not noted as ended is made again, with the same `X-Postroom-Delivery`: each call is made at
 * least once, over any number of restarts. Of several processes each calls what it has taken, as many at the same time.
 * In one piece: all of it is about which calls are under way.
 */
export function createDeliveries(context: ServiceContext, needs: DeliveryNeeds): WebhookCalls {
  const { db, clock, report } = context
  const { executions } = context.store
  const claims = webhookClaims(db)
  const callOf = createCalls(context, needs.feed)
  const underWay = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  const rounds = new Rounds(round)
  const alarm = new Alarm(clock, rounds.begin)
  let running = false
  /** What other processes know this one by; 0 where there are none. */
  let caller = 0
  /** Whether calls may be claimed that are not under way: something failed that the database was told, or was to be. */
  let isUnsure = false
  // The workflow that was called last: one whose host is slow must not take all the calls.
  let last = 0

  function lookAt(at: number): void {
    if (running) alarm.setFor(at)
  }
  const wake = (): void => lookAt(clock.now())

  async function round(): Promise<void> {
    try {
      await releaseLeft()
      for (let more = true; more && running && underWay.size < atOnce;) more = await beginNext()
    } catch (error) {
      isUnsure = true
      report('Calling webhooks', error)
      lookAt(clock.now() + troubled)
    }
  }

  /** Begins what is due next, or waits for it. False where nothing more can be begun now. */
  async function beginNext(): Promise<boolean> {
    const { byWorkflow } = await needs.plans()
    // Busy as it was before the look: of a call that ends during it, the look may find the execution as it was.
    const next = await executions.nextCall([...byWorkflow.keys()], [...underWay.keys()])
    if (next === null) return false
    const now = clock.now()
    const taken = next <= now ? await take() : null
    if (!taken) {
      // Where somebody else is about to take it, the next look finds it gone.
      lookAt(next <= now ? now + second : Math.min(next, now + rest))
      return false
    }
    if ('row' in taken) underWay.set(taken.row.seq, deliver(taken))
    return true
  }

  /** Takes a call of the workflow whose turn it is. An execution whose step calls nothing any more just goes on. */
  const take = statements(db).whole(async (): Promise<TakenCall | { wentOn: true } | null> => {
    for (const plan of inTurn((await needs.plans()).byWorkflow, last)) {
      const busy = new Set(underWay.keys())
      const due = await executions.takeCalls(plan.workflow.seq, clock.now(), busy.size + 1)
      const row = due.find(({ seq }) => !busy.has(seq))
      if (!row) continue
      last = plan.workflow.seq
      const rule = row.step === null ? undefined : plan.steps.get(row.step)?.rule
      if (rule?.type === 'WEBHOOK' || rule?.type === 'CALL') {
        await claims.claim(row.seq, caller)
        return { plan, row, rule, caller }
      }
      await needs.runner.goOn(plan, row)
      return { wentOn: true }
    }
    return null
  })

  const settle = statements(db).whole(async (taken: TakenCall, result: WebhookResult) => {
    const called = taken.row
    await claims.release(called.seq, taken.caller)
    const row = await executions.get(called.seq)
    const plan = (await needs.plans()).byWorkflow.get(called.workflow)
    // It ended or moved on meanwhile, or its workflow was disabled: then it is called when that goes on.
    if (!row || !plan || row.status !== 'RUNNING' || row.visit !== called.visit) return
    // Who was taken for gone is late: another process has called it since.
    if (row.attempts !== called.attempts) return
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

  async function deliver(taken: TakenCall): Promise<void> {
    try {
      await settle(taken, await resultOf(taken))
    } catch (error) {
      isUnsure = true
      if (stopping.signal.aborted) return
      report('Calling a webhook', error)
      // How it ended could not be noted, so it is made again: not at once, or it would be made without end.
      await restFor(troubled)
    } finally {
      underWay.delete(taken.row.seq)
      needs.onSettled()
      wake()
    }
  }

  /** Has be called by whoever comes first what is claimed here and not under way. */
  async function releaseLeft(): Promise<void> {
    if (!isUnsure) return
    isUnsure = false
    await claims.releaseAllBut(caller, [...underWay.keys()])
  }

  function restFor(ms: number): Promise<void> {
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

  /** Calls. Where the texts of a deployed step cannot be filled in, that is how it ended. */
  async function resultOf({ plan, row, rule }: TakenCall): Promise<WebhookResult> {
    let call: WebhookCall
    try {
      call = await callOf(plan, row, rule)
    } catch (error) {
      if (rule.type === 'WEBHOOK' || db.isTrouble(error)) throw error
      return { taken: false, again: false, reason: error instanceof Error ? error.message : String(error) }
    }
    return callWebhook(call, needs, stopping.signal)
  }

  async function pause(): Promise<void> {
    running = false
    alarm.callOff()
    await rounds.end()
  }

  return {
    wake,
    pause,
    start(sender) {
      caller = sender ?? 0
      running = true
      wake()
    },
    isBusy: () => underWay.size > 0,
    async endInterrupted() {
      await claims.releaseInterrupted()
      wake()
    },
    async stop() {
      await pause()
      stopping.abort()
      await Promise.all(underWay.values())
      await releaseLeft().catch((error: unknown) => report('Giving up calls of webhooks', error))
    },
  }
}
