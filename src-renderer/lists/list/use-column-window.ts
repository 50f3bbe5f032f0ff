import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, onMounted, shallowRef, watch, type Ref } from 'vue'
import { readingWay } from '../../kit/reading-way'
import { columnTracks, type ListColumn, checkboxWidth } from './column'

/** Lists of so many columns draw all of them. */
export const mostDrawn = 40

/** Columns that are drawn on either side of those that are seen. */
const margin = 3

/** Where columns stand in a row: the left edge of each, and the right edge of the last, in pixels. */
export function columnEdges(columns: readonly ListColumn[], selectable: boolean): number[] {
  let edge = selectable ? checkboxWidth : 0
  return [edge, ...columns.map(({ width }) => (edge += width))]
}

/** Columns [first, end) that are drawn of a list of very many: those that are seen, and some on either side. */
export function windowOf(
  edges: readonly number[],
  left: number,
  width: number,
): { first: number; end: number } {
  const count = edges.length - 1
  if (count <= mostDrawn) return { first: 0, end: count }
  return {
    first: Math.max(0, columnAt(edges, left) - margin),
    end: Math.min(count, columnAt(edges, left + width) + 1 + margin),
  }
}

/** The column that stands at a distance from the left; the last one beyond it. */
function columnAt(edges: readonly number[], x: number): number {
  let [low, high] = [0, Math.max(0, edges.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/** Which columns of a list are drawn: all of them, or of very many those around what is seen. */
export function useColumnWindow(
  scroller: Ref<HTMLElement | null>,
  columns: () => readonly ListColumn[],
  selectable: () => boolean,
) {
  const edges = computed(() => columnEdges(columns(), selectable()))
  const partial = computed(() => columns().length > mostDrawn)
  const span = shallowRef(windowOf(edges.value, 0, 0))

  function look(): void {
    const { scrollLeft = 0, clientWidth = 0 } = scroller.value ?? {}
    const next = windowOf(edges.value, scrollLeft * readingWay(), clientWidth)
    if (next.first !== span.value.first || next.end !== span.value.end) span.value = next
  }

  onMounted(look)
  useResizeObserver(scroller, look)
  useEventListener(scroller, 'scroll', look, { passive: true })
  watch(edges, look, { flush: 'sync' })

  const drawn = computed(() =>
    partial.value ? columns().slice(span.value.first, span.value.end) : columns(),
  )
  const tracks = computed(() => {
    if (!partial.value) return columnTracks(columns(), selectable())
    const before = (edges.value[span.value.first] ?? 0) - (edges.value[0] ?? 0)
    // What grows has its least width here: more columns than can be seen leave nothing to take.
    const [box, ...rest] = columnTracks(
      drawn.value.map((column) => ({ ...column, grow: false })),
      true,
    ).split(' ')
    return [...(selectable() ? [box] : []), `${before}px`, ...rest].join(' ')
  })

  return {
    drawn,
    /** Where the first that is drawn stands in a row, from 1; null where none are left out, so that none before it needs a place. */
    firstIndex: computed(() => (partial.value ? span.value.first + (selectable() ? 2 : 1) : null)),
    tracks,
    reveal(key: string): void {
      const at = columns().findIndex((column) => column.key === key)
      const element = scroller.value
      if (at < 0 || !element) return
      const [left = 0, right = 0] = [edges.value[at], edges.value[at + 1]]
      const way = readingWay()
      const seen = element.scrollLeft * way
      if (left < seen) element.scrollLeft = at === 0 ? 0 : left * way
      else if (right > seen + element.clientWidth) {
        element.scrollLeft = Math.min(left, right - element.clientWidth) * way
      }
    },
  }
}
