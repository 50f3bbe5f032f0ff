import { type Drawing, size, type StepPlace } from './graph'

/** Where a step is added, in the drawing. */
interface Plus {
  place: StepPlace
  x: number
  y: number
}

/** How far beneath a box a way has room for it (CSS pixels). */
const beneath = 30
/** How far apart those stand whose ways lead nowhere yet. */
const apart = 22

/** Where steps are added: on each way, and beneath a step whose ways lead nowhere. */
export function plusesOf({ boxes, edges }: Drawing, places: readonly StepPlace[]): Plus[] {
  const open = new Map<string, number>()
  return places.flatMap((place) => {
    const edge = edges.find(
      ({ from, to, branch }) => from === place.from && to === place.to && branch === place.shown,
    )
    const box = boxes.find(({ id }) => id === place.from)
    if (!box) return []
    const y = box.y + size.height + beneath
    if (edge) return [{ place, x: edge.label.x, y }]
    const before = open.get(place.from) ?? 0
    open.set(place.from, before + 1)
    const isAlone = !edges.some(({ from }) => from === place.from) && !hasOthers(places, place)
    const x = isAlone ? box.x + size.width / 2 : box.x + size.width - 12 - before * apart
    return [{ place, x, y: box.y + size.height + 12 }]
  })
}

function hasOthers(places: readonly StepPlace[], place: StepPlace): boolean {
  return places.some((other) => other !== place && other.from === place.from)
}
