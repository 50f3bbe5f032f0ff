import type { StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import { updateWorkflowRequestSchema } from '../../../../src-shared/interface/workflow'
import { problem } from '../../../core/problems'

/** The steps as the specified interface takes them. Rejects with `input_invalid` and every fault, by field. */
export function stepsBody({ steps, ways }: StepsDraft) {
  const { success, data, error } = updateWorkflowRequestSchema.safeParse({
    steps: steps.map(({ id, type, name, position, template, config }) => ({
      ...{ id, type, config, templateId: template },
      ...(name === '' ? {} : { name }),
      ...(position === null ? {} : { position }),
    })),
    transitions: ways.map(({ from, to, branch }) => ({
      fromStepId: from,
      toStepId: to,
      ...(branch === '' ? {} : { condition: { branch } }),
    })),
  })
  if (success) return { steps: data.steps ?? [], transitions: data.transitions ?? [] }
  throw problem('input_invalid', {
    fields: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
