import { detectHeader, isAddress } from './detect-header'

/** More lines than these are no title. */
const mostLines = 10

/** Of the rows below a title, so many have several cells. */
const usually = 0.8

/**
 * How many rows above the names are a title, as reports have one: rows of one cell, above a header and rows of several.
 * 0 where there is none. Rows without any text are not counted.
 */
export function detectTitle(rows: readonly (readonly string[])[]): number {
  const filled = rows.filter((row) => cellsIn(row) > 0)
  const lines = filled.findIndex((row) => cellsIn(row) > 1)
  if (lines < 1 || lines > mostLines) return 0
  const below = filled.slice(lines)
  if (below.length < 2 || filled.slice(0, lines).some((row) => row.some(isAddress))) return 0
  const several = below.filter((row) => cellsIn(row) > 1).length
  return several >= below.length * usually && detectHeader(below).header ? lines : 0
}

function cellsIn(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length
}
