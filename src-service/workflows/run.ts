import { delayMs } from '../../src-shared/interface/workflow'
import type { Audience } from '../audience/audience'
import { ServiceFailure } from '../http/failure'
import type { MailQueue } from '../mail/message'
import type { ServiceContext } from '../service-context'
import type { ContactRow } from '../store/contacts'
import type { ExecutionRow } from '../store/executions'
import type { StepJournal } from '../store/step-executions'
import type { FedEvent, WorkflowFeed } from '../store/workflow-feed'
import { deployedSteps } from './deployed-steps'
import { type Outcome, failed, onward } from './outcome'
import type { Plan, PlanStep } from './plans'
import { sendEmail } from './send-email'

/** What running needs of other parts of the service. */
export interface RunNeeds {
  audience: Pick<Audience, 'satisfies'>
  mail: MailQueue
  feed: WorkflowFeed
  journal: StepJournal
}

/**
 * Runs executions. Each call joins the transaction it is made in, and leaves the execution where it waits, calls a
 * webhook, or ends: what its steps did and where it is now commit together.
 */
export interface Runner {
  /** Starts an execution for the contact of an event, if the workflow takes it again. `depth` as in `depthOf`. */
  start(plan: Plan, event: FedEvent, depth: number): void
  /** Starts one by hand, whatever went before. `context`: JSON text of what it is told. */
  startByHand(plan: Plan, contact: number, context: string): ExecutionRow
  /** Lets one that waits for this event go on. */
  wake(plan: Plan, row: ExecutionRow, event: FedEvent, depth: number): void
  /** Lets one go on whose time has come. */
  goOn(plan: Plan, row: ExecutionRow): void
  /** Goes on after a webhook was called, as `outcome` says. */
  settle(plan: Plan, row: ExecutionRow, outcome: Outcome): void
}

/**
 * How many executions a workflow begins for one contact within an hour, and how often one execution is woken by events: a
 * backstop against circles that `depth` does not see, because segments or other systems are part of them.
 */
const timesAnHour = 100
const hour = 60 * 60 * 1000

