import { t } from '../../../../src-shared/messages/message'
import { computed, ref, shallowRef } from 'vue'
import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import type { ConditionSources } from '../../segments'
import { endsTwo, isPress } from '../../../kit/shortcuts'
import type { StepPlace } from '../graph/graph'
import { nameOf } from '../workflow-words'
import { changesOf, type StepChange } from './draft-changes'
import { insertStep, nextOf, removeStep } from './draft-edits'
import { faultsOf } from './draft-faults'
import { exitsOf } from './exits'
import { freeId, newStep, type StepKind } from './step-kinds'
import { useStepDraft } from './use-step-draft'
import { useStepSources, type StepSources } from './use-step-sources'

/** Every way out of every step, onto which a step can be put. */
function placesOf(draft: StepsDraft): StepPlace[] {
  return draft.steps.flatMap((step) =>
    exitsOf(step).map(({ branch, label }) => ({
      from: step.id,
      branch,
      shown: label,
      to: nextOf(draft, { from: step.id, branch }),
      label: t('workflows.useStepEditing.addAStepAfter', {
        nameOf: nameOf(step),
        isLabel: label === '',
        label,
      }),
    })),
  )
}

function changeWords(changes: readonly StepChange[]): string {
  const told = changes
    .slice(0, 3)
    .map(({ verb, name }) => t('workflows.useStepEditing.verbName', { verb, name }))
    .join(', ')
  return changes.length > 3
    ? t('workflows.useStepEditing.toldAndMoreMore', { told, more: changes.length - 3 })
    : told
}

function useStepFindings(
  { detail, base, draft, theirs }: ReturnType<typeof useStepDraft>,
  sources: StepSources,
  condition: ConditionSources,
) {
  const changes = computed(() =>
    base.value && draft.value ? changesOf(base.value, draft.value, sources.words) : [],
  )
  const keys = computed(() => new Set(condition.fields.value.map(({ key }) => key)))
  const faults = computed(() => {
    if (!draft.value || !detail.value) return []
    const fields = keys.value.size === 0 ? null : keys.value
    return faultsOf(draft.value, { form: detail.value.stepForm, senderOf: sources.senderOf, fields })
  })
  const notReady = computed(() => [
    ...new Set(faults.value.filter(({ warns }) => !warns).map((fault) => fault.step)),
  ])
  const theirWords = computed(() =>
    theirs.value && base.value ? changeWords(changesOf(base.value, theirs.value, sources.words)) : '',
  )
  const fresh = computed(() => new Set(changes.value.flatMap(({ id, verb }) => (verb === 'Added' ? id : []))))
  return { changes, faults, fresh, notReady, theirWords }
}

function useStepPlacing({ detail, base, draft, history }: ReturnType<typeof useStepDraft>) {
  /** The step whose panel is open. */
  const chosen = ref<string | null>(null)
  const adding = shallowRef<StepPlace | null>(null)
  const removing = shallowRef<DraftStep | null>(null)
  const places = computed(() => (draft.value ? placesOf(draft.value) : []))
  const stepAt = (of: string | null) => draft.value?.steps.find((step) => step.id === of) ?? null

  function add(type: StepKind['type'], template: { id: string; name: string } | null): void {
    const [whole, place] = [draft.value, adding.value]
    if (!whole || !place || !detail.value) return
    const taken = [...whole.steps, ...(base.value?.steps ?? [])]
    const made = newStep(type, detail.value.stepForm, freeId(taken), template)
    history.write(insertStep(whole, place, made))
    adding.value = null
    chosen.value = made.id
  }

  function remove(keep: string | null): void {
    const [whole, gone] = [draft.value, removing.value]
    if (!whole || !gone) return
    history.write(removeStep(whole, gone.id, keep))
    removing.value = null
    chosen.value = null
  }

  /** Asks which way stays where several lead on. */
  function askToRemove(of: string): void {
    const gone = stepAt(of)
    if (!gone || gone.type === 'TRIGGER') return
    removing.value = gone
    const exits = exitsOf(gone)
    if (exits.length < 2) remove(exits[0]?.branch ?? null)
  }

  function onGraphKey(event: KeyboardEvent): void {
    if (endsTwo(event) || !(event.target instanceof Element)) return
    const of = event.target.closest('[data-step]')?.getAttribute('data-step') ?? null
    if (of === null) return
    if (isPress(event, 'addStep')) {
      const own = places.value.filter(({ from }) => from === of)
      adding.value = own.find(({ to }) => to === null) ?? own[0] ?? null
    } else if (isPress(event, 'removeStep')) askToRemove(of)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { chosen, adding, removing, places, stepAt, add, remove, askToRemove, onGraphKey }
}

/** A workflow's steps as they are edited: what is open, added and taken out, what changed, and what is not ready. */
export function useStepEditing(id: string, condition: ConditionSources) {
  const open = useStepDraft(id)
  const { detail, base, draft, history } = open
  const sources = useStepSources(draft, detail)
  const findings = useStepFindings(open, sources, condition)
  const { stepAt, ...placing } = useStepPlacing(open)
  const { chosen } = placing

  function nextFault(): void {
    const all = findings.notReady.value
    const at = chosen.value === null ? -1 : all.indexOf(chosen.value)
    chosen.value = all[(at + 1) % Math.max(1, all.length)] ?? null
  }

  return {
    ...findings,
    ...placing,
    open,
    detail,
    base,
    draft,
    history,
    sources,
    steps: sources.steps,
    step: computed(() => stepAt(chosen.value)),
    problem: computed(() => sources.problem.value ?? condition.problem.value),
    nextFault,
    nameAt(of: string): string {
      const found = stepAt(of)
      return found ? nameOf(found) : ''
    },
    wordsOf(of: string): string {
      const found = stepAt(of)
      return found ? sources.words(found) : ''
    },
  }
}
