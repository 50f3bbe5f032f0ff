import { floatsWithRoom } from './growth'
import type { RowSet } from './row-set'

/** A moment for each row, in milliseconds; NaN where there is none. */
export class Instants {
  values: Float64Array = new Float64Array(0)

  get(row: number): number {
    return this.values[row] ?? NaN
  }

  /** Answers whether that changed anything. */
  set(row: number, instant: number): boolean {
    const before = this.get(row)
    if (before === instant || (Number.isNaN(before) && Number.isNaN(instant))) return false
    this.values = floatsWithRoom(this.values, row + 1)
    this.values[row] = instant
    return true
  }

  /** The live rows whose moment passes; the test is called with NaN for rows without one. */
  where(test: (instant: number) => boolean, live: RowSet, into: RowSet): void {
    into.reserve(live.capacity)
    const { values } = this
    for (let word = 0; word < live.words.length; word++) {
      const here = live.words[word] ?? 0
      if (here === 0) continue
      let bits = 0
      const base = word << 5
      for (let bit = 0; bit < 32; bit++) {
        if (((here >>> bit) & 1) === 1 && test(values[base + bit] ?? NaN)) bits |= 1 << bit
      }
      into.words[word] = (into.words[word] ?? 0) | bits
    }
  }

  /** The live rows whose moment is from `from` to before `to`, in milliseconds. */
  between(from: number, to: number, live: RowSet, into: RowSet): void {
    into.reserve(live.capacity)
    const { values } = this
    for (let word = 0; word < live.words.length; word++) {
      let bits = 0
      const base = word << 5
      for (let bit = 0; bit < 32; bit++) {
        const instant = values[base + bit] ?? NaN
        if (instant >= from && instant < to) bits |= 1 << bit
      }
      into.words[word] = (into.words[word] ?? 0) | bits
    }
  }

  memoryBytes(): number {
    return this.values.byteLength
  }
}
