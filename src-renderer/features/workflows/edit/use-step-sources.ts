import { computed, shallowRef, watch, type Ref } from 'vue'
import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { TemplateDetail } from '../../../../src-shared/bridge/templates'
import type { WorkflowDetail, WorkflowStep } from '../../../../src-shared/bridge/workflows'
import { stepWords } from '../../../../src-shared/workflows/step-words'
import { problemOf, useBridge } from '../../../bridge'
import { exitsOf } from './exits'
import { useTemplateChoice } from '../../../lists/use-template-choice'

/** What steps are written with: the templates that they can send, and what a draft's steps are in words. */
export function useStepSources(draft: Ref<StepsDraft | null>, detail: Ref<WorkflowDetail | null>) {
  const bridge = useBridge()
  const { templates, problem } = useTemplateChoice()
  /** The templates that steps send, as far as they were asked for. */
  const details = shallowRef<ReadonlyMap<string, TemplateDetail>>(new Map())

  const used = computed(() => [...new Set(draft.value?.steps.flatMap(({ template }) => template ?? []))])
  watch(used, async (ids) => {
    for (const id of ids.filter((one) => !details.value.has(one))) {
      try {
        details.value = new Map(details.value).set(id, await bridge.templates.get({ id }))
      } catch (error) {
        // One that the copy does not hold is nothing to complain of here: its name is missing, which shows.
        if (problemOf(error).code !== 'not_found') problem.value = problemOf(error)
      }
    }
  })

  const templateName = (id: string | null) =>
    id === null ? null : (templates.value.find((each) => each.id === id)?.name ?? null)

  function words(step: DraftStep): string {
    const { id, type, name, config, template } = step
    const asSent = { id, type, name, config, templateId: template, outgoingTransitions: [] }
    const eventName = detail.value?.eventName ?? null
    return stepWords(asSent, { eventName, template: templateName(template) })
  }

  const steps = computed<WorkflowStep[]>(() => {
    const whole = draft.value
    if (whole === null) return []
    const held = new Map(detail.value?.steps?.map((step) => [step.id, step]))
    return whole.steps.map((step) => {
      const labels = new Map(exitsOf(step).map(({ branch, label }) => [branch, label]))
      return {
        ...{ id: step.id, type: step.type, name: step.name, position: step.position, config: step.config },
        words: words(step),
        template: step.template === null ? null : { id: step.template, name: templateName(step.template) },
        here: held.get(step.id)?.here ?? 0,
        came: held.get(step.id)?.came ?? { sure: 0, unsure: 0 },
        ways: whole.ways
          .filter(({ from }) => from === step.id)
          .map(({ to, branch }) => ({ to, branch: labels.get(branch) ?? branch })),
      }
    })
  })

  return {
    templates,
    steps,
    words,
    senderOf: (id: string) => details.value.get(id)?.from,
    templateOf: (id: string | null) => (id === null ? undefined : details.value.get(id)),
    problem,
  }
}
/** What steps are written with. */
export type StepSources = ReturnType<typeof useStepSources>
