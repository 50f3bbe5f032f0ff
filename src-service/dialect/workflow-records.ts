import type { ExecutionRow } from '../store/executions'
import type { StepRow } from '../store/workflow-steps'
import type { WorkflowRow } from '../store/workflows'
import type { Ids } from './ids'

const time = (ms: number): string => new Date(ms).toISOString()

/** A workflow as JSON text (wire.md, "Records"); with its steps where they are asked for. */
export function workflowJson(row: WorkflowRow, ids: Ids, steps?: readonly StepRow[]): string {
  return JSON.stringify({
    id: ids.encode('workflow', row.seq),
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    enabled: row.enabled,
    triggerType: 'EVENT',
    triggerConfig: { eventName: row.eventName },
    allowReentry: row.allowReentry,
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
    ...(steps && { steps: steps.map((step) => stepOf(step, ids)) }),
  })
}

function stepOf({ seq, type, name, position, config, template, transitions }: StepRow, ids: Ids) {
  return {
    id: ids.encode('step', seq),
    type,
    name,
    // Text that the service stored itself.
    position: JSON.parse(position),
    config: JSON.parse(config),
    ...(template !== null && { templateId: ids.encode('template', template) }),
    outgoingTransitions: transitions.map(({ to, branch }) => ({
      toStepId: ids.encode('step', to),
      ...(branch !== null && { condition: { branch } }),
    })),
  }
}

/** An execution as JSON text (wire.md, "Records"); what it does not have is left out. */
export function executionJson(row: ExecutionRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('execution', row.seq),
    workflowId: ids.encode('workflow', row.workflow),
    contactId: ids.encode('contact', row.contact),
    status: row.status,
    ...(row.step !== null && { currentStepId: ids.encode('step', row.step) }),
    ...(row.exitReason !== null && { exitReason: row.exitReason }),
    startedAt: time(row.startedAt),
    ...(row.completedAt !== null && { completedAt: time(row.completedAt) }),
  })
}
