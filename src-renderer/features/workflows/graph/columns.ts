import { size, type GraphStep, waysOf } from './graph'
import { layersOf } from './layers'

/** A place in a layer: a step, or where a way passes between two steps. */
interface GraphPlace {
  key: string
  width: number
  /** The middle, in pixels. */
  x: number
  above: GraphPlace[]
  below: GraphPlace[]
}

/** Steps and the ways past them, in layers, each with its middle. */
export interface Columns {
  /** The middle and the layer of each step. */
  at: Map<string, { x: number; layer: number }>
  /** The middles that a way passes between its two steps, from above to below; none for ways back. */
  passes(from: string, to: string): number[]
  isBack(from: string, to: string): boolean
  layers: number
}

const rounds = 8
const passWidth = 20

/** Orders the steps of each layer so that ways cross seldom, and moves them over one another. */
export function columnsOf(steps: readonly GraphStep[]): Columns {
  const { layer, isBack } = layersOf(steps)
  const byId = new Map(steps.map((step) => [step.id, step]))
  const rows: GraphPlace[][] = []
  const places = new Map<string, GraphPlace>()
  const put = (row: number, key: string, width: number): GraphPlace => {
    const place: GraphPlace = { key, width, x: 0, above: [], below: [] }
    const line = rows[row] ?? (rows[row] = [])
    line.push(place)
    places.set(key, place)
    return place
  }
  // In the order of their layers, so that no row is left empty before a later one.
  for (const step of [...steps].sort((a, b) => (layer.get(a.id) ?? 0) - (layer.get(b.id) ?? 0))) {
    put(layer.get(step.id) ?? 0, step.id, size.width)
  }
  for (const step of steps) {
    for (const to of new Set(waysOf(step, byId).map((way) => way.to))) {
      if (isBack(step.id, to)) continue
      let before = places.get(step.id)
      for (let row = (layer.get(step.id) ?? 0) + 1; row < (layer.get(to) ?? 0); row += 1) {
        const pass = put(row, passKey(step.id, to, row), passWidth)
        join(before, pass)
        before = pass
      }
      join(before, places.get(to))
    }
  }
  order(rows)
  spread(rows)

  return {
    at: new Map(steps.map(({ id }) => [id, { x: places.get(id)?.x ?? 0, layer: layer.get(id) ?? 0 }])),
    passes: (from, to) => {
      const found: number[] = []
      for (let row = (layer.get(from) ?? 0) + 1; row < (layer.get(to) ?? 0); row += 1) {
        const pass = places.get(passKey(from, to, row))
        if (pass) found.push(pass.x)
      }
      return found
    },
    isBack,
    layers: rows.length,
  }
}

const passKey = (from: string, to: string, row: number): string => JSON.stringify([from, to, row])

function join(above: GraphPlace | undefined, below: GraphPlace | undefined): void {
  if (!above || !below) return
  above.below.push(below)
  below.above.push(above)
}

/** Sorts each layer by where its neighbours stand, downwards and upwards in turn. */
function order(rows: GraphPlace[][]): void {
  for (const row of rows) row.forEach((place, index) => (place.x = index))
  for (let round = 0; round < rounds; round += 1) {
    const down = round % 2 === 0
    for (const row of down ? rows : [...rows].reverse()) {
      sortRow(row, (place) => mean(down ? place.above : place.below))
    }
  }
}

/** Places without a wish stay where they are in their layer; the others share the rest of it. */
function sortRow(row: GraphPlace[], wishOf: (place: GraphPlace) => number | null): void {
  const wishes = row.flatMap((place) => {
    const wish = wishOf(place)
    return wish === null ? [] : [{ place, wish }]
  })
  wishes.sort((a, b) => a.wish - b.wish)
  const wishing = new Set(wishes.map(({ place }) => place))
  let next = 0
  row.forEach((place, index) => {
    if (!wishing.has(place)) return
    row[index] = wishes[next]?.place ?? place
    next += 1
  })
  row.forEach((place, index) => (place.x = index))
}

/** Gives each place its middle: side by side at first, then as near to its neighbours as the others of its layer allow. */
function spread(rows: GraphPlace[][]): void {
  for (const row of rows) settle(row, new Map(row.map((place) => [place, 0])))
  for (let round = 0; round < rounds; round += 1) {
    const down = round % 2 === 0
    for (const row of down ? rows : [...rows].reverse()) {
      settle(row, new Map(row.map((place) => [place, mean(down ? place.above : place.below) ?? place.x])))
    }
  }
}

/** Puts the places of a layer as near to where they wish to be as their order and their widths allow. */
function settle(row: GraphPlace[], wishes: Map<GraphPlace, number>): void {
  let edge = Number.NEGATIVE_INFINITY
  let offset = 0
  for (const place of row) {
    const wish = wishes.get(place) ?? 0
    place.x = Math.max(wish, edge + place.width / 2)
    edge = place.x + place.width / 2 + size.gapX
    offset += place.x - wish
  }
  // Pushed to the right only: what that moved all of them on average is taken back.
  for (const place of row) place.x -= offset / row.length
}

function mean(places: GraphPlace[]): number | null {
  if (places.length === 0) return null
  return places.reduce((sum, { x }) => sum + x, 0) / places.length
}
