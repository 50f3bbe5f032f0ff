import { z } from 'zod'
import { lazyLooseObject } from '../../src-shared/lazily'
import type { StoredStep, StoredTransition, WorkflowParts } from '../store/workflow-parts'
import type { Workflows } from '../store/workflows'
import { deployedRule } from './deployed-rules'
import type { PlanReading, PlanStep } from './plans'

const conditionText = lazyLooseObject(() => ({
  branch: z.string().optional(),
  fallback: z.boolean().optional(),
}))

/**
 * The workflows of a deployed service: also disabled ones in which somebody is under way, for those finish, and with steps
 * whose config nobody checked (deployed.md section 7).
 */
export function deployedPlans(workflows: Workflows, parts: WorkflowParts): PlanReading {
  return {
    rows: () => workflows.lively(),
    async steps(workflow) {
      const transitions = await parts.transitions(workflow)
      return (await parts.steps(workflow)).map((step) => planStep(step, transitions))
    },
  }
}

function planStep(step: StoredStep, all: readonly StoredTransition[]): PlanStep {
  const nextSteps = new Map<string | null, number>()
  for (const way of all) {
    if (way.from !== step.seq) continue
    const key = keyOf(step, way)
    // The first that is tried is taken.
    if (!nextSteps.has(key)) nextSteps.set(key, way.to)
  }
  const rule = deployedRule(step.type, JSON.parse(step.config))
  return { seq: step.seq, rule, template: step.template, nextSteps: nextSteps }
}

/** Which way out of its step it is: a branch, `event` or `timeout` of a wait, null for the only one. */
function keyOf({ type }: StoredStep, { condition, waitOutcome }: StoredTransition): string | null {
  if (type !== 'CONDITION' && type !== 'WAIT_FOR_EVENT') return null
  const said = condition === null ? {} : (conditionText.safeParse(JSON.parse(condition)).data ?? {})
  if (type === 'CONDITION') return said.branch ?? null
  const isTimeout = waitOutcome === 'TIMEOUT' || said.branch === 'timeout' || said.fallback === true
  return isTimeout ? 'timeout' : 'event'
}
