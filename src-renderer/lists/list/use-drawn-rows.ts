import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ListRange } from './slice-cache'

/** Which drawn row takes which element: rows in view keep theirs, a jump uses every element again, which costs far less. */
export class RowSlots {
  #base = 0
  #range: ListRange = { first: 0, end: 0 }

  /** Follows what is looked at. Asking twice for the same range changes nothing. */
  follow(range: ListRange): void {
    const before = this.#range
    const apart = range.first >= before.end || range.end <= before.first
    if (apart) this.#base += range.first - before.first
    this.#range = range
  }

  /** The key of the element that draws a position. */
  keyOf(position: number): number {
    return position - this.#base
  }
}

/** A row as it is drawn: null where it is not there yet. */
interface DrawnRow<Row> {
  key: number
  position: number
  row: Row | null
  id: string | null
}

/** How long the rows of the place before stay, when those of the next are not there yet (milliseconds): answers are mostly faster. */
const patienceMs = 60

/**
 * The rows that are drawn: those of the range looked at. After a jump, the rows of the place before stay until the
 * first of the new ones arrive or patience ends; otherwise a drag would draw outlines between any two places.
 */
export function useDrawnRows<Row>(list: {
  range: Ref<ListRange>
  /** Pixels by which the first row of the range is above the view's upper edge, or below it. */
  shift: Ref<number>
  count: Ref<number | null>
  /** Changes when rows have arrived. */
  arrived: Ref<number>
  row: (position: number) => Row | undefined
  idOf: (row: Row) => string
}) {
  const elements = new RowSlots()
  const drawn = shallowRef<DrawnRow<Row>[]>([])
  const shift = shallowRef(0)
  let waiting: ReturnType<typeof setTimeout> | null = null

  function stopWaiting(): void {
    if (waiting) clearTimeout(waiting)
    waiting = null
  }
  onScopeDispose(stopWaiting)

  function draw(): void {
    stopWaiting()
    const range = list.range.value
    const end = Math.min(range.end, list.count.value ?? range.end)
    const rows: DrawnRow<Row>[] = []
    elements.follow(range)
    for (let position = range.first; position < end; position++) {
      const row = list.row(position) ?? null
      rows.push({ key: elements.keyOf(position), position, row, id: row && list.idOf(row) })
    }
    drawn.value = rows
    shift.value = list.shift.value
  }

  /** Whether anything can be drawn but outlines, or whether outlines are all there is to draw. */
  function isReady(): boolean {
    const { first, end } = list.range.value
    const count = list.count.value
    if (count === null || first >= count || !drawn.value.some(({ row }) => row !== null)) return true
    for (let position = first; position < end; position++) if (list.row(position) !== undefined) return true
    return false
  }

  watch(
    [list.range, list.arrived],
    () => {
      if (isReady()) draw()
      else waiting ??= setTimeout(draw, patienceMs)
    },
    { immediate: true },
  )
  watch(list.shift, (now) => {
    if (!waiting) shift.value = now
  })

  return { drawn, shift }
}
