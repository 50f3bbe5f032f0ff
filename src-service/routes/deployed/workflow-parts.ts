import type { Context } from 'hono'
import type { TriggeredWorkflow } from '../../dialect/deployed-workflow'
import { missing } from '../../http/deployed/refusals'
import type { Env } from '../../http/guards'
import type { ServiceContext } from '../../service-context'
import { type StoredStep, workflowParts, type WorkflowParts } from '../../store/workflow-parts'
import type { WorkflowRow } from '../../store/workflows'
import { rowOf } from './named'

/** What the routes of workflows share. */
export interface WorkflowAccess {
  parts: WorkflowParts
  /** The workflow that `id` of a path names. @throws ServiceFailure plain 404 */
  named(c: Context<Env>): Promise<WorkflowRow>
  /** The step that `step` of a path names. @throws ServiceFailure plain 404 for one of another workflow */
  step(c: Context<Env>): Promise<{ workflow: WorkflowRow; step: StoredStep; steps: StoredStep[] }>
  /** The number of a template. @throws ServiceFailure plain 404 */
  template(id: string | null | undefined): Promise<number | null>
  whole(row: WorkflowRow): Promise<TriggeredWorkflow>
  /** Does something in one transaction, and says that workflows changed. */
  changing<T>(work: () => Promise<T>): Promise<T>
}

/** The access of a service. */
export function workflowAccess({ db, store, dialect: { ids } }: ServiceContext): WorkflowAccess {
  const { workflows, templates } = store
  const parts = workflowParts(db)

  const named = (c: Context<Env>): Promise<WorkflowRow> =>
    rowOf('workflow', c.req.param('id') ?? '', ids, workflows)

  return {
    parts,
    named,
    async step(c) {
      const workflow = await named(c)
      const steps = await parts.steps(workflow.seq)
      const seq = ids.decode('step', c.req.param('step') ?? '')
      const step = steps.find((each) => each.seq === seq)
      if (step) return { workflow, step, steps }
      throw missing('Workflow step')
    },
    template: async (id) => (id ? (await rowOf('template', id, ids, templates)).seq : null),
    whole: async (row) => ({ row, trigger: await parts.trigger(row.seq) }),
    async changing(work) {
      const result = await db.transaction(work)
      workflows.tellChanged()
      return result
    },
  }
}

/** A step and all that can be reached from it. */
export function downstream(from: number, transitions: readonly { from: number; to: number }[]): Set<number> {
  const found = new Set([from])
  // A set that grows while it is gone through: each step is come by once.
  for (const step of found) for (const way of transitions) if (way.from === step) found.add(way.to)
  return found
}
