import type { Audience } from '../audience/audience'
import type { Dns } from '../dns/dns'
import type { MailQueue } from '../mail/message'
import type { Background, Ground } from '../room'
import { workflowFeed } from '../store/workflow-feed'
import { workflowSweep } from '../store/workflow-sweep'
import type { AddressCheck } from './addresses'
import { createDeliveries } from './deliveries'
import { dueReader, nextDue, sweeper } from './due'
import { feedReader } from './feed'
import { planReader } from './plans'
import { createRunner } from './run'
import { timeSlice } from './slice'

/** What workflows need of other rooms. */
export interface WorkflowNeeds {
  mail: MailQueue
  dns: Dns
  audience: Pick<Audience, 'satisfies'>
  /** Which addresses webhooks may call: `isPublicAddress`, but for tests. */
  mayCall: AddressCheck
}

/** Events that concern no workflow wait this long (milliseconds) to be passed over together. */
const unhurried = 1000
/** How long it waits after the database was in trouble, in milliseconds. */
const troubled = 5000
/** It looks at the time at least this often (milliseconds): the machine may have slept, or its clock been set. */
const rest = 60_000

/** Runs the workflows: one round after the other, as long as there is something to do, and then when the next is due. */
export function createWorkflowRoom(ground: Ground, needs: WorkflowNeeds): Background {
  const { db, store, clock, report } = ground
  const { executions, workflows, contacts } = store
  const feed = workflowFeed(db)
  feed.begin()
  const plans = planReader(workflows)
  const runner = createRunner(ground, { ...needs, feed })
  const parts = { feed, executions, runner, plans, slice: timeSlice, clock }
  const readFeed = feedReader(db, parts)
  const readDue = dueReader(db, parts)
  const sweep = sweeper(db, workflowSweep(db), executions, clock)
  const deliveries = createDeliveries(ground, { ...needs, ...parts, onSettled: () => lookAt(clock.now()) })
  let running = false
  let planned: { at: number; callOff(): void } | null = null

  function lookAt(at: number): void {
    if (!running || (planned && planned.at <= at)) return
    planned?.callOff()
    planned = { at, callOff: clock.after(at - clock.now(), round) }
  }

  function round(): void {
    planned = null
    try {
      const sweeping = sweep()
      // What happened before an execution's time was up goes before that: first all events, then who is due.
      const more = readFeed() || readDue()
      deliveries.begin()
      const due = nextDue(plans().byWorkflow.values(), executions, deliveries) ?? Infinity
      lookAt(sweeping || more ? clock.now() : Math.min(due, clock.now() + rest))
    } catch (error) {
      report('Running workflows', error)
      lookAt(clock.now() + troubled)
    }
  }

  store.eventWriter.onRecorded(({ name }) => {
    lookAt(clock.now() + (plans().byEvent.has(name) ? 0 : unhurried))
  })
  workflows.onChanged(() => lookAt(clock.now()))
  contacts.onRemoved((contact) => executions.endOfContact(contact, clock.now(), 'The contact was deleted.'))

  return {
    start() {
      running = true
      lookAt(clock.now())
    },
    async stop() {
      running = false
      planned?.callOff()
      await deliveries.stop()
    },
  }
}
