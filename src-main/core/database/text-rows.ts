/**
 * Rows by text, in 12 bytes a slot: open addressing, at most half full. A text is known by 64 bits of hash, so that another
 * one is taken for it less than once in as many questions; one that is added again has the new row. Row 0 is none.
 */
export class TextRows {
  private rows: Int32Array
  private first: Uint32Array
  private second: Uint32Array
  private count = 0

  constructor(expected = 0) {
    let length = 1024
    while (length < expected * 2) length *= 2
    this.rows = new Int32Array(length)
    this.first = new Uint32Array(length)
    this.second = new Uint32Array(length)
  }

  find(text: string): number | undefined {
    hash(text, hashes)
    return this.rows[this.placeOf(hashes.first, hashes.second)] || undefined
  }

  add(text: string, row: number): void {
    if (++this.count * 2 > this.rows.length) this.enlarge()
    hash(text, hashes)
    this.put(hashes.first, hashes.second, row)
  }

  private put(hash: number, other: number, row: number): void {
    const at = this.placeOf(hash, other)
    this.rows[at] = row
    this.first[at] = hash
    this.second[at] = other
  }

  /** Where a text is, or the free place where it would be. */
  private placeOf(hash: number, other: number): number {
    const { rows, first, second } = this
    const mask = rows.length - 1
    let at = hash & mask
    while (rows[at] !== 0 && (first[at] !== hash || second[at] !== other)) at = (at + 1) & mask
    return at
  }

  private enlarge(): void {
    const { rows, first, second } = this
    this.rows = new Int32Array(rows.length * 2)
    this.first = new Uint32Array(rows.length * 2)
    this.second = new Uint32Array(rows.length * 2)
    rows.forEach((row, at) => {
      if (row !== 0) this.put(first[at] ?? 0, second[at] ?? 0, row)
    })
  }
}

/** What {@link hash} leaves: written over by every call. */
const hashes = { first: 0, second: 0 }

/** Two numbers of 32 bits that say different things of a text. Only ever in memory. */
function hash(text: string, into: typeof hashes): void {
  let first = 0x811c9dc5
  let second = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(((second << 5) | (second >>> 27)) ^ code, 0x9e3779b1)
  }
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b)
  into.first = (first ^ (first >>> 13)) >>> 0
  into.second = (second ^ (second >>> 15)) >>> 0
}
