import { statements } from '../store/statements'
import type { Audience } from '../audience/audience'
import type { DnsLookups } from '../dns/dns'
import type { MailQueue } from '../mail/message'
import type { Background, ServiceContext } from '../service-context'
import { workflowFeed } from '../store/workflow-feed'
import { workflowSweep } from '../store/workflow-sweep'
import type { AddressCheck } from '../../src-shared/interface/public-address'
import { createDeliveries } from './deliveries'
import { dueReader, nextDue, sweeper } from './due'
import { feedReader } from './feed'
import { workflowParts } from '../store/workflow-parts'
import { noJournal, stepJournal } from '../store/step-executions'
import type { ExecutionRow } from '../store/executions'
import { deployedPlans } from './deployed-plans'
import { checkedPlans, planReader } from './plans'
import { Alarm } from '../alarm'
import type { Outgoing } from '../outgoing'
import { Rounds } from '../rounds'
import { createRunner } from './run'
import { timeSlices } from './slice'

interface WorkflowNeeds {
  mail: MailQueue
  dns: DnsLookups
  audience: Pick<Audience, 'satisfies'>
  /** Which addresses webhooks may call: `isPublicAddress`, but for tests. */
  mayCall: AddressCheck
}

/** Workflows that run. */
export interface WorkflowService extends Background {
  /** Starts a workflow for a contact by hand, with JSON text of what it is told. Null where it does not run. */
  startByHand(workflow: number, contact: number, context: string): Promise<ExecutionRow | null>
  /** The webhooks that they call. */
  calls: Outgoing
}

/** Events that concern no workflow wait this long (milliseconds) to be passed over together. */
const unhurried = 1000
/** How long it waits after the database was in trouble, in milliseconds. */
const troubled = 5000
/** While executions wait, the longest between two looks (milliseconds): the machine may sleep, its clock be set. */
const rest = 60_000

/**
 * Runs the workflows: one round after the other, as long as there is something to do, and then when the next is due.
 * In one piece: all of it is about when the next round is.
 */
export async function createWorkflowService(
  service: ServiceContext,
  needs: WorkflowNeeds,
): Promise<WorkflowService> {
  const { db, store, dialect, clock, report } = service
  const { executions, workflows, contacts } = store
  const feed = workflowFeed(db)
  await feed.begin()
  const isChecked = dialect.rules.steps === 'checked'
  const reading = isChecked ? checkedPlans(workflows) : deployedPlans(workflows, workflowParts(db))
  const plans = planReader(workflows, reading, report)
  const journal = isChecked ? noJournal : stepJournal(db)
  const runner = createRunner(service, { ...needs, feed, journal })
  const parts = { feed, executions, runner, plans, slice: timeSlices(db.engine), clock }
  const readFeed = feedReader(db, parts)
  const readDue = dueReader(db, parts)
  const sweep = sweeper(db, workflowSweep(db), executions, clock)
  const calls = createDeliveries(service, { ...needs, ...parts, onSettled: () => lookAt(clock.now()) })
  const rounds = new Rounds(round)
  const alarm = new Alarm(clock, rounds.begin)
  let running = false

  function lookAt(at: number): void {
    if (running) alarm.setFor(at)
  }

  async function round(): Promise<void> {
    try {
      const sweeping = await sweep()
      // What happened before an execution's time was up goes before that: first all events, then who is due.
      const more = (await readFeed()) || (await readDue())
      calls.wake()
      const due = await nextDue((await plans()).byWorkflow.values(), executions)
      if (sweeping || more) lookAt(clock.now())
      else if (due !== null) lookAt(Math.min(due, clock.now() + rest))
    } catch (error) {
      report('Running workflows', error)
      lookAt(clock.now() + troubled)
    }
  }

  function wake(): void {
    lookAt(clock.now())
    calls.wake()
  }

  store.eventWriter.onRecorded(async ({ name }) => {
    if (!running) return
    const wait = (await plans()).byEvent.has(name) ? 0 : unhurried
    // Not before: nobody else sees it until then.
    db.afterwards(() => lookAt(clock.now() + wait))
  })
  workflows.onChanged(wake)
  db.onElsewhere(['workflow', 'execution'], wake)
  db.onElsewhere(['event'], () => lookAt(clock.now()))
  contacts.onRemoved((contact) =>
    executions.endOfContact({ contact, now: clock.now(), reason: 'The contact was deleted.' }),
  )

  const startByHand = statements(db).whole(async (workflow: number, contact: number, context: string) => {
    const plan = (await plans()).byWorkflow.get(workflow)
    return plan ? await runner.startByHand(plan, contact, context) : null
  })

  return {
    calls,
    async startByHand(...of) {
      const row = await startByHand(...of)
      wake()
      return row
    },
    start() {
      running = true
      lookAt(clock.now())
    },
    async stop() {
      running = false
      alarm.callOff()
      await rounds.end()
      await calls.stop()
    },
  }
}
