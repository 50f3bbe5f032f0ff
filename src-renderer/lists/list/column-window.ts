import { checkboxWidth, type ListColumn } from './column'

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
