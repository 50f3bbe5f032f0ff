import type { ListRange } from './slice-cache'

/**
 * Which drawn row takes which element. Rows that stay in view keep theirs; after a jump to another place every
 * element is used again for the row in the same place of the view, which costs a fraction of making new ones.
 */
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
