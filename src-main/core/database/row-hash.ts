/**
 * Rows by 32-bit hash, in memory: open addressing over two typed arrays, 8 bytes a slot, at most two thirds full.
 * Several rows may share a hash; whoever asks compares the real key. Used while a first load runs.
 */
export class RowHash {
  private hashes: Uint32Array
  private rows: Int32Array
  private used = 0
  private mask: number

  constructor(capacity = 1024) {
    this.hashes = new Uint32Array(capacity)
    this.rows = new Int32Array(capacity)
    this.mask = capacity - 1
  }

  /** Adds a row (1 or more). */
  add(hash: number, row: number): void {
    if (this.used * 3 >= this.hashes.length * 2) this.grow()
    this.place(hash, row)
    this.used += 1
  }

  /** The first row of this hash that satisfies `is`. */
  find(hash: number, is: (row: number) => boolean): number | undefined {
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const row = this.rows[slot] ?? 0
      if (row === 0) return undefined
      // A removed row keeps its slot, as -1, so that the rows placed after it are still found.
      if (row > 0 && this.hashes[slot] === hash && is(row)) return row
    }
  }

  /** Puts a row in the place of the one row of this hash; answers the row that was there, 0 where there was none. */
  replace(hash: number, row: number): number {
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const held = this.rows[slot] ?? 0
      if (held === 0) break
      if (held > 0 && this.hashes[slot] === hash) {
        this.rows[slot] = row
        return held
      }
    }
    this.add(hash, row)
    return 0
  }

  /** Takes a row out. */
  remove(hash: number, row: number): void {
    for (let slot = hash & this.mask; ; slot = (slot + 1) & this.mask) {
      const held = this.rows[slot] ?? 0
      if (held === 0) return
      if (held === row && this.hashes[slot] === hash) {
        this.rows[slot] = -1
        return
      }
    }
  }

  private place(hash: number, row: number): void {
    let slot = hash & this.mask
    while ((this.rows[slot] ?? 0) !== 0) slot = (slot + 1) & this.mask
    this.hashes[slot] = hash
    this.rows[slot] = row
  }

  private grow(): void {
    const { hashes, rows } = this
    this.hashes = new Uint32Array(hashes.length * 2)
    this.rows = new Int32Array(hashes.length * 2)
    this.mask = this.hashes.length - 1
    this.used = 0
    for (let slot = 0; slot < rows.length; slot += 1) {
      const row = rows[slot] ?? 0
      if (row <= 0) continue
      this.place(hashes[slot] ?? 0, row)
      this.used += 1
    }
  }
}
