import { drive, type Steps } from '../database/session'
import { separator } from './encode'
import { longestNeedle, roomForTexts, scanTexts, type SearchedRoom } from './scan'
import { bytesWithRoom, grown, intsWithRoom } from './growth'
import { Signature, blockSize } from './signature'
import { leafJoin } from './values'

/** Texts searched between two pauses: some 4 ms. Whole blocks of signatures. */
const textsAtOnce = 1 << 17

/** From so many bytes on, texts have a room of their own: a hundred kilobytes more, and a search copies none of them. */
const largeTexts = 1 << 20

/**
 * Texts one after another in one buffer, each followed by a separator and the first preceded by one. Texts have
 * indexes from 1 in the order they came. A needle may begin or end with the separator to mean "here a text or
 * leaf begins" and "here it ends".
 */
export class TextHeap {
  bytes: Buffer = Buffer.from([separator])
  /** Where they lie once there are many. */
  room: SearchedRoom | null = null
  /** For each text the offset of the separator after it; `ends[0]` is 0. */
  ends: Uint32Array = new Uint32Array(16)
  count = 0
  /** Which bytes occur at all: a needle with any other is not here. */
  seen: Uint8Array = new Uint8Array(256)
  signature = new Signature()

  constructor() {
    this.seen[separator] = 1
  }

  /** Bytes in use. */
  get used(): number {
    return (this.ends[this.count] ?? 0) + 1
  }

  start(index: number): number {
    return (this.ends[index - 1] ?? 0) + 1
  }

  end(index: number): number {
    return this.ends[index] ?? 0
  }

  /** Adds a text and returns its index. */
  append(source: Uint8Array, length: number): number {
    const from = this.used
    const end = from + length
    if (end >= this.bytes.length) this.lengthen(grown(this.bytes.length, end + 1))
    const { bytes, seen } = this
    for (let at = 0; at < length; at++) {
      const byte = source[at] ?? 0
      bytes[from + at] = byte
      seen[byte] = 1
    }
    bytes[end] = separator
    const index = ++this.count
    if (index >= this.ends.length) this.ends = intsWithRoom(this.ends, index + 1)
    this.ends[index] = end
    this.signature.add(index, bytes, from - 1, end + 1)
    return index
  }

  /** Makes room for so many bytes in all; those in use stay. */
  lengthen(length: number): void {
    const { bytes } = this
    const room = this.room ?? (length < largeTexts ? null : roomForTexts())
    if (room === null) {
      const longer = bytesWithRoom(bytes, length)
      this.bytes = Buffer.from(longer.buffer, longer.byteOffset, longer.length)
      return
    }
    this.bytes = room.grow(length)
    if (this.room === null) this.bytes.set(bytes)
    this.room = room
  }

  equals(index: number, source: Uint8Array, length: number): boolean {
    const from = this.start(index)
    if (this.end(index) - from !== length) return false
    const { bytes } = this
    for (let at = 0; at < length; at++) if (bytes[from + at] !== source[at]) return false
    return true
  }

  /** Orders two texts by their bytes, which is by code points. */
  compare(left: number, right: number): number {
    const { bytes } = this
    let [a, b] = [this.start(left), this.start(right)]
    const [aEnd, bEnd] = [this.end(left), this.end(right)]
    for (; a < aEnd && b < bEnd; a++, b++) {
      const difference = (bytes[a] ?? 0) - (bytes[b] ?? 0)
      if (difference !== 0) return difference
    }
    return aEnd - a - (bEnd - b)
  }

  /** {@link compare} with a text that is not here. */
  compareWith(index: number, other: Uint8Array): number {
    const { bytes } = this
    const from = this.start(index)
    const length = this.end(index) - from
    for (let at = 0; at < length && at < other.length; at++) {
      const difference = (bytes[from + at] ?? 0) - (other[at] ?? 0)
      if (difference !== 0) return difference
    }
    return length - other.length
  }

  /** The folded text, leaves joined as in values.ts. */
  text(index: number): string {
    const { bytes } = this
    const end = this.end(index)
    let from = this.start(index)
    let text = ''
    for (;;) {
      const join = bytes.indexOf(separator, from)
      if (join >= end) return text + bytes.toString('utf8', from, end)
      text += bytes.toString('utf8', from, join) + leafJoin
      from = join + 1
    }
  }

  /** Whether every byte of the needle occurs somewhere. */
  mayHold(needle: Uint8Array): boolean {
    for (let at = 0; at < needle.length; at++) if (this.seen[needle[at] ?? 0] === 0) return false
    return true
  }

  contains(index: number, needle: Uint8Array): boolean {
    return holds(this.bytes, this.start(index) - 1, this.end(index) + 1, needle)
  }

  /** Sets `flags` at the index of each text that has the needle. Returns whether there is any. */
  mark(needle: Uint8Array, flags: Uint8Array): boolean {
    return drive(this.marking(needle, flags))
  }

  /** {@link mark} with pauses. What is appended in one may be left out. */
  *marking(needle: Uint8Array, flags: Uint8Array): Steps<boolean> {
    if (this.count === 0 || !this.mayHold(needle)) return false
    const bits = Signature.bitsOf(needle)
    const hasSignature = bits.length > 0 && this.count > blockSize
    const mayHold = hasSignature ? (block: number) => this.signature.mayHold(block, bits) : null
    let any = false
    const last = this.count
    for (let from = 0; from <= last; from += textsAtOnce) {
      if (from > 0) yield
      const to = Math.min(last + 1, from + textsAtOnce)
      const first = Math.max(1, from)
      if (needle.length > 0 && needle.length <= longestNeedle) {
        any = scanTexts(this, first, to, { needle, mayHold }, flags) || any
      } else any = this.markEach(first, to, needle, flags) || any
    }
    return any
  }

  /** {@link mark} among the texts of indexes from..to-1, one by one. */
  private markEach(from: number, to: number, needle: Uint8Array, flags: Uint8Array): boolean {
    let any = false
    for (let index = from; index < to; index++) {
      if (!this.contains(index, needle)) continue
      flags[index] = 1
      any = true
    }
    return any
  }
}

function holds(bytes: Uint8Array, from: number, to: number, needle: Uint8Array): boolean {
  const { length } = needle
  const first = needle[0]
  const last = to - length
  for (let at = from; at <= last; at++) {
    if (bytes[at] !== first) continue
    let same = 1
    while (same < length && bytes[at + same] === needle[same]) same++
    if (same === length) return true
  }
  return length === 0
}
