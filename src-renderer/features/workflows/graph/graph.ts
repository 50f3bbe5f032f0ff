import type { WorkflowStep } from '../../../../src-shared/bridge/workflows'

/** What a graph is drawn from. */
export type GraphStep = Pick<WorkflowStep, 'id' | 'ways'> & {
  type: string
  /** How wide what stands above its box is; as wide as the box where it is not told. */
  captionWidth?: number
}

/** A box of the drawing, in CSS pixels from its top left corner. */
export interface Box {
  id: string
  x: number
  y: number
}

/** A way from a box to another: the `d` of its path and of its arrow's head, and where a step is put onto it. */
export interface Edge {
  from: string
  to: string
  branch: string
  path: string
  head: string
  plus: { x: number; y: number }
  /** It leads back to a step before it. */
  back: boolean
}

/** A way out of a step, onto which another one can be put. */
export interface StepPlace {
  from: string
  branch: string
  /** The branch as the drawing names its way. */
  shown: string
  /** Where it leads; null: nowhere. */
  to: string | null
  /** What is done there: "Add a step after “Welcome”". */
  label: string
}

/** A drawing of a whole workflow. */
export interface Drawing {
  boxes: Box[]
  edges: Edge[]
  width: number
  height: number
  /** Where the steps begin that nothing leads to; null where there are none. */
  unreachableFrom: number | null
}

/** Sizes in CSS pixels; `caption` stands above a box, within the gap. */
export const size = {
  ...{ width: 122, height: 62, gapX: 22, gapY: 28, caption: 22 },
  ...{ lane: 12, marginX: 16, marginY: 10 },
} as const

/** The ways of a step that lead to a step of the same workflow, each once. */
export function waysOf<Step extends Pick<GraphStep, 'ways'>>(
  step: Step,
  known: { has(id: string): boolean },
): Step['ways'] {
  const seen = new Set<string>()
  return step.ways.filter(({ to, branch }) => {
    const key = JSON.stringify([to, branch])
    if (!known.has(to) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Which steps can be reached from where the workflow starts: its triggers, or its first step where it has none. */
export function reachable(steps: readonly GraphStep[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const triggers = steps.filter(({ type }) => type === 'TRIGGER')
  const waiting = (triggers.length > 0 ? triggers : steps.slice(0, 1)).map(({ id }) => id)
  const met = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = byId.get(id)
    if (!step || met.has(id)) continue
    met.add(id)
    waiting.push(...step.ways.map(({ to }) => to))
  }
  return met
}
