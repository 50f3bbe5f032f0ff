/** Positions a range selection covers: from where it began to where it stands, both included. */
export interface RowRange {
  anchor: number
  head: number
}

/** Positions [from, to). */
export interface Span {
  from: number
  to: number
}

const span = ({ anchor, head }: RowRange): Span => ({
  from: Math.min(anchor, head),
  to: Math.max(anchor, head) + 1,
})

/** What changes when a range's head moves: positions it leaves, and all that it covers now. */
export function moveHead(range: RowRange, head: number): { range: RowRange; off: Span | null; on: Span } {
  const next = { anchor: range.anchor, head }
  const before = span(range)
  const now = span(next)
  let off: Span | null = null
  if (before.from < now.from) off = { from: before.from, to: Math.min(before.to, now.from) }
  else if (before.to > now.to) off = { from: Math.max(before.from, now.to), to: before.to }
  return { range: next, off, on: now }
}
