import { RowHash } from './row-hash'

/**
 * Many rows of one hash, in memory: the newest row by hash, and from each row the one before it. 4 bytes a row and
 * 8 a slot, however many rows share a hash. Rows are not taken out: whoever asks compares the real key.
 */
export class RowChains {
  private readonly newest = new RowHash()
  private before = new Int32Array(1024)

  /** Adds a row (1 or more), once. */
  add(hash: number, row: number): void {
    if (row >= this.before.length) {
      const longer = new Int32Array(Math.max(row + 1, this.before.length * 2))
      longer.set(this.before)
      this.before = longer
    }
    this.before[row] = this.newest.replace(hash, row)
  }

  /** The rows of a hash, the last added first. */
  *rows(hash: number): Generator<number> {
    let row = this.newest.find(hash, () => true) ?? 0
    while (row > 0) {
      yield row
      row = this.before[row] ?? 0
    }
  }
}
