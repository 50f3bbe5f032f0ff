import { ruleSchema, type StepRule } from './step-rule'
import type { ServiceContext } from '../service-context'
import type { DeployedRule } from './deployed-rules'
import type { Workflows, WorkflowRow } from '../store/workflows'
import type { StepRow } from '../store/workflow-steps'

/** A step, ready to run. */
export interface PlanStep {
  seq: number
  rule: StepRule | DeployedRule
  template: number | null
  /** Where it leads, by branch; the one way out of a step without branches is under null. */
  nextSteps: ReadonlyMap<string | null, number>
}

/** An enabled workflow, ready to run. */
export interface Plan {
  workflow: WorkflowRow
  trigger: number
  steps: ReadonlyMap<number, PlanStep>
}

/** Whom an event of one name concerns. */
export interface Listeners {
  /** Workflows that it starts. */
  starts: Plan[]
  /** WAIT_FOR_EVENT steps that wait for it. */
  waits: number[]
}

/** All that runs now. */
export interface Plans {
  byWorkflow: ReadonlyMap<number, Plan>
  byEvent: ReadonlyMap<string, Listeners>
}

/** How the workflows of a service are read. */
export interface PlanReading {
  rows(): Promise<WorkflowRow[]>
  steps(workflow: number): Promise<PlanStep[]>
}

/** The enabled workflows, with steps that were checked. */
export function checkedPlans(workflows: Workflows): PlanReading {
  return {
    rows: () => workflows.enabled(),
    steps: async (workflow) => (await workflows.steps(workflow)).map(checkedStep),
  }
}

/** Returns a reader of the workflows that run. It reads them from the database once, and again when one may have changed. */
export function planReader(
  workflows: Pick<Workflows, 'revision'>,
  reading: PlanReading,
  report: ServiceContext['report'],
): () => Promise<Plans> {
  let kept: { plans: Plans; revision: number } | null = null
  return async () => {
    const revision = await workflows.revision()
    if (kept?.revision === revision) return kept.plans
    const plans = await readPlans(reading, report)
    // What was read while they changed is not kept.
    if (revision === (await workflows.revision())) kept = { plans, revision }
    return plans
  }
}

async function readPlans(reading: PlanReading, report: ServiceContext['report']): Promise<Plans> {
  const byWorkflow = new Map<number, Plan>()
  const byEvent = new Map<string, Listeners>()
  const listeners = (name: string): Listeners => {
    const found = byEvent.get(name) ?? { starts: [], waits: [] }
    byEvent.set(name, found)
    return found
  }
  async function readPlan(workflow: WorkflowRow): Promise<Plan | null> {
    try {
      return planOf(workflow, await reading.steps(workflow.seq))
    } catch (error) {
      // Stored by a version that took more than this one does: it stands still, and the others run.
      report('Reading a workflow', error)
      return null
    }
  }
  for (const workflow of await reading.rows()) {
    const plan = await readPlan(workflow)
    if (!plan) continue
    byWorkflow.set(workflow.seq, plan)
    if (workflow.enabled && workflow.eventName !== '') listeners(workflow.eventName).starts.push(plan)
    for (const { seq, rule } of plan.steps.values()) {
      if (rule.type === 'WAIT_FOR_EVENT') listeners(rule.config.eventName).waits.push(seq)
    }
  }
  return { byWorkflow, byEvent }
}

function checkedStep({ seq, type, config, template, transitions }: StepRow): PlanStep {
  const rule = ruleSchema.parse({ type, config: JSON.parse(config) })
  return { seq, rule, template, nextSteps: new Map(transitions.map(({ branch, to }) => [branch, to])) }
}

function planOf(workflow: WorkflowRow, steps: readonly PlanStep[]): Plan {
  const trigger = steps.find(({ rule }) => rule.type === 'TRIGGER')
  if (!trigger) throw new Error('A workflow has no TRIGGER.')
  return { workflow, trigger: trigger.seq, steps: new Map(steps.map((step) => [step.seq, step])) }
}
