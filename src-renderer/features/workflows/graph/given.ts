import { type Box, type GraphStep, size, waysOf } from './graph'

/** Farther apart than this the drawing would be mostly empty. */
const farthest = 20_000

/**
 * The boxes where their author put them; null where that makes no drawing: somebody said no place, boxes lie over one
 * another, or a way runs through a step that it does not lead to.
 */
export function givenBoxes(steps: readonly GraphStep[]): Box[] | null {
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
