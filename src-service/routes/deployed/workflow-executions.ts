import { type Context, Hono } from 'hono'
import { executionStatuses } from '../../../src-shared/interface/workflow'
import { JsonText } from '../../dialect/deployed-record'
import {
  deployedExecution,
  deployedStepExecution,
  deployedWorkflow,
  shownContact,
  shownStep,
} from '../../dialect/deployed-workflow'
import { looseBody } from '../../http/deployed/loose-body'
import { flat, missing, plain, unexpected } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { ExecutionRow } from '../../store/executions'
import { stepJournal } from '../../store/step-executions'
import { workflowFeed } from '../../store/workflow-feed'
import type { StoredStep } from '../../store/workflow-parts'
import type { WorkflowRow } from '../../store/workflows'
import type { WorkflowService } from '../../workflows/workflow-service'
import { rowOf } from './named'
import { answerRows } from './numbered-list'
import type { WorkflowAccess } from './workflow-parts'

/** /workflows/:id/executions and what is below it (deployed.md section 7). In one piece: it is a table of routes. */
export function deployedExecutionRoutes(
  { db, store, dialect: { ids }, clock }: ServiceContext,
  { parts, named, whole }: WorkflowAccess,
  service: WorkflowService,
): Hono<Env> {
  const { executions, contacts } = store
  const feed = workflowFeed(db)
  const journal = stepJournal(db)
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  const contextOf = (row: ExecutionRow): string | null => row.context ?? feed.get(row.event)?.data ?? null
  const bare = (row: ExecutionRow): string => deployedExecution(row, ids, contextOf(row))
  function shown(
    row: ExecutionRow,
    steps: readonly StoredStep[],
    more: Record<string, unknown> = {},
  ): string {
    return deployedExecution(row, ids, contextOf(row), {
      contact: shownContact(contacts.get(row.contact), ids),
      currentStep: shownStep(
        steps.find(({ seq }) => seq === row.step),
        ids,
      ),
      ...more,
    })
  }

  function one(c: Context<Env>): { workflow: WorkflowRow; row: ExecutionRow } {
    const workflow = named(c)
    const seq = ids.decode('execution', c.req.param('execution') ?? '')
    const row = seq === null ? null : executions.get(seq)
    if (row && row.workflow === workflow.seq) return { workflow, row }
    throw missing('Workflow execution')
  }

  app.get('/:id/executions', (c) => {
    const { seq } = named(c)
    const asked = c.req.query('status')
    const status = executionStatuses.find((known) => known === asked) ?? null
    if (asked && !status) throw unexpected()
    const steps = parts.steps(seq)
    return answerRows(c, {
      sorts: {},
      key: 'executions',
      read: ({ limit, skip }) => executions.list(seq, status, { limit, skip }),
      text: (row) => shown(row, steps),
    })
  })

  app.post('/:id/executions', (c) => {
    const workflow = named(c)
    const body = looseBody(c)
    const contactId = body.text('contactId')
    if (!contactId) throw flat(400, 'Contact ID is required')
    if (!workflow.enabled) throw plain(400, 'Workflow is disabled')
    const contact = rowOf('contact', contactId, ids, contacts)
    const { allowReentry } = workflow
    const isTaken = allowReentry
      ? executions.isRunning({ workflow: workflow.seq, contact: contact.seq })
      : executions.exists(workflow.seq, contact.seq, false)
    if (isTaken) throw plain(409, 'Contact is or was in this workflow already')
    const context = JSON.stringify(body.object('context') ?? {})
    const made = service.startByHand(workflow.seq, contact.seq, context)
    if (!made) throw plain(400, 'Workflow is disabled')
    return json(c, bare(made), 201)
  })

  app.post('/:id/executions/cancel-all', (c) => {
    const { seq } = named(c)
    const cancelled = executions.endOfWorkflow({ workflow: seq, now: clock.now(), reason: null })
    return json(c, JSON.stringify({ cancelled }))
  })

  app.get('/:id/executions/:execution', (c) => {
    const { workflow, row } = one(c)
    const steps = journal.of(row.seq).map((step) => deployedStepExecution(step, row, ids))
    const more = {
      workflow: new JsonText(deployedWorkflow(whole(workflow), ids)),
      stepExecutions: new JsonText(`[${steps.join(',')}]`),
    }
    return json(c, shown(row, parts.steps(workflow.seq), more))
  })

  // One that is over is cancelled all the same.
  app.delete('/:id/executions/:execution', (c) => {
    const { row } = one(c)
    const completedAt = Math.max(clock.now(), row.startedAt)
    const cancelled: ExecutionRow = { ...row, status: 'CANCELLED', wakeAt: null, completedAt }
    executions.write(cancelled)
    return json(c, bare(cancelled))
  })

  return app
}
