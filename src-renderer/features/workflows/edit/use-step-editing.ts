import { computed, ref, shallowRef } from 'vue'
import type { DraftStep } from '../../../../src-shared/bridge/workflow-steps'
import type { ConditionSources } from '../../segments'
import type { StepPlace } from '../graph/graph'
import { nameOf } from '../workflow-words'
import { changesOf } from './draft-changes'
import { insertStep, nextOf, removeStep } from './draft-edits'
import { faultsOf } from './draft-faults'
import { exitsOf } from './exits'
import { freeId, newStep, type StepKind } from './step-kinds'
import { useStepDraft } from './use-step-draft'
import { useStepSources } from './use-step-sources'

/** A workflow's steps as they are edited: what is open, added and taken out, what changed, and what is not ready. */
export function useStepEditing(id: string, condition: ConditionSources) {
  const open = useStepDraft(id)
  const { detail, base, draft, history } = open
  const sources = useStepSources(draft, detail)
  /** The step whose panel is open. */
  const chosen = ref<string | null>(null)
  const adding = shallowRef<StepPlace | null>(null)
  const removing = shallowRef<DraftStep | null>(null)

  const stepAt = (of: string | null) => draft.value?.steps.find((step) => step.id === of) ?? null
  const step = computed(() => stepAt(chosen.value))
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
  /** Every way out of every step, onto which a step can be put. */
  const places = computed<StepPlace[]>(() => {
    const whole = draft.value
    if (!whole) return []
    return whole.steps.flatMap((one) =>
      exitsOf(one).map(({ branch, label }) => ({
        from: one.id,
        branch,
        shown: label,
        to: nextOf(whole, { from: one.id, branch }),
        label: `Add a step after “${nameOf(one)}”${label === '' ? '' : `, ${label}`}`,
      })),
    )
  })
  const theirWords = computed(() => {
    const theirs = open.theirs.value
    if (!theirs || !base.value) return ''
    const found = changesOf(base.value, theirs, sources.words)
    const told = found.slice(0, 3).map(({ verb, name }) => `${verb.toLowerCase()} “${name}”`)
    return told.join(', ') + (found.length > 3 ? ` and ${found.length - 3} more` : '')
  })

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

  function nextFault(): void {
    const all = notReady.value
    const at = chosen.value === null ? -1 : all.indexOf(chosen.value)
    chosen.value = all[(at + 1) % Math.max(1, all.length)] ?? null
  }

  function onGraphKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
    const of = event.target.closest('[data-step]')?.getAttribute('data-step') ?? null
    if (of === null) return
    if (event.key === '+' || event.key.toLowerCase() === 'c') {
      const own = places.value.filter(({ from }) => from === of)
      adding.value = own.find(({ to }) => to === null) ?? own[0] ?? null
    } else if (event.key === 'Delete') askToRemove(of)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    open,
    detail,
    base,
    draft,
    history,
    sources,
    steps: sources.steps,
    step,
    chosen,
    adding,
    removing,
    changes,
    faults,
    notReady,
    places,
    theirWords,
    problem: computed(() => sources.problem.value ?? condition.problem.value),
    add,
    remove,
    askToRemove,
    nextFault,
    onGraphKey,
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