/** Returns the runner of a database. */
export function createRunner(service: ServiceContext, { audience, mail, feed, journal }: RunNeeds): Runner {
  const { db, store, clock, report } = service
  const { contacts, executions, domains, templates } = store
  /** The run that is under way: what it causes is noted. */
  let current: { depth: number; lastEvent: number } | null = null
  store.eventWriter.onRecorded(({ seq }) => {
    if (!current) return
    current.lastEvent = seq
    feed.noteEvent(seq, current.depth + 1)
  })

  const waitsAtEnds = service.dialect.rules.steps === 'read when run'
  const asDeployed = deployedSteps(service, { mail, domains, templates })

  /** Tells what the step that an execution is at came to. */
  function note(execution: number, outcome: Outcome): void {
    if (outcome.kind === 'call') return
    if (outcome.kind === 'wait') return journal.waits(execution, outcome.wakeAt)
    const error = outcome.kind === 'end' && outcome.status === 'FAILED' ? (outcome.reason ?? 'Failed') : null
    const branch = outcome.kind === 'on' ? outcome.branch : null
    journal.ended(execution, clock.now(), {
      error,
      output: branch === null ? null : JSON.stringify({ branch }),
    })
  }

  function enter(step: PlanStep, row: ExecutionRow, contact: ContactRow): Outcome {
    const { rule } = step
    switch (rule.type) {
      case 'TRIGGER':
        return onward
      case 'SEND_EMAIL':
        return sendEmail({ ...step, rule }, contact, feed.get(row.event), {
          ...{ mail, domains, templates },
          onQueued: (message) => feed.noteMessage(message, row.depth + 1),
        })
      case 'UPDATE_CONTACT':
        contacts.update(contact.seq, rule.config)
        return onward
      case 'CONDITION':
        return { kind: 'on', branch: audience.satisfies(contact.seq, rule.config.condition) ? 'yes' : 'no' }
      case 'DELAY': {
        // A delay of a deployed service that nothing follows waits for ever.
        const endless = waitsAtEnds && step.ways.size === 0
        return { kind: 'wait', wakeAt: endless ? null : clock.now() + delayMs(rule.config) }
      }
      case 'WAIT_FOR_EVENT': {
        const { timeout } = rule.config
        return { kind: 'wait', wakeAt: timeout === undefined ? null : clock.now() + timeout * 1000 }
      }
      case 'WEBHOOK':
        return { kind: 'call' }
      case 'EXIT':
        return { kind: 'end', status: 'EXITED', reason: rule.config.reason ?? null }
      default: {
        const context = row.context ?? feed.get(row.event)?.data ?? null
        return asDeployed({ rule, template: step.template, contact, context }, (message) =>
          feed.noteMessage(message, row.depth + 1),
        )
      }
    }
  }

  /** Moves on from `row.step` as `outcome` says, until it waits, calls or ends. */
  function move(plan: Plan, row: ExecutionRow, outcome: Outcome, run: { lastEvent: number }): ExecutionRow {
    let at = { ...row, wakeAt: null }
    let now = outcome
    note(at.seq, now)
    while (now.kind === 'on') {
      const step = nextStep(plan, at, now)
      if (!step) return ended(at, 'COMPLETED', null)
      const contact = contacts.get(at.contact)
      if (!contact) return ended(at, 'CANCELLED', 'The contact was deleted.')
      at = { ...at, step: step.seq, visit: at.visit + 1, attempts: 0 }
      journal.began(at.seq, step.seq, clock.now())
      now = enter(step, at, contact)
      note(at.seq, now)
    }
    if (now.kind === 'end') return ended(at, now.status, now.reason)
    if (now.kind === 'call') return { ...at, status: 'RUNNING', wakeAt: clock.now() }
    return { ...at, status: 'WAITING', wakeAt: now.wakeAt, waitsAfter: run.lastEvent }
  }

  function nextStep(
    plan: Plan,
    { step, visit }: ExecutionRow,
    { branch }: Outcome & { kind: 'on' },
  ): PlanStep | undefined {
    if (visit === 0) return plan.steps.get(plan.trigger)
    const next = step === null ? undefined : plan.steps.get(step)?.ways.get(branch)
    return next === undefined ? undefined : plan.steps.get(next)
  }

  function ended(row: ExecutionRow, status: ExecutionRow['status'], exitReason: string | null): ExecutionRow {
    const completedAt = Math.max(clock.now(), row.startedAt)
    return { ...row, status, exitReason, completedAt, wakeAt: null }
  }

  // Within a transaction this is a savepoint: what a failing step had begun is taken back, and nothing else.
  const attempt = db.transaction((plan: Plan, row: ExecutionRow, outcome: Outcome, position: number) => {
    current = { depth: row.depth, lastEvent: position }
    executions.write(move(plan, row, outcome, current))
  })

  function run(plan: Plan, row: ExecutionRow, outcome: Outcome, position: number): void {
    try {
      attempt(plan, row, outcome, position)
    } catch (error) {
      if (isOfDatabase(error)) throw error
      const said = error instanceof ServiceFailure
      if (!said) report('A step of a workflow', error)
      const reason = said ? error.message : 'Something went wrong inside the service.'
      note(row.seq, failed(reason))
      executions.write(ended(row, 'FAILED', reason))
    } finally {
      current = null
    }
  }

  function mayStart({ workflow }: Plan, contact: number): boolean {
    if (!workflow.allowReentry) return !executions.exists(workflow.seq, contact, false)
    if (executions.exists(workflow.seq, contact, true)) return false
    return executions.startedSince(workflow.seq, contact, clock.now() - hour) < timesAnHour
  }

  return {
    start(plan, event, depth) {
      const { seq: workflow } = plan.workflow
      if (!mayStart(plan, event.contact)) return
      const row = executions.start({
        workflow,
        contact: event.contact,
        event: event.seq,
        depth,
        startedAt: clock.now(),
      })
      run(plan, row, onward, event.seq)
    },
    startByHand(plan, contact, context) {
      const row = executions.start({
        workflow: plan.workflow.seq,
        ...{ contact, event: 0, depth: 0, startedAt: clock.now(), context },
      })
      run(plan, row, onward, feed.bookmark())
      return executions.get(row.seq) ?? row
    },
    wake(plan, row, event, depth) {
      const now = clock.now()
      const sinceThen = now - row.wokenSince < hour
      const times = sinceThen ? row.woken + 1 : 1
      const woken = { woken: times, wokenSince: sinceThen ? row.wokenSince : now }
      const outcome: Outcome =
        times > timesAnHour
          ? failed(`Events woke it ${timesAnHour} times within an hour: it runs in a circle.`)
          : { kind: 'on', branch: 'event' }
      run(plan, { ...row, ...woken, depth: Math.max(row.depth, depth) }, outcome, event.seq)
    },
    goOn(plan, row) {
      const step = row.step === null ? undefined : plan.steps.get(row.step)
      const branch = step?.rule.type === 'WAIT_FOR_EVENT' ? 'timeout' : null
      const outcome: Outcome = step
        ? { kind: 'on', branch }
        : { kind: 'end', status: 'CANCELLED', reason: stepRemoved }
      run(plan, row, outcome, feed.bookmark())
    },
    settle: (plan, row, outcome) => run(plan, row, outcome, feed.bookmark()),
  }
}

/** What an execution says whose step is gone. */
export const stepRemoved = 'The step it was at was removed.'

const databaseTrouble = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CORRUPT|NOMEM|READONLY|CANTOPEN|NOTADB|PROTOCOL)/

/** Whether the database itself is in trouble, such as a full disk: then nothing can be written, and all is tried again. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && databaseTrouble.test(String(error.code))
}
