import { parseObject } from '../../contacts/store'
import type { Lanes } from './lanes'
import type { DataColumn } from './plan'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const closing = 0x7d

/**
 * Hashes the values of some columns straight from the text of `data`, without making an object of it: of a million
 * contacts that takes a third of the time. The copy writes `data` itself (JSON.stringify), so there are no spaces and no
 * name comes twice. What is rare, escapes and values that are no plain ones, is parsed as ever.
 */
export class DataScan {
  /** Sums of the hashes of the values of columns that overwrite. */
  a = 0
  b = 0
  /** Columns of the mask that hold something. */
  held = 0
  private readonly byKey: Map<string, DataColumn>
  /** The names of the contact before, with their columns: mostly the next has the same. */
  private readonly names: string[] = []
  private readonly found: (DataColumn | null)[] = []

  constructor(
    private readonly columns: readonly DataColumn[],
    private readonly lanes: Lanes,
  ) {
    this.byKey = new Map(columns.map((column) => [column.key, column]))
  }

  /** Looks at the columns of a mask, in the object between two positions of a text. */
  read(text: string, from: number, to: number, mask: number): this {
    this.a = 0
    this.b = 0
    this.held = 0
    if (!this.scan(text, from, to, mask)) this.parse(text.slice(from, to), mask)
    return this
  }

  /** Answers false where the text has something that is rare. */
  private scan(text: string, from: number, to: number, mask: number): boolean {
    if (to - from <= 2) return true
    for (let at = from + 1, place = 0; ; place += 1) {
      const column = this.columnAt(text, at, place)
      if (column === undefined) return false
      at += this.names[place]?.length ?? 0
      const isText = text.charCodeAt(at) === quote
      const end = isText ? text.indexOf('"', at + 1) : endOfPlain(text, at)
      // A quote after a backslash is part of the text.
      if (end < 0 || (isText && text.charCodeAt(end - 1) === backslash)) return false
      if (column !== null && (mask & column.bit) !== 0 && !this.take(text, at, end, isText, column))
        return false
      at = isText ? end + 1 : end
      const next = text.charCodeAt(at)
      if (next === closing) return at === to - 1
      if (next !== comma) return false
      at += 1
    }
  }

  /** The column of the name at a position; null: none of ours; undefined: it cannot be told. */
  private columnAt(text: string, at: number, place: number): DataColumn | null | undefined {
    const guess = this.names[place]
    if (guess !== undefined && text.startsWith(guess, at)) return this.found[place]
    if (text.charCodeAt(at) !== quote) return undefined
    const end = text.indexOf('":', at + 1)
    if (end < 0) return undefined
    const key = text.slice(at + 1, end)
    if (key.includes('\\') || key.includes('"')) return undefined
    const column = this.byKey.get(key) ?? null
    this.names[place] = `"${key}":`
    this.found[place] = column
    return column
  }

  private take(text: string, at: number, end: number, isText: boolean, column: DataColumn): boolean {
    const { lanes } = this
    const overwrites = column.rule === 'overwrite'
    if (isText) {
      if (overwrites && !lanes.jsonText(text, at + 1, end, column.salt)) return false
      if (end > at + 1) this.held |= column.bit
    } else {
      const value = plainValue(text, at, end)
      if (value !== null) this.held |= column.bit
      if (overwrites) lanes.value(value, column.salt)
    }
    if (overwrites) this.add()
    return true
  }

  private parse(text: string, mask: number): void {
    const data = parseObject(text)
    this.a = 0
    this.b = 0
    this.held = 0
    for (const column of this.columns) {
      if ((mask & column.bit) === 0) continue
      const value = column.inherited && !Object.hasOwn(data, column.key) ? undefined : data[column.key]
      if (value !== undefined && value !== null && value !== '') this.held |= column.bit
      if (column.rule !== 'overwrite') continue
      this.lanes.value(value, column.salt)
      this.add()
    }
  }

  private add(): void {
    this.a = (this.a + this.lanes.a) | 0
    this.b = (this.b + this.lanes.b) | 0
  }
}

/** Where a number, true, false or null ends; -1 for a list or an object. */
function endOfPlain(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closing) return at
    if (code === 0x7b || code === 0x5b) return -1
  }
  return -1
}

/** A number, true, false or null as JSON writes it. */
function plainValue(text: string, from: number, to: number): unknown {
  if (to - from > 15) return JSON.parse(text.slice(from, to))
  let value = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return JSON.parse(text.slice(from, to))
    value = value * 10 + digit
  }
  return value
}
