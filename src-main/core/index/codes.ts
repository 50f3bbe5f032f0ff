import { bytesWithRoom, intsWithRoom } from './growth'
import { RowSet } from './row-set'
import { scanCodes } from './scan'

/** Rows decoded at once; a multiple of 32. */
const stretch = 8192
/** A map costs about this many bytes a row: below that share of the rows it is smaller than an array. */
const mapBytes = 32

/** Shared by all columns: what {@link Codes.read} answers with. */
const window = new Uint32Array(stretch)

type CodeArray = Uint8Array | Uint16Array | Uint32Array

/**
 * Row to code. An array of one, two or four bytes a row, as the codes demand; or a map while few of the rows have a
 * value, so that thousands of rare keys cost what they hold and no more.
 */
export class Codes {
  dense: CodeArray | null = null
  sparse = new Map<number, number>()
  /** How many rows have a value. */
  present = 0

  get(row: number): number {
    return (this.dense ? this.dense[row] : this.sparse.get(row)) ?? 0
  }

  /** `code` 0 takes the value away. */
  set(row: number, code: number): void {
    const before = this.get(row)
    if (before === code) return
    this.present += (code === 0 ? 0 : 1) - (before === 0 ? 0 : 1)
    if (this.dense && row >= this.dense.length && this.present * mapBytes < row) this.toSparse()
    else if (!this.dense && code !== 0 && this.present * mapBytes >= row) this.toDense()
    if (this.dense) this.makeRoom(this.dense, row, code)[row] = code
    else if (code === 0) this.sparse.delete(row)
    else this.sparse.set(row, code)
  }

  private makeRoom(dense: CodeArray, row: number, code: number): CodeArray {
    let wide: CodeArray = dense
    if (code > 0xffff && dense.BYTES_PER_ELEMENT < 4) wide = Uint32Array.from(dense)
    else if (code > 0xff && dense.BYTES_PER_ELEMENT < 2) wide = Uint16Array.from(dense)
    if (row >= wide.length) {
      if (wide instanceof Uint8Array) wide = bytesWithRoom(wide, row + 1)
      else if (wide instanceof Uint32Array) wide = intsWithRoom(wide, row + 1)
      else {
        const longer = new Uint16Array(Math.max(row + 1, wide.length + (wide.length >>> 2)))
        longer.set(wide)
        wide = longer
      }
    }
    this.dense = wide
    return wide
  }

  private toDense(): void {
    let wide: CodeArray = new Uint8Array(0)
    for (const [row, code] of this.sparse) {
      wide = this.makeRoom(wide, row, code)
      wide[row] = code
    }
    this.dense = wide
    this.sparse = new Map()
  }

  private toSparse(): void {
    const { dense } = this
    if (!dense) return
    for (let row = 0; row < dense.length; row++) {
      const code = dense[row] ?? 0
      if (code !== 0) this.sparse.set(row, code)
    }
    this.dense = null
  }

  /** Adds to `into` the rows whose code is flagged; with `flags[0]`, also the rows of `live` without a value. */
  where(flags: Uint8Array, live: RowSet, into: RowSet): void {
    into.reserve(live.capacity)
    const { dense, sparse } = this
    if (!dense) {
      const found = flags[0] === 1 ? live.copy() : new RowSet(live.capacity)
      for (const [row, code] of sparse) {
        if (flags[code] === 1) found.add(row)
        else found.remove(row)
      }
      into.or(found)
      return
    }
    if (dense instanceof Uint8Array) {
      scanCodes(dense, flags, into.words, live.words.length)
      return
    }
    for (let base = 0; base < live.capacity; base += stretch) {
      const words = Math.min(stretch, live.capacity - base) >>> 5
      flagged(this.read(base), flags, into.words, base >>> 5, words)
    }
  }

  /** Counts the codes of these rows into `counts`, which has a place for every code. */
  tally(rows: Int32Array | null, capacity: number, counts: Uint32Array): void {
    if (!this.dense) {
      if (rows === null) for (const code of this.sparse.values()) counts[code] = (counts[code] ?? 0) + 1
      else for (const row of rows) counts[this.get(row)] = (counts[this.get(row)] ?? 0) + 1
      return
    }
    if (rows === null) {
      for (let base = 0; base < capacity; base += stretch) tallyAll(this.read(base), counts)
      return
    }
    let at = 0
    for (let base = 0; at < rows.length; base += stretch) {
      if ((rows[at] ?? 0) >= base + stretch) continue
      at = tallySome(this.read(base), base, rows, at, counts)
    }
  }

  /** Codes of rows base to base + 8,191, 0 beyond the end. The answer is overwritten by the next call. */
  read(base: number): Uint32Array {
    const { dense } = this
    const length = dense ? Math.min(stretch, dense.length - base) : 0
    if (dense && length > 0) window.set(dense.subarray(base, base + length))
    window.fill(0, Math.max(0, length))
    return window
  }

  /** Codes of rows 0 to capacity - 1. */
  all(capacity: number): Uint32Array {
    const codes = new Uint32Array(capacity)
    if (this.dense) codes.set(this.dense.subarray(0, capacity))
    else for (const [row, code] of this.sparse) codes[row] = code
    return codes
  }

  forEach(visit: (row: number, code: number) => void): void {
    if (!this.dense) {
      this.sparse.forEach((code, row) => visit(row, code))
      return
    }
    for (let row = 0; row < this.dense.length; row++) {
      const code = this.dense[row] ?? 0
      if (code !== 0) visit(row, code)
    }
  }

  memoryBytes(): number {
    return this.dense ? this.dense.byteLength : this.sparse.size * mapBytes
  }
}

function flagged(
  codes: Uint32Array,
  flags: Uint8Array,
  into: Uint32Array,
  from: number,
  words: number,
): void {
  for (let word = 0; word < words; word++) {
    let bits = 0
    const base = word << 5
    for (let bit = 0; bit < 32; bit++) bits |= (flags[codes[base + bit] ?? 0] ?? 0) << bit
    into[from + word] = (into[from + word] ?? 0) | bits
  }
}

function tallyAll(codes: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
}

function tallySome(
  codes: Uint32Array,
  base: number,
  rows: Int32Array,
  from: number,
  counts: Uint32Array,
): number {
  let at = from
  for (; at < rows.length; at++) {
    const within = (rows[at] ?? 0) - base
    if (within >= codes.length) break
    const code = codes[within] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return at
}
