import type { Span } from './row-range'
import { sliceLimit, type LoadSlice } from './slice-cache'

/** The ids of all rows of a span, in their order: of rows that are held at once, of the others as they are read. */
export async function idsOfSpan<Row>(
  span: Span,
  rowAt: (position: number) => Row | undefined,
  load: LoadSlice<Row>,
  idOf: (row: Row) => string,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = span.from; from < span.to; from += sliceLimit) {
    const to = Math.min(span.to, from + sliceLimit)
    const held = Array.from({ length: to - from }, (_, index) => rowAt(from + index))
    const rows = held.includes(undefined)
      ? (await load(from, to - from, new AbortController().signal)).rows
      : held
    for (const row of rows) if (row !== undefined) ids.push(idOf(row))
  }
  return ids
}
