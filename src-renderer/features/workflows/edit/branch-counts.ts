import { t } from '../../../../src-shared/messages/message'
import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { WorkflowDetail } from '../../../../src-shared/bridge/workflows'
import type { Questions } from '../../../../src-shared/workflows/branch-taken'
import { deployedConfigs } from '../../../../src-shared/workflows/deployed-steps'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { answersOf } from './answers'

/** Milliseconds of rest before people are counted anew. */
const rest = 300

/** What a question of many answers asks, as it can be answered for somebody here; null: it asks otherwise. */
export function questionsOf({ type, config }: DraftStep): Questions | null {
  const { data } = deployedConfigs.manyWays.safeParse(config)
  if (type !== 'CONDITION' || !data) return null
  const questions = answersOf(config).map(({ id, operator, value }) => ({ branch: id, operator, value }))
  return { field: data.field, questions, otherwise: 'default' }
}

/** The nearest step before one, itself included, that the service has: whoever came by it would come here. */
export function heldBefore(of: {
  workflow: WorkflowDetail
  draft: StepsDraft
  step: DraftStep
}): string | null {
  const held = new Set(of.workflow.steps?.map(({ id }) => id))
  const met = new Set<string>()
  let at: string | undefined = of.step.id
  while (at !== undefined && !met.has(at)) {
    if (held.has(at)) return at
    met.add(at)
    const here: string = at
    at = of.draft.ways.find(({ to }) => to === here)?.from
  }
  return null
}

/** Whose branches are counted: a workflow, a step of it, and what is asked. */
interface CountedOf {
  id: string
  step: string | null
  asked: Questions | null
}

/** How many of those who came by a step take each branch, counted anew while the question is written. */
export function useBranchCounts(of: () => CountedOf) {
  const bridge = useBridge()
  const question = refDebounced(computed(of), rest)
  const { answer } = useAnswer({
    async ask(signal) {
      const { id, step, asked } = question.value
      if (asked === null || step === null || asked.field === '') return null
      const { field, questions } = asked
      const found = await bridge.workflows.countBranches(
        { id, step, field, questions: questions.map((one) => ({ ...one, value: one.value ?? null })) },
        { signal },
      )
      return { ...found, branches: [...questions.map(({ branch }) => branch), asked.otherwise] }
    },
    changes: () => question.value,
    forgets: true,
  })
  return {
    /** How many take a branch, of how many; null while it is not known. */
    of(branch: string): { count: number; all: number } | null {
      const count = answer.value?.counts[answer.value.branches.indexOf(branch)]
      return answer.value && count !== undefined ? { count, all: answer.value.of } : null
    },
    /** "311 of 402"; empty while it is not known. */
    words(branch: string): string {
      const found = this.of(branch)
      return found === null || found.all === 0 ? '' : t('workflows.branchCounts.countOfAll', found)
    },
  }
}
