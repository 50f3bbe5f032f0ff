import { t } from '../../../../src-shared/messages/message'
import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import { sameValue } from '../../../../src-shared/same-value'
import { nextOf } from './draft-edits'
import { exitsOf } from './exits'

/** A step that is otherwise than at the service, and the way to have it as it was. */
export interface StepChange {
  id: string
  verb: 'Added' | 'Changed' | 'Removed'
  name: string
  /** What of a step that changed: what it was and what it is, in words. */
  parts: { was: string; is: string }[]
  undo: (draft: StepsDraft) => StepsDraft
}

type WordsOf = (step: DraftStep) => string

/** All that a draft changes, in the order of its steps; what was taken out comes last. */
export function changesOf(base: StepsDraft, draft: StepsDraft, words: WordsOf): StepChange[] {
  const before = new Map(base.steps.map((step) => [step.id, step]))
  const now = new Set(draft.steps.map(({ id }) => id))
  const here = draft.steps.flatMap((step): StepChange[] => {
    const was = before.get(step.id)
    if (!was)
      return [
        { id: step.id, verb: 'Added', name: step.name, parts: [], undo: (whole) => taken(whole, step.id) },
      ]
    const parts = partsOf({ base, was }, { draft, step }, words)
    if (parts.length === 0) return []
    return [{ id: step.id, verb: 'Changed', name: step.name, parts, undo: (whole) => as(whole, base, was) }]
  })
  const gone = base.steps
    .filter(({ id }) => !now.has(id))
    .map((step): StepChange => ({
      ...{ id: step.id, verb: 'Removed', name: step.name, parts: [] },
      undo: (whole) => back(whole, base, step),
    }))
  return [...here, ...gone]
}

function partsOf(
  { base, was }: { base: StepsDraft; was: DraftStep },
  { draft, step }: { draft: StepsDraft; step: DraftStep },
  words: WordsOf,
): StepChange['parts'] {
  const parts: StepChange['parts'] = []
  if (was.name !== step.name) parts.push({ was: was.name, is: step.name })
  if (!sameValue(was.config, step.config) || was.template !== step.template)
    parts.push({ was: words(was), is: words(step) })
  const nameIn = (whole: StepsDraft, id: string | null) =>
    id === null
      ? t('workflows.draftChanges.nothing')
      : (whole.steps.find((one) => one.id === id)?.name ?? t('workflows.draftChanges.aStepThatIs'))
  for (const { branch, label } of exitsOf(step)) {
    const [old, now] = [base, draft].map((whole) => nextOf(whole, { from: step.id, branch }))
    // What was put in or taken out between says it itself.
    if (old === now || isNew(base, now) || isNew(draft, old)) continue
    parts.push({
      was:
        label === ''
          ? t('workflows.draftChanges.thenName', { name: nameIn(base, old ?? null) })
          : t('workflows.draftChanges.labelThenName', { label, name: nameIn(base, old ?? null) }),
      is: t('words.quotedName', { name: nameIn(draft, now ?? null) }),
    })
  }
  return parts
}

/** Whether there is a step that a draft does not hold. */
function isNew({ steps }: StepsDraft, id: string | null | undefined): boolean {
  return id !== null && id !== undefined && !steps.some((step) => step.id === id)
}

/** Without a step that was added; its ends are joined by its first way. */
function taken(whole: StepsDraft, id: string): StepsDraft {
  const next = whole.ways.find(({ from }) => from === id)?.to
  const ways = whole.ways
    .filter(({ from }) => from !== id)
    .flatMap((way) => (way.to !== id ? [way] : next === undefined ? [] : [{ ...way, to: next }]))
  return { steps: whole.steps.filter((step) => step.id !== id), ways }
}

/** With a step as it was; its ways lead where they led, as far as that is still there. */
function as(whole: StepsDraft, base: StepsDraft, was: DraftStep): StepsDraft {
  const there = new Set(whole.steps.map(({ id }) => id))
  const ways = base.ways.filter(({ from, to }) => from === was.id && there.has(to))
  return {
    steps: whole.steps.map((step) => (step.id === was.id ? was : step)),
    ways: [...whole.ways.filter(({ from }) => from !== was.id), ...ways],
  }
}

/** With a step that was taken out, between whatever it stood between. */
function back(whole: StepsDraft, base: StepsDraft, step: DraftStep): StepsDraft {
  const steps = [...whole.steps, step]
  const there = new Set(steps.map(({ id }) => id))
  const own = base.ways.filter(
    ({ from, to }) => (from === step.id || to === step.id) && there.has(from) && there.has(to),
  )
  const isReplaced = (way: StepsDraft['ways'][number]) =>
    own.some(({ from, branch }) => from === way.from && branch === way.branch)
  return { steps, ways: [...whole.ways.filter((way) => !isReplaced(way)), ...own] }
}
