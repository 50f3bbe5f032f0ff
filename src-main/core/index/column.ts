import { Codes } from './codes'
import { Dictionary } from './dictionary'
import type { Encoder } from './encode'
import type { Groups } from './groups'
import type { RowSet } from './row-set'
import { type Value, kind } from './values'

/** A field of contacts: what values it has, and which row has which. */
export class Column {
  codes = new Codes()
  dictionary: Dictionary
  /** The call of set() that last wrote this column: tells which keys a replaced contact no longer has. */
  stamp = 0

  /** Made by the first facet of this column. */
  groups: Groups | null = null

  constructor(readonly distinct: boolean) {
    this.dictionary = new Dictionary(distinct)
  }

  /** Gives the row a value; one of kind `none` takes it away. Answers whether that changed anything. */
  set(row: number, value: Value, encoder: Encoder): boolean {
    const before = this.codes.get(row)
    if (value.kind === kind.none) {
      this.codes.set(row, 0)
      return before !== 0
    }
    if (!this.distinct && before !== 0 && this.dictionary.is(before, value, encoder)) return false
    const code = this.dictionary.intern(value, encoder)
    if (code === before) return false
    this.codes.set(row, code)
    if (this.dictionary.size > this.codes.present * 2 + 4096) this.compact(encoder)
    return true
  }

  clear(row: number): boolean {
    if (this.codes.get(row) === 0) return false
    this.codes.set(row, 0)
    return true
  }

  /** Drops the values that no row has. Half of the dictionary or more is such when it runs, so it pays for itself. */
  private compact(encoder: Encoder): void {
    const old = this.dictionary
    const kept = new Dictionary(this.distinct)
    const moved = new Uint32Array(old.size + 1)
    const codes = new Codes()
    const value: Value = { kind: kind.none, text: '', number: NaN }
    this.codes.forEach((row, code) => {
      let target = moved[code] ?? 0
      if (target === 0) {
        value.kind = old.kindOf(code)
        value.text = old.textOf(code)
        value.number = old.numberOf(code)
        target = kept.intern(value, encoder)
        moved[code] = target
      }
      codes.set(row, target)
    })
    this.dictionary = kept
    this.groups = null
    this.codes = codes
  }

  /** The live rows whose code is flagged; `flags[0]` stands for rows without a value. */
  where(flags: Uint8Array, live: RowSet, into: RowSet): void {
    this.codes.where(flags, live, into)
  }

  memoryBytes(): number {
    return this.codes.memoryBytes() + this.dictionary.memoryBytes() + (this.groups?.memoryBytes() ?? 0)
  }
}
