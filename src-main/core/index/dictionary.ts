import { type Encoder, type Shape, hashOf, shape, written } from './encode'
import { bytesWithRoom, floatsWithRoom } from './growth'
import { Spellings } from './spellings'
import { TextHeap } from './text-heap'
import { type Kind, type Value, kind } from './values'

const kindMask = 7
const shapeShift = 3
/** A hash table is made only when something is looked up: a copy that is only read does without. */
const smallestTable = 64

/**
 * The different values of a column, each with a code from 1 upward; 0 is "no value". Codes are never reused: what
 * no row has any more is left out when the column is compacted (column.ts).
 */
export class Dictionary {
  heap = new TextHeap()
  /** Kind and shape of each entry. */
  tags: Uint8Array = new Uint8Array(16)
  /** By code: the number, a date's milliseconds, 0 or 1 of a boolean. Empty while there are texts only. */
  numbers: Float64Array = new Float64Array(0)
  spellings = new Spellings()
  /** Open addressing. A place holds a code and, in the bits that codes do not need, what else the hash says. */
  private table: Uint32Array | null = null

  /** `distinct`: whether equal values share a code. For columns in which hardly any two are equal it costs more than it saves. */
  constructor(readonly distinct: boolean) {}

  get size(): number {
    return this.heap.count
  }

  kindOf(code: number): Kind {
    return ((this.tags[code] ?? 0) & kindMask) as Kind
  }

  /** The number of a number, date or boolean; NaN for what is none. */
  numberOf(code: number): number {
    return this.numbers[code] ?? NaN
  }

  private shapeOf(code: number): Shape {
    return ((this.tags[code] ?? 0) >>> shapeShift) as Shape
  }

  /** The text as it was given. */
  textOf(code: number): string {
    const form = this.shapeOf(code)
    return form === shape.kept ? this.spellings.get(code) : written(this.heap.text(code), form)
  }

  /** Whether two entries were given as the same text. */
  spelledAlike(left: number, right: number): boolean {
    const form = this.shapeOf(left)
    if (form !== this.shapeOf(right) || this.heap.compare(left, right) !== 0) return false
    return form !== shape.kept || this.spellings.get(left) === this.spellings.get(right)
  }

  /** The code of a value, which is added where it is new. */
  intern(value: Value, encoder: Encoder): number {
    encoder.encode(value.text)
    if (!this.distinct) return this.add(value, encoder)
    const table = this.table ?? this.buildTable(smallestTable)
    const mask = table.length - 1
    const rest = (encoder.hash & ~mask) >>> 0
    let at = encoder.hash & mask
    for (let entry = table[at] ?? 0; entry !== 0; entry = table[at] ?? 0) {
      if ((entry & ~mask) >>> 0 === rest && this.equals(entry & mask, value, encoder)) return entry & mask
      at = (at + 1) & mask
    }
    const code = this.add(value, encoder)
    table[at] = (rest | code) >>> 0
    if (code * 8 > table.length * 5) this.buildTable(table.length * 2)
    return code
  }

  /** Whether the entry is exactly this value, as {@link intern} tells values apart. */
  is(code: number, value: Value, encoder: Encoder): boolean {
    encoder.encode(value.text)
    return this.equals(code, value, encoder)
  }

  private equals(code: number, value: Value, encoder: Encoder): boolean {
    return (
      this.tags[code] === (value.kind | (encoder.shape << shapeShift)) &&
      this.heap.equals(code, encoder.bytes, encoder.length) &&
      (encoder.shape !== shape.kept || this.spellings.get(code) === value.text)
    )
  }

  private add(value: Value, encoder: Encoder): number {
    const code = this.heap.append(encoder.bytes, encoder.length)
    this.tags = bytesWithRoom(this.tags, code + 1)
    this.tags[code] = value.kind | (encoder.shape << shapeShift)
    if (encoder.shape === shape.kept) this.spellings.add(code, value.text)
    if (!Number.isNaN(value.number)) {
      this.numbers = floatsWithRoom(this.numbers, code + 1)
      this.numbers[code] = value.number
    } else if (code < this.numbers.length) this.numbers[code] = NaN
    return code
  }

  private buildTable(atLeast: number): Uint32Array {
    let length = atLeast
    while (length * 5 < (this.size + 1) * 8) length *= 2
    const table = new Uint32Array(length)
    const { heap } = this
    const mask = length - 1
    for (let code = 1; code <= this.size; code++) {
      const hash = hashOf(heap.bytes, heap.start(code), heap.end(code))
      let at = hash & mask
      while (table[at] !== 0) at = (at + 1) & mask
      table[at] = ((hash & ~mask) | code) >>> 0
    }
    this.table = table
    return table
  }

  memoryBytes(): number {
    const { heap, spellings } = this
    return (
      heap.bytes.length +
      heap.ends.byteLength +
      heap.signature.words.byteLength +
      this.tags.length +
      this.numbers.byteLength +
      (this.table?.byteLength ?? 0) +
      spellings.codes.byteLength +
      spellings.ends.byteLength +
      spellings.bytes.length
    )
  }

  /** Kinds that occur, as a bit for each. */
  kinds(): number {
    let kinds = 0
    for (let code = 1; code <= this.size; code++) kinds |= 1 << this.kindOf(code)
    return kinds & ~(1 << kind.none)
  }
}
