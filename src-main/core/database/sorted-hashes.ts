/** Pairs of a 32-bit hash and a row, gathered in any order and given back by hash. 8 bytes a pair, twice while sorting. */
export class SortedHashes {
  private hashes: Uint32Array
  private rows: Int32Array
  private filled = 0

  constructor(expected: number) {
    this.hashes = new Uint32Array(Math.max(16, expected))
    this.rows = new Int32Array(Math.max(16, expected))
  }

  /** How many pairs there are. */
  get length(): number {
    return this.filled
  }

  add(hash: number, row: number): void {
    if (this.filled === this.hashes.length) {
      const hashes = new Uint32Array(this.filled * 2)
      const rows = new Int32Array(this.filled * 2)
      hashes.set(this.hashes)
      rows.set(this.rows)
      this.hashes = hashes
      this.rows = rows
    }
    this.hashes[this.filled] = hash
    this.rows[this.filled] = row
    this.filled += 1
  }

  /** The hash at a place, after {@link sort}. */
  hashAt(place: number): number {
    return this.hashes[place] ?? 0
  }

  /** The row at a place, after {@link sort}. */
  rowAt(place: number): number {
    return this.rows[place] ?? 0
  }

  /** Sorts by hash; rows of one hash keep the order they came in. Yields between its two passes. */
  *sort(): Generator<void> {
    this.pass(0)
    yield
    this.pass(16)
  }

  private pass(shift: number): void {
    const { hashes, rows, filled } = this
    const next = new Uint32Array(65_537)
    for (let at = 0; at < filled; at += 1) {
      const bucket = (((hashes[at] ?? 0) >>> shift) & 0xffff) + 1
      next[bucket] = (next[bucket] ?? 0) + 1
    }
    for (let bucket = 1; bucket < next.length; bucket += 1) {
      next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0)
    }
    const sortedHashes = new Uint32Array(filled)
    const sortedRows = new Int32Array(filled)
    for (let at = 0; at < filled; at += 1) {
      const hash = hashes[at] ?? 0
      const bucket = (hash >>> shift) & 0xffff
      const place = next[bucket] ?? 0
      next[bucket] = place + 1
      sortedHashes[place] = hash
      sortedRows[place] = rows[at] ?? 0
    }
    this.hashes = sortedHashes
    this.rows = sortedRows
  }
}
