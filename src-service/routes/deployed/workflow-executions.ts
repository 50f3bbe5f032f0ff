import { atomic } from '../../http/atomic'
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
  const atomically = atomic(db)
  app.use(requireKey('secret'))

  const contextOf = async (row: ExecutionRow): Promise<string | null> =>
    row.context ?? (await feed.get(row.event))?.data ?? null
  const bare = async (row: ExecutionRow): Promise<string> => deployedExecution(row, ids, await contextOf(row))
  async function shown(
    row: ExecutionRow,
    steps: readonly StoredStep[],
    more: Record<string, unknown> = {},
  ): Promise<string> {
    return deployedExecution(row, ids, await contextOf(row), {
      contact: shownContact(await contacts.get(row.contact), ids),
      currentStep: shownStep(
        steps.find(({ seq }) => seq === row.step),
        ids,
      ),
      ...more,
    })
  }

  async function one(c: Context<Env>): Promise<{ workflow: WorkflowRow; row: ExecutionRow }> {
    const workflow = await named(c)
    const seq = ids.decode('execution', c.req.param('execution') ?? '')
    const row = seq === null ? null : await executions.get(seq)
    if (row && row.workflow === workflow.seq) return { workflow, row }
    throw missing('Workflow execution')
  }

  app.get('/:id/executions', async (c) => {
    const { seq } = await named(c)
    const asked = c.req.query('status')
    const status = executionStatuses.find((known) => known === asked) ?? null
    if (asked && !status) throw unexpected()
    const steps = await parts.steps(seq)
    return answerRows(c, {
      sorts: {},
      key: 'executions',
      read: ({ limit, skip }) => executions.list(seq, status, { limit, skip }),
      text: (row) => shown(row, steps),
    })
  })

  app.post('/:id/executions', atomically, async (c) => {
    const workflow = await named(c)
    const body = looseBody(c)
    const contactId = body.text('contactId')
    if (!contactId) throw flat(400, 'Contact ID is required')
    if (!workflow.enabled) throw plain(400, 'Workflow is disabled')
    const contact = await rowOf('contact', contactId, ids, contacts)
    const { allowReentry } = workflow
    const isTaken = allowReentry
      ? await executions.isRunning({ workflow: workflow.seq, contact: contact.seq })
      : await executions.exists(workflow.seq, contact.seq, false)
    if (isTaken) throw plain(409, 'Contact is or was in this workflow already')
    const context = JSON.stringify(body.object('context') ?? {})
    const made = await service.startByHand(workflow.seq, contact.seq, context)
    if (!made) throw plain(400, 'Workflow is disabled')
    return json(c, await bare(made), 201)
  })

  app.post('/:id/executions/cancel-all', async (c) => {
    const { seq } = await named(c)
    const cancelled = await executions.endOfWorkflow({ workflow: seq, now: clock.now(), reason: null })
    return json(c, JSON.stringify({ cancelled }))
  })

  app.get('/:id/executions/:execution', async (c) => {
    const { workflow, row } = await one(c)
    const steps = (await journal.of(row.seq)).map((step) => deployedStepExecution(step, row, ids))
    const more = {
      workflow: new JsonText(deployedWorkflow(await whole(workflow), ids)),
      stepExecutions: new JsonText(`[${steps.join(',')}]`),
    }
    return json(c, await shown(row, await parts.steps(workflow.seq), more))
  })

  // One that is over is cancelled all the same.
  app.delete('/:id/executions/:execution', atomically, async (c) => {
    const { row } = await one(c)
    const completedAt = Math.max(clock.now(), row.startedAt)
    const cancelled: ExecutionRow = { ...row, status: 'CANCELLED', wakeAt: null, completedAt }
    await executions.write(cancelled)
    return json(c, await bare(cancelled))
  })

  return app
}
