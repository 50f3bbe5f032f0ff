import { prefixedIds as ids } from '../dialect/ids'
import type { ServiceDatabase } from '../store/database'
import { executionStore } from '../store/executions'
import { workflowStore } from '../store/workflows'
import { readDefinition } from '../workflows/definition'
import type { SampleDescription } from './fill'
import { span } from './growth'
import { stagedHistories } from './staged-histories'
import { standingClock } from './standing-clock'
import { sender, type TemplateKey } from './templates'
import { sampleWorkflows, workflowsFrom, type WorkflowKey } from './workflows'

/** Makes the workflows, and what they did. `templates` are the numbers of those that they send. */
export function fillWorkflows(
  db: ServiceDatabase,
  { anchor }: SampleDescription,
  templates: Map<TemplateKey, number>,
): void {
  const clock = standingClock()
  const store = workflowStore(db, clock)
  const made = new Map<WorkflowKey, { seq: number; steps: Map<string, number> }>()
  const templateId = (key: TemplateKey): string => ids.encode('template', templates.get(key) ?? 0)
  // Its conditions name no segments.
  const checks = { ids, senderOf: () => sender.from, segmentFaults: () => [] }
  for (const { key, request } of sampleWorkflows(templateId)) {
    clock.moveTo(anchor - span + workflowsFrom[key])
    const graph = readDefinition(request, [], checks)
    const { name, eventName, enabled, allowReentry, description = null } = request
    const { seq } = store.create({ name, eventName, enabled, allowReentry, description }, graph)
    const rows = store.steps(seq)
    const steps = (request.steps ?? []).map(({ id }, place) => [id, rows[place]?.seq ?? 0] as const)
    made.set(key, { seq, steps: new Map(steps) })
  }

  const executions = executionStore(db)
  stagedHistories(db).drain((history) => {
    const workflow = made.get(history.workflow)
    if (!workflow) throw new Error('A history is of no workflow.')
    const { contact, event, startedAt } = history
    const row = executions.start({ workflow: workflow.seq, contact, event, depth: 0, startedAt })
    const { status, visit, wakeAt, exitReason, completedAt } = history
    const step = workflow.steps.get(history.step) ?? null
    executions.write({ ...row, status, step, visit, wakeAt, exitReason, completedAt, waitsAfter: event })
  })
}
