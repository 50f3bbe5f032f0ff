import { Column } from './column'
import type { Encoder } from './encode'
import { type Value, kind, leafJoin, readValue } from './values'

/** Keys that have a column from the first contact on that has them: more than anybody gives contacts by hand. */
export const mostKept = 2000
/** Of these, so many may be one contact's own: a single one with 60,000 keys does not take them all. */
const mostOfOne = 500
/** Keys without a column whose names are remembered; past that, every new key is one of them. */
const mostRemembered = 100_000
/** Columns that were made because somebody asked for their key. */
const mostAsked = 16

/** The JSON of a row's `data`; null where there is no such row. */
export type ReadData = (row: number) => string | null

/**
 * The columns of `data`. The first keys that are met have one each, so that they are found, filtered and counted at once. All
 * others share one, in which their values are searched; a column of such a key is made from the stored contacts when it is first
 * asked for, and follows what changes from then on. So a project of a million keys costs what its values cost.
 */
export class DataColumns {
  readonly kept = new Map<string, Column>()
  /** What the other keys of a row hold, as the leaves of an object. */
  readonly rest = new Column(false)
  /** The names of the other keys; not told any more once {@link isCrowded}. */
  readonly others = new Set<string>()
  /** Whether there are more of them than are remembered: then any key without a column may be one. */
  isCrowded = false
  private readonly asked = new Map<string, Column>()
  private stamp = 0
  private readData: ReadData | null = null
  private readonly value: Value = { kind: kind.none, text: '', number: NaN }

  constructor(private readonly encoder: Encoder) {}

  /** Says where the values of keys without a column are read. */
  readFrom(read: ReadData): void {
    this.readData = read
  }

  /** The column of a key; null where nobody has it. */
  of(key: string): Column | null {
    const known = this.kept.get(key)
    if (known) return known
    if (this.rest.codes.present === 0 || (!this.isCrowded && !this.others.has(key))) return null
    const column = this.asked.get(key) ?? this.made(key)
    this.asked.delete(key)
    this.asked.set(key, column)
    for (const other of this.asked.keys()) {
      if (this.asked.size <= mostAsked) break
      this.asked.delete(other)
    }
    return column
  }

  /** Every column whose values a search looks through. */
  *searched(): Iterable<Column> {
    yield* this.kept.values()
    yield this.rest
  }

  /** The columns of keys, of those too that somebody asked for. */
  *named(): Iterable<[string, Column]> {
    yield* this.kept
    yield* this.asked
  }

  /** Every column. */
  *all(): Iterable<Column> {
    yield* this.kept.values()
    yield* this.asked.values()
    yield this.rest
  }

  /** Writes a contact's data over what the row held. Answers whether anything changed. */
  write(row: number, data: Readonly<Record<string, unknown>>, replaces: boolean): boolean {
    const stamp = ++this.stamp
    const leaves: string[] = []
    let changed = false
    let own = 0
    for (const key of Object.keys(data)) {
      const value = data[key]
      if (value === null || value === undefined) continue
      readValue(value, this.value)
      let column = this.kept.get(key)
      if (!column && this.mayKeep(key, own)) {
        this.kept.set(key, (column = new Column(true)))
        own += 1
      }
      if (!column) {
        leaves.push(this.value.text)
        this.remember(key)
        column = this.asked.get(key)
      }
      if (!column) continue
      column.stamp = stamp
      changed = column.set(row, this.value, this.encoder) || changed
    }
    if (replaces) {
      for (const [, column] of this.named()) {
        if (column.stamp !== stamp && column.clear(row)) changed = true
      }
    }
    return this.writeRest(row, leaves) || changed
  }

  memoryBytes(): number {
    let bytes = this.others.size * 80
    for (const column of this.all()) bytes += column.memoryBytes()
    return bytes
  }

  private mayKeep(key: string, own: number): boolean {
    return !this.isCrowded && this.kept.size < mostKept && own < mostOfOne && !this.others.has(key)
  }

  private remember(key: string): void {
    if (this.isCrowded) return
    this.others.add(key)
    if (this.others.size <= mostRemembered) return
    this.isCrowded = true
    this.others.clear()
  }

  private writeRest(row: number, leaves: readonly string[]): boolean {
    if (leaves.length === 0) return this.rest.clear(row)
    this.value.kind = kind.object
    this.value.number = NaN
    this.value.text = leaves.join(leafJoin)
    return this.rest.set(row, this.value, this.encoder)
  }

  /** Reads the contacts that may have a key: their JSON is looked at for its name, and few are parsed in vain. */
  private made(key: string): Column {
    const column = new Column(true)
    const name = `${JSON.stringify(key)}:`
    this.rest.codes.forEach((row) => {
      const text = this.readData?.(row) ?? null
      if (text === null || !text.includes(name)) return
      const data: unknown = JSON.parse(text)
      const value: unknown =
        typeof data === 'object' && data !== null ? Object.getOwnPropertyDescriptor(data, key)?.value : null
      readValue(value, this.value)
      column.set(row, this.value, this.encoder)
    })
    return column
  }
}
