import { columnsOf } from './columns'
import { type Box, type Drawing, type Edge, type GraphStep, reachable, size, waysOf } from './graph'

/** Farther apart than this the drawing would be mostly empty. */
const farthest = 20_000

/**
 * The boxes where their author put them; null where that makes no drawing: somebody said no place, boxes lie over one
 * another, or a way runs through a step that it does not lead to.
 */
function givenBoxes(steps: readonly GraphStep[]): Box[] | null {
  const boxes: Box[] = []
  for (const { id, position } of steps) {
    if (position === null || !Number.isFinite(position.x) || !Number.isFinite(position.y)) return null
    boxes.push({ id, x: position.x, y: position.y })
  }
  if (boxes.length === 0) return null
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  for (const box of boxes) {
    box.x -= left
    box.y -= top
    if (box.x > farthest || box.y > farthest) return null
  }
  return overlaps(boxes) || runsThrough(steps, boxes) ? null : boxes
}

function overlaps(boxes: Box[]): boolean {
  return boxes.some((one, index) =>
    boxes
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.x - other.x) < size.width + size.gapX / 2 &&
          Math.abs(one.y - other.y) < size.height + size.gapY / 3,
      ),
  )
}

function runsThrough(steps: readonly GraphStep[], boxes: Box[]): boolean {
  const byId = new Map(boxes.map((box) => [box.id, box]))
  return steps.some((step) =>
    waysOf(step, byId).some(({ to }) => {
      const from = byId.get(step.id)
      const target = byId.get(to)
      if (!from || !target || target.y <= from.y) return false
      return boxes.some((box) => box !== from && box !== target && crosses(from, target, box))
    }),
  )
}

/** Whether the straight line between the middles of two boxes meets a third. */
function crosses(from: Box, to: Box, box: Box): boolean {
  const x = (at: number): number => from.x + (to.x - from.x) * at
  const y = (at: number): number => from.y + (to.y - from.y) * at
  for (let part = 1; part < 20; part += 1) {
    const at = part / 20
    if (Math.abs(x(at) - box.x) < size.width / 2 && Math.abs(y(at) - box.y) < size.height / 2) return true
  }
  return false
}

/** Draws the steps of a workflow: where their author put them where that makes a drawing, else from above to below. */
export function layOut(steps: readonly GraphStep[]): Drawing {
  const met = reachable(steps)
  const given = givenBoxes(steps)
  if (given) return framed(steps, given, () => [], null)

  const main = stacked(steps.filter(({ id }) => met.has(id)))
  const rest = steps.filter(({ id }) => !met.has(id))
  if (rest.length === 0) return framed(steps, main.boxes, main.passes, null)
  const top = main.height + size.gapY
  const loose = stacked(rest)
  const boxes = [...main.boxes, ...loose.boxes.map((box) => ({ ...box, y: box.y + top }))]
  const passes = (from: string, to: string): Point[] =>
    met.has(from) ? main.passes(from, to) : loose.passes(from, to).map(({ x, y }) => ({ x, y: y + top }))
  return framed(steps, boxes, passes, top)
}

interface Point {
  x: number
  y: number
}

/** What a way passes between its two boxes. */
type Passes = (from: string, to: string) => Point[]

const rowHeight = size.height + size.gapY

function stacked(steps: readonly GraphStep[]): { boxes: Box[]; passes: Passes; height: number } {
  const columns = columnsOf(steps)
  const lefts = [...columns.at.values()].map(({ x }) => x - size.width / 2)
  const left = Math.min(0, ...lefts)
  return {
    boxes: steps.map(({ id }) => {
      const { x, layer } = columns.at.get(id) ?? { x: 0, layer: 0 }
      return { id, x: x - size.width / 2 - left, y: layer * rowHeight }
    }),
    passes: (from, to) =>
      columns.passes(from, to).map((x, index) => ({
        x: x - left,
        y: ((columns.at.get(from)?.layer ?? 0) + 1 + index) * rowHeight + size.height / 2,
      })),
    height: columns.layers * rowHeight,
  }
}

function framed(
  steps: readonly GraphStep[],
  boxes: Box[],
  passes: Passes,
  unreachableFrom: number | null,
): Drawing {
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const right = Math.max(0, ...boxes.map(({ x }) => x + size.width))
  const edges: Edge[] = []
  let lanes = 0
  for (const step of steps) {
    const ways = waysOf(step, byId)
    const from = byId.get(step.id)
    if (!from) continue
    // Ways leave side by side in the order in which their steps stand, so that they do not cross at once.
    const down = ways
      .filter(({ to }) => (byId.get(to)?.y ?? 0) > from.y)
      .sort((a, b) => (byId.get(a.to)?.x ?? 0) - (byId.get(b.to)?.x ?? 0))
    down.forEach(({ to, branch }, index) => {
      const target = byId.get(to)
      if (!target) return
      const start = from.x + (size.width * (index + 1)) / (down.length + 1)
      edges.push({
        from: step.id,
        to,
        branch,
        back: false,
        ...downwards(from, target, start, passes(step.id, to)),
      })
    })
    for (const { to, branch } of ways.filter((way) => !down.includes(way))) {
      const target = byId.get(to)
      if (!target) continue
      lanes += 1
      edges.push({
        from: step.id,
        to,
        branch,
        back: true,
        ...around(from, target, lanes, right),
      })
    }
  }
  const { margin } = size
  return {
    boxes,
    edges,
    width: right + lanes * size.lane + 2 * margin,
    // A way back may leave from the lowest box.
    height: Math.max(0, ...boxes.map(({ y }) => y + size.height)) + (lanes > 0 ? size.gapY : 0) + 2 * margin,
    unreachableFrom,
  }
}

/** From the foot of a box to the head of one below it, past what lies between. */
function downwards(from: Box, to: Box, startX: number, passed: Point[]): Pick<Edge, 'path' | 'label'> {
  const start = { x: startX, y: from.y + size.height }
  const points = [start, ...passed, { x: to.x + size.width / 2, y: to.y }]
  let path = `M${place(start)}`
  points.slice(1).forEach((point, index) => {
    const before = points[index] ?? start
    const middle = (before.y + point.y) / 2
    path += ` C${place({ x: before.x, y: middle })} ${place({ x: point.x, y: middle })} ${place(point)}`
  })
  return { path, label: { x: start.x, y: start.y + 18 } }
}

/**
 * From the foot of a box through the gap beneath it, up a lane of its own at the right, and through the gap above the
 * other box into its head: in layers, no box stands in any of these.
 */
function around(from: Box, to: Box, lane: number, right: number): Pick<Edge, 'path' | 'label'> {
  const start = { x: from.x + size.width - 28, y: from.y + size.height }
  const end = { x: to.x + size.width - 28, y: to.y }
  // Beside one another where several run through the same gap.
  const apart = (lane % 3) * 4
  const x = right + lane * size.lane
  const low = start.y + 26 + apart
  const high = end.y - 10 - apart
  const corners = [
    { x: start.x, y: low },
    { x, y: low },
    { x, y: high },
    { x: end.x, y: high },
  ]
  let path = `M${place(start)}`
  corners.forEach((corner, index) => {
    const before = corners[index - 1] ?? start
    const after = corners[index + 1] ?? end
    path += ` L${place(towards(corner, before))} Q${place(corner)} ${place(towards(corner, after))}`
  })
  return { path: `${path} L${place(end)}`, label: { x: start.x, y: start.y + 18 } }
}

/** The point of a corner's bend on its side to another point. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y)
  const part = length === 0 ? 0 : Math.min(6, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part }
}

function place({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
}
