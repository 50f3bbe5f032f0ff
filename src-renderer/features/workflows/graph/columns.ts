import { size, type GraphStep, waysOf } from './graph'
import { layersOf } from './layers'

/** A place in a layer: a step, or where a way passes between two steps. */
interface GraphPlace {
  key: string
  /** How much of the layer's height it takes, in pixels. */
  extent: number
  /** The middle, in pixels. */
  y: number
  before: GraphPlace[]
  after: GraphPlace[]
}

/** Steps and the ways past them, in layers, each with its middle. */
export interface Columns {
  /** The middle and the layer of each step. */
  at: Map<string, { y: number; layer: number }>
  /** The middles that a way passes between its two steps, from left to right; none for ways back. */
  passes(from: string, to: string): number[]
  layers: number
}

const rounds = 8
const passExtent = 8
const pitch = size.height + size.gapY

/** A question whose two answers both end: the ends stand over and under it, each by its question. */
function folded(steps: readonly GraphStep[]): Map<string, readonly [string, string]> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const led = new Map<string, Set<string>>()
  for (const step of steps)
    for (const { to } of waysOf(step, byId)) led.set(to, (led.get(to) ?? new Set()).add(step.id))
  const isEnd = (id: string): boolean => byId.get(id)?.ways.length === 0 && led.get(id)?.size === 1
  return new Map(
    steps.flatMap(({ id, ways }) => {
      const [one, other, ...rest] = new Set(ways.map(({ to }) => to))
      const fits = one !== undefined && other !== undefined && rest.length === 0 && isEnd(one) && isEnd(other)
      return fits ? [[id, [one, other] as const] as const] : []
    }),
  )
}

/** Orders the steps of each layer so that ways cross seldom, and moves them beside one another. `fold`: see {@link folded}. */
export function columnsOf(all: readonly GraphStep[], fold: boolean): Columns {
  const folds = fold ? folded(all) : new Map<string, readonly [string, string]>()
  const apart = new Set([...folds.values()].flat())
  const steps = all.filter(({ id }) => !apart.has(id))
  const { layer, isBack } = layersOf(steps)
  const byId = new Map(steps.map((step) => [step.id, step]))
  const columns: GraphPlace[][] = []
  const places = new Map<string, GraphPlace>()
  const put = (column: number, key: string, extent: number): GraphPlace => {
    const place: GraphPlace = { key, extent, y: 0, before: [], after: [] }
    const line = columns[column] ?? (columns[column] = [])
    line.push(place)
    places.set(key, place)
    return place
  }
  // In the order of their layers, so that none is left empty before a later one.
  for (const step of [...steps].sort((a, b) => (layer.get(a.id) ?? 0) - (layer.get(b.id) ?? 0))) {
    put(layer.get(step.id) ?? 0, step.id, folds.has(step.id) ? size.height + 2 * pitch : size.height)
  }
  for (const step of steps) {
    for (const to of new Set(waysOf(step, byId).map((way) => way.to))) {
      if (isBack(step.id, to)) continue
      let before = places.get(step.id)
      for (let column = (layer.get(step.id) ?? 0) + 1; column < (layer.get(to) ?? 0); column += 1) {
        const pass = put(column, passKey(step.id, to, column), passExtent)
        join(before, pass)
        before = pass
      }
      join(before, places.get(to))
    }
  }
  order(columns)
  spread(columns)

  const at = new Map(steps.map(({ id }) => [id, { y: places.get(id)?.y ?? 0, layer: layer.get(id) ?? 0 }]))
  for (const [id, ends] of folds) {
    const { y = 0, layer: own = 0 } = at.get(id) ?? {}
    ends.forEach((end, index) => at.set(end, { y: y + (index === 0 ? -pitch : pitch), layer: own }))
  }
  return {
    at,
    passes: (from, to) => {
      const found: number[] = []
      for (let column = (layer.get(from) ?? 0) + 1; column < (layer.get(to) ?? 0); column += 1) {
        const pass = places.get(passKey(from, to, column))
        if (pass) found.push(pass.y)
      }
      return found
    },
    layers: columns.length,
  }
}

const passKey = (from: string, to: string, column: number): string => JSON.stringify([from, to, column])

function join(before: GraphPlace | undefined, after: GraphPlace | undefined): void {
  if (!before || !after) return
  before.after.push(after)
  after.before.push(before)
}

/** Sorts each layer by where its neighbours stand, to the right and to the left in turn. */
function order(columns: GraphPlace[][]): void {
  for (const column of columns) column.forEach((place, index) => (place.y = index))
  for (let round = 0; round < rounds; round += 1) {
    const onwards = round % 2 === 0
    for (const column of onwards ? columns : [...columns].reverse()) {
      sortColumn(column, (place) => mean(onwards ? place.before : place.after))
    }
  }
}

/** Places without a wish stay where they are in their layer; the others share the rest of it. */
function sortColumn(column: GraphPlace[], wishOf: (place: GraphPlace) => number | null): void {
  const wishes = column.flatMap((place) => {
    const wish = wishOf(place)
    return wish === null ? [] : [{ place, wish }]
  })
  wishes.sort((a, b) => a.wish - b.wish)
  const wishing = new Set(wishes.map(({ place }) => place))
  let next = 0
  column.forEach((place, index) => {
    if (!wishing.has(place)) return
    column[index] = wishes[next]?.place ?? place
    next += 1
  })
  column.forEach((place, index) => (place.y = index))
}

/** Gives each place its middle: under one another at first, then as near to its neighbours as the others of its layer allow. */
function spread(columns: GraphPlace[][]): void {
  for (const column of columns) settle(column, new Map(column.map((place) => [place, 0])))
  for (let round = 0; round < rounds; round += 1) {
    const onwards = round % 2 === 0
    for (const column of onwards ? columns : [...columns].reverse()) {
      settle(
        column,
        new Map(column.map((place) => [place, mean(onwards ? place.before : place.after) ?? place.y])),
      )
    }
  }
}

/** Puts the places of a layer as near to where they wish to be as their order and their extents allow. */
function settle(column: GraphPlace[], wishes: Map<GraphPlace, number>): void {
  let edge = Number.NEGATIVE_INFINITY
  let offset = 0
  for (const place of column) {
    const wish = wishes.get(place) ?? 0
    place.y = Math.max(wish, edge + place.extent / 2)
    edge = place.y + place.extent / 2 + size.gapY
    offset += place.y - wish
  }
  // Pushed down only: what that moved all of them on average is taken back.
  for (const place of column) place.y -= offset / column.length
}

function mean(places: GraphPlace[]): number | null {
  if (places.length === 0) return null
  return places.reduce((sum, { y }) => sum + y, 0) / places.length
}
