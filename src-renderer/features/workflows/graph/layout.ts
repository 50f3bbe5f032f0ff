import { columnsOf } from './columns'
import { type Box, type Drawing, type Edge, type GraphStep, reachable, size, waysOf } from './graph'

interface Point {
  x: number
  y: number
}

interface Placed {
  boxes: Box[]
  /** Where a way turns into each layer that it passes between its two steps. */
  passes(from: string, to: string): Point[]
  height: number
}

/** Draws the steps in layers from left to right. `fold`: the ends of a question stand over and under it. */
export function layOut(steps: readonly GraphStep[], fold = true): Drawing {
  const met = reachable(steps)
  const main = placed(
    steps.filter(({ id }) => met.has(id)),
    fold,
  )
  const rest = steps.filter(({ id }) => !met.has(id))
  if (rest.length === 0) return framed(steps, main, null)
  const top = main.height + size.caption
  const loose = placed(rest, fold)
  return framed(
    steps,
    {
      boxes: [...main.boxes, ...loose.boxes.map((box) => ({ ...box, y: box.y + top }))],
      passes: (from, to) =>
        met.has(from) ? main.passes(from, to) : loose.passes(from, to).map(({ x, y }) => ({ x, y: y + top })),
      height: top + loose.height,
    },
    top,
  )
}

function placed(steps: readonly GraphStep[], fold: boolean): Placed {
  const { at, passes, layers } = columnsOf(steps, fold)
  const widths = Array.from({ length: layers }, () => size.width as number)
  for (const { id, captionWidth = 0 } of steps) {
    const layer = at.get(id)?.layer ?? 0
    widths[layer] = Math.max(widths[layer] ?? 0, captionWidth)
  }
  const lefts: number[] = []
  let left: number = size.marginX
  for (const width of widths) {
    lefts.push(left)
    left += width + size.gapX
  }
  const tops = [...at.values()].map(({ y }) => y - size.height / 2)
  const top = Math.min(...tops, 0) - size.caption - size.marginY
  return {
    boxes: steps.map(({ id }) => {
      const { y, layer } = at.get(id) ?? { y: 0, layer: 0 }
      return { id, x: lefts[layer] ?? 0, y: Math.round(y - size.height / 2 - top) }
    }),
    passes: (from, to) =>
      passes(from, to).map((y, index) => ({
        x: (lefts[(at.get(from)?.layer ?? 0) + 1 + index] ?? 0) - size.gapX / 2,
        y: Math.round(y - top),
      })),
    height: Math.max(0, ...tops.map((y) => y + size.height)) - top,
  }
}

function framed(
  steps: readonly GraphStep[],
  { boxes, passes, height }: Placed,
  unreachableFrom: number | null,
): Drawing {
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const edges: Edge[] = []
  let lanes = 0
  for (const step of steps) {
    const from = byId.get(step.id)
    if (!from) continue
    for (const { to, branch } of waysOf(step, byId)) {
      const target = byId.get(to)
      if (!target) continue
      const back = target.x < from.x || to === step.id
      if (back) lanes += 1
      const drawn = back
        ? around(from, target, height + lanes * size.lane)
        : target.x === from.x
          ? upright(from, target)
          : onwards(from, target, passes(step.id, to))
      edges.push({ from: step.id, to, branch, back, ...drawn })
    }
  }
  return {
    boxes,
    edges,
    width: Math.max(0, ...boxes.map(({ x }) => x + size.width)) + size.marginX,
    height: height + (lanes > 0 ? (lanes + 1) * size.lane : 0) + size.marginY,
    unreachableFrom,
  }
}

type GraphLine = Pick<Edge, 'path' | 'head' | 'plus'>

/** The arrow's head at the left of a box. */
const headInto = ({ x, y }: Box): string => `M${x},${y + size.height / 2} l-8,-4.5 v9 Z`

const middle = ({ y }: Box): number => y + size.height / 2

/** From the right of a box to the left of one after it, past what lies between. */
function onwards(from: Box, to: Box, passed: readonly Point[]): GraphLine {
  let path = `M${from.x + size.width},${middle(from)}`
  for (const { x, y } of passed) path += ` H${x} V${y}`
  const turn = to.x - size.gapX / 2
  path += ` H${turn} V${middle(to)} H${to.x}`
  return { path, head: headInto(to), plus: { x: turn, y: middle(to) } }
}

/** Between two boxes of a layer that stand over one another. */
function upright(from: Box, to: Box): GraphLine {
  const x = from.x + size.width / 2
  const [start, end] = to.y < from.y ? [from.y, to.y + size.height] : [from.y + size.height, to.y]
  const head = `M${x},${end} l-4.5,${end > start ? -8 : 8} h9 Z`
  return { path: `M${x},${start} V${end}`, head, plus: { x, y: (start + end) / 2 } }
}

/** From the right of a box around beneath all others into the left of one before it. */
function around(from: Box, to: Box, lane: number): GraphLine {
  const start = from.x + size.width + size.gapX / 2
  const end = to.x - size.gapX / 2
  const path = `M${from.x + size.width},${middle(from)} H${start} V${lane} H${end} V${middle(to)} H${to.x}`
  return { path, head: headInto(to), plus: { x: start, y: middle(from) } }
}
