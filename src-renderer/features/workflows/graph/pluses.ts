import { type Drawing, size, type StepPlace } from './graph'

/** Where a step is added, in the drawing. */
interface Plus {
  place: StepPlace
  x: number
  y: number
  /** It is one of several ways out of its step: it shows once it is pointed at. */
  isBranch: boolean
}

/** Where steps are added: on each way, and after a step whose only way leads nowhere. */
export function plusesOf({ boxes, edges }: Drawing, places: readonly StepPlace[]): Plus[] {
  return places.flatMap((place): Plus[] => {
    const edge = edges.find(
      ({ from, to, branch }) => from === place.from && to === place.to && branch === place.shown,
    )
    const isBranch = places.some((other) => other !== place && other.from === place.from)
    if (edge) return [{ place, ...edge.plus, isBranch }]
    const box = boxes.find(({ id }) => id === place.from)
    if (!box || place.to !== null || isBranch) return []
    return [{ place, x: box.x + size.width + size.gapX / 2, y: box.y + size.height / 2, isBranch }]
  })
}
