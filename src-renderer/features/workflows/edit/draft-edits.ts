import type { DraftStep, StepsDraft } from '../../../../src-shared/bridge/workflow-steps'
import { exitsOf } from './exits'

/** Where a step is put: onto a way out of another one. */
export interface ExitPlace {
  from: string
  branch: string
}

/** How far beneath the one before it a new step stands (CSS pixels). */
const beneath = 96

/** Puts a step onto a way. What followed there follows its first way out. */
export function insertStep(draft: StepsDraft, { from, branch }: ExitPlace, step: DraftStep): StepsDraft {
  const before = draft.steps.find(({ id }) => id === from)
  const position = before?.position ? { x: before.position.x, y: before.position.y + beneath } : null
  const placed = { ...step, position }
  const followed = draft.ways.find((way) => way.from === from && way.branch === branch)
  const [first] = exitsOf(step)
  // Before what follows it; else last, so that branches stand in the order in which they were written.
  const follows = draft.steps.findIndex(({ id }) => id === followed?.to)
  const at = follows < 0 ? draft.steps.length : follows
  return {
    steps: [...draft.steps.slice(0, at), placed, ...draft.steps.slice(at)],
    ways: [
      ...draft.ways.filter((way) => way !== followed),
      { from, to: step.id, branch },
      ...(followed && first ? [{ from: step.id, to: followed.to, branch: first.branch }] : []),
    ],
  }
}

/** Takes a step out: whoever came to it goes where `keep` leads (null: nowhere). What its other ways alone led to goes too. */
export function removeStep(draft: StepsDraft, id: string, keep: string | null): StepsDraft {
  const next = draft.ways.find(({ from, branch }) => from === id && branch === keep)?.to ?? null
  const into = draft.ways.filter(({ to, from }) => to === id && from !== id)
  const ways = draft.ways.filter(({ from, to }) => from !== id && to !== id)
  const joined = next === null || next === id ? [] : into.map((way) => ({ ...way, to: next }))
  const left = { steps: draft.steps.filter((step) => step.id !== id), ways: [...ways, ...joined] }
  const before = metFrom(draft)
  const after = metFrom(left)
  return without(left, (step) => before.has(step) && !after.has(step))
}

/** What goes along when a step is taken out, beside itself. */
export function goesAlong(draft: StepsDraft, id: string, keep: string | null): DraftStep[] {
  const left = new Set(removeStep(draft, id, keep).steps.map((step) => step.id))
  return draft.steps.filter((step) => step.id !== id && !left.has(step.id))
}

/** Changes a step. A way out that it has no more goes. */
export function changeStep(
  draft: StepsDraft,
  id: string,
  change: Partial<Pick<DraftStep, 'name' | 'template' | 'config'>>,
): StepsDraft {
  const steps = draft.steps.map((step) => (step.id === id ? { ...step, ...change } : step))
  const step = steps.find((one) => one.id === id)
  const kept = new Set(step ? exitsOf(step).map(({ branch }) => branch) : [])
  return { steps, ways: draft.ways.filter(({ from, branch }) => from !== id || kept.has(branch)) }
}

/** Has a way out lead to another step, or to none. */
export function leadTo(draft: StepsDraft, { from, branch }: ExitPlace, to: string | null): StepsDraft {
  const others = draft.ways.filter((way) => way.from !== from || way.branch !== branch)
  return { ...draft, ways: to === null ? others : [...others, { from, to, branch }] }
}

/** Where a way out leads; null: nowhere. */
export function nextOf(draft: StepsDraft, { from, branch }: ExitPlace): string | null {
  return draft.ways.find((way) => way.from === from && way.branch === branch)?.to ?? null
}

/** A step and all that follows it. */
export function followers(draft: StepsDraft, id: string): Set<string> {
  const met = new Set([id])
  // A set that grows while it is gone through: each step is come by once.
  for (const step of met) for (const { from, to } of draft.ways) if (from === step) met.add(to)
  return met
}

function metFrom(draft: StepsDraft): Set<string> {
  const start = draft.steps.find(({ type }) => type === 'TRIGGER') ?? draft.steps[0]
  return start ? followers(draft, start.id) : new Set()
}

function without(draft: StepsDraft, isGone: (id: string) => boolean): StepsDraft {
  return {
    steps: draft.steps.filter(({ id }) => !isGone(id)),
    ways: draft.ways.filter(({ from, to }) => !isGone(from) && !isGone(to)),
  }
}
