import { type GraphStep, waysOf } from './graph'

/** Steps by how far they are from the start, and the ways that lead back. */
interface Layers {
  layer: Map<string, number>
  /** Whether a way leads back: it closes a loop. */
  isBack(from: string, to: string): boolean
}

const keyOf = (from: string, to: string): string => JSON.stringify([from, to])

/**
 * Puts each step below every step that leads to it. Ways that close a loop are left out of that: a search in depth from
 * the first step on meets them as ways into what it is still in. Nothing here recurses: a workflow may be a long chain.
 */
export function layersOf(steps: readonly GraphStep[]): Layers {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const back = new Set<string>()
  const done: string[] = []
  const state = new Map<string, 'in' | 'done'>()

  for (const { id } of startsFirst(steps, byId)) {
    if (state.has(id)) continue
    const path = [{ id, ways: targetsOf(id, byId) }]
    state.set(id, 'in')
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.ways.shift()
      if (next === undefined) {
        state.set(top.id, 'done')
        done.push(top.id)
        path.pop()
      } else if (state.get(next) === 'in') back.add(keyOf(top.id, next))
      else if (!state.has(next)) {
        state.set(next, 'in')
        path.push({ id: next, ways: targetsOf(next, byId) })
      }
    }
  }

  // What was done last leads to all that was done before it.
  const layer = new Map<string, number>()
  for (const id of done.reverse()) {
    const mine = layer.get(id) ?? 0
    layer.set(id, mine)
    for (const to of targetsOf(id, byId)) {
      if (!back.has(keyOf(id, to))) layer.set(to, Math.max(layer.get(to) ?? 0, mine + 1))
    }
  }
  return { layer, isBack: (from, to) => back.has(keyOf(from, to)) }
}

function targetsOf(id: string, byId: Map<string, GraphStep>): string[] {
  const step = byId.get(id)
  return step ? [...new Set(waysOf(step, byId).map(({ to }) => to))] : []
}

/** Triggers, then what nothing leads to, then the rest: loops that hang in the air. */
function startsFirst(steps: readonly GraphStep[], byId: Map<string, GraphStep>): GraphStep[] {
  const led = new Set(steps.flatMap((step) => waysOf(step, byId).map(({ to }) => to)))
  const rank = ({ id, type }: GraphStep): number => (type === 'TRIGGER' ? 0 : led.has(id) ? 2 : 1)
  return [...steps].sort((a, b) => rank(a) - rank(b))
}
