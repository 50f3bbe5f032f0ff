import type { ListColumn } from '../../../lists/list/column'
import { cellIndex } from './row-columns'

/** Columns on either side of those that are drawn whose cells are read with them. */
const margin = 16

/**
 * Which columns' cells are read: those that are drawn and some around them, and the address, which is asked for whatever
 * is seen. Of a few columns these are all.
 */
export function columnsToRead(
  drawn: readonly number[],
  columns: readonly Pick<ListColumn, 'key'>[],
  address: number,
): number[] {
  const all = columns.map(({ key }) => cellIndex(key)).filter((index) => index !== null)
  const places = drawn.map((index) => all.indexOf(index)).filter((place) => place >= 0)
  if (places.length === 0) return [address]
  const [first, last] = [Math.min(...places), Math.max(...places)]
  return [...new Set([address, ...all.slice(Math.max(0, first - margin), last + 1 + margin)])]
}
