import type { ContactRow } from '../store/contact-row'
import type { ExecutionRow } from '../store/executions'
import type { StepExecutionRow } from '../store/step-executions'
import type { StoredStep, StoredTransition } from '../store/workflow-parts'
import type { WorkflowRow } from '../store/workflows'
import { JsonText, projectId, recordText, stored, timeOf } from './deployed-record'
import type { Ids } from './ids'

/** A workflow with what starts it. `config`: JSON text, null where it follows from the event. */
export interface TriggeredWorkflow {
  row: WorkflowRow
  trigger: { type: string; config: string | null }
}

/** A workflow as JSON text (deployed.md section 7), and what stands beside its own fields. */
export function deployedWorkflow(
  { row, trigger }: TriggeredWorkflow,
  ids: Ids,
  more: Record<string, unknown> = {},
): string {
  return recordText({
    id: ids.encode('workflow', row.seq),
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    triggerType: trigger.type,
    triggerConfig: new JsonText(trigger.config ?? JSON.stringify({ eventName: row.eventName })),
    allowReentry: row.allowReentry,
    projectId: projectId(ids),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    ...more,
  })
}

/** A step as JSON text. What came with its workflow is as old as that, `since`. */
export function deployedStep(
  step: StoredStep,
  ids: Ids,
  { since, ...more }: { since: number } & Record<string, unknown>,
): string {
  return recordText({
    id: ids.encode('step', step.seq),
    workflowId: ids.encode('workflow', step.workflow),
    type: step.type,
    name: step.name,
    position: stored(step.position),
    config: stored(step.config),
    templateId: step.template === null ? null : ids.encode('template', step.template),
    createdAt: timeOf(step.createdAt || since),
    updatedAt: timeOf(step.updatedAt || since),
    ...more,
  })
}

/** A way between steps as JSON text. */
export function deployedWay(way: StoredTransition, ids: Ids, since: number): string {
  const at = timeOf(way.createdAt || since)
  return recordText({
    id: ids.encode('transition', way.seq),
    fromStepId: ids.encode('step', way.from),
    toStepId: ids.encode('step', way.to),
    condition: stored(way.condition),
    waitOutcome: way.waitOutcome,
    priority: way.priority,
    createdAt: at,
    updatedAt: at,
  })
}

/** An execution as JSON text, and what stands beside its own fields. */
export function deployedExecution(
  row: ExecutionRow,
  ids: Ids,
  context: string | null,
  more: Record<string, unknown> = {},
): string {
  return recordText({
    id: ids.encode('execution', row.seq),
    workflowId: ids.encode('workflow', row.workflow),
    contactId: ids.encode('contact', row.contact),
    status: row.status,
    currentStepId: row.step === null ? null : ids.encode('step', row.step),
    exitReason: row.exitReason,
    context: new JsonText(context ?? '{}'),
    startedAt: timeOf(row.startedAt),
    completedAt: timeOf(row.completedAt),
    createdAt: timeOf(row.startedAt),
    updatedAt: timeOf(row.completedAt ?? row.startedAt),
    ...more,
  })
}

/** Whose execution it is, as a list shows it. */
export function shownContact(contact: ContactRow | null, ids: Ids) {
  return contact && { id: ids.encode('contact', contact.seq), email: contact.email }
}

/** Where an execution is, as a list shows it. */
export function shownStep(step: StoredStep | undefined, ids: Ids) {
  return step ? { id: ids.encode('step', step.seq), name: step.name, type: step.type } : null
}

/** A step that an execution was at, as JSON text. */
export function deployedStepExecution(row: StepExecutionRow, execution: ExecutionRow, ids: Ids): string {
  return recordText({
    id: ids.encode('stepExecution', row.seq),
    executionId: ids.encode('execution', execution.seq),
    stepId: ids.encode('step', row.step),
    status: row.status,
    output: stored(row.output),
    error: row.error,
    executeAfter: timeOf(row.executeAfter),
    startedAt: timeOf(row.startedAt),
    completedAt: timeOf(row.completedAt),
  })
}
