/** A set of rows as bits. Rows outside its capacity are not in it. */
export class RowSet {
  words: Uint32Array

  /** An empty set with room for rows 0 to `capacity` - 1. */
  constructor(capacity: number) {
    this.words = new Uint32Array((capacity + 31) >>> 5)
  }

  /** The rows of any of these sets. */
  static union(sets: readonly RowSet[]): RowSet {
    const all = new RowSet(Math.max(0, ...sets.map(({ capacity }) => capacity)))
    for (const set of sets) all.or(set)
    return all
  }

  /** How many rows fit. A multiple of 32. */
  get capacity(): number {
    return this.words.length << 5
  }

  has(row: number): boolean {
    return (((this.words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1
  }

  add(row: number): void {
    if (row >= this.capacity) this.reserve(row + 1)
    const word = row >>> 5
    this.words[word] = (this.words[word] ?? 0) | (1 << (row & 31))
  }

  remove(row: number): void {
    const word = row >>> 5
    if (word < this.words.length) this.words[word] = (this.words[word] ?? 0) & ~(1 << (row & 31))
  }

  /** Makes room, by a quarter more than asked so that growth stays cheap. */
  reserve(capacity: number): void {
    if (capacity <= this.capacity) return
    const grown = new Uint32Array((Math.ceil(capacity * 1.25) + 31) >>> 5)
    grown.set(this.words)
    this.words = grown
  }

  copy(): RowSet {
    const made = new RowSet(0)
    made.words = this.words.slice()
    return made
  }

  /** Keeps what is in both. */
  and(other: RowSet): this {
    const { words } = this
    const shared = Math.min(words.length, other.words.length)
    for (let word = 0; word < shared; word++) words[word] = (words[word] ?? 0) & (other.words[word] ?? 0)
    words.fill(0, shared)
    return this
  }

  /** Adds what is in the other, which is not larger than this. */
  or(other: RowSet): this {
    const { words } = this
    const shared = Math.min(words.length, other.words.length)
    for (let word = 0; word < shared; word++) words[word] = (words[word] ?? 0) | (other.words[word] ?? 0)
    return this
  }

  count(): number {
    return this.countShared(this)
  }

  /** How many are in both. */
  countShared(other: RowSet): number {
    let total = 0
    const { words } = this
    const shared = Math.min(words.length, other.words.length)
    for (let word = 0; word < shared; word++) {
      let bits = (words[word] ?? 0) & (other.words[word] ?? 0)
      if (bits === 0) continue
      bits -= (bits >>> 1) & 0x55555555
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
      total += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return total
  }

  /** The rows, ascending. */
  rows(): Int32Array {
    const rows = new Int32Array(this.count())
    const { words } = this
    let at = 0
    for (let word = 0; word < words.length; word++) {
      let bits = words[word] ?? 0
      while (bits !== 0) {
        const lowest = bits & -bits
        rows[at++] = (word << 5) + 31 - Math.clz32(lowest)
        bits ^= lowest
      }
    }
    return rows
  }
}
