import { separator } from './encode'
import { endsBehind, layout, scanProgram } from './scan-program'
import { blockBits, blockSize } from './signature'

interface Exports {
  memory: { buffer: ArrayBuffer; grow(pages: number): number }
  scan(at: number, end: number, length: number, shift: number, lead: number, of: number): number
  rows(at: number, end: number, into: number): number
}

/** What is used of it: its types come with those of a page alone. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: Exports }
}

const module = new WebAssembly.Module(scanProgram)
const { most } = layout
const pageBytes = 65_536

/** The program with a memory of its own, and views of it. */
class Program {
  readonly run = new WebAssembly.Instance(module).exports
  memory = new Uint8Array()
  ends = new Uint32Array()

  constructor() {
    this.look()
  }

  /** A memory that grew is another buffer. */
  protected look(): void {
    const { buffer } = this.run.memory
    this.memory = new Uint8Array(buffer)
    this.ends = new Uint32Array(buffer, layout.ends, most.texts + endsBehind)
  }
}

/** Lends its memory to texts that lie elsewhere, piece by piece. */
const shared = new Program()
/** Where the answer of `rows` lies: in the place of the ends. */
const rowsThere = new Uint32Array(shared.run.memory.buffer, layout.ends, most.text >>> 5)

/** Room for many texts in the memory of a program of their own, where they are searched without being copied. */
class SearchedRoom extends Program {
  /** The room, made so many bytes long at least. What is in it stays; nothing is left of the buffer that it was before. */
  grow(bytes: number): Buffer {
    const missing = layout.text + bytes + layout.beyond - this.memory.length
    if (missing > 0) this.run.memory.grow(Math.ceil(missing / pageBytes))
    this.look()
    const { buffer } = this.run.memory
    return Buffer.from(buffer, layout.text, buffer.byteLength - layout.text - layout.beyond)
  }
}

export type { SearchedRoom }

/**
 * Rooms at once at most. Each reserves gigabytes of addresses: Electron 25 has enough for 99 memories of the kind, and others
 * need one too.
 */
const mostRooms = 32
let rooms = 0
const letGo = new FinalizationRegistry(() => (rooms -= 1))

/** A room; null where there are as many as may be, or the system gives no further one. */
export function roomForTexts(): SearchedRoom | null {
  if (rooms >= mostRooms) return null
  try {
    const room = new SearchedRoom()
    rooms += 1
    letGo.register(room, null)
    return room
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Texts as text-heap.ts keeps them. */
interface Texts {
  bytes: Buffer
  ends: Uint32Array
  /** Where they lie, if that is searched as it is. */
  room: SearchedRoom | null
}

/** What texts are searched for, and whether a block of them (signature.ts) may hold it. */
interface Searched {
  needle: Uint8Array
  mayHold: ((block: number) => boolean) | null
}

/** The longest needle that {@link scanTexts} takes. */
export const longestNeedle = most.needle

/**
 * Sets `flags` at the index of each text of from..to-1 that has the needle, and answers whether there is any. Texts
 * without a room are copied to the program piece by piece: that costs less than reading them.
 */
export function scanTexts(
  texts: Texts,
  from: number,
  to: number,
  searched: Searched,
  flags: Uint8Array,
): boolean {
  const { bytes, ends, room } = texts
  const { needle } = searched
  const { memory } = room ?? shared
  memory.set(needle, layout.needle)
  let any = false
  for (let first = from; first < to;) {
    const start = ends[first - 1] ?? 0
    const limit = Math.min(to, first + most.texts)
    const next = room ? limit : pieceFrom(ends, first, limit)
    const end = (ends[next - 1] ?? 0) + 1
    if (room || end - start <= most.text) any = scanPiece(texts, first, next, searched, flags) || any
    else if (bytes.subarray(start, end).indexOf(needle) >= 0) {
      // One text that is too long for it.
      flags[first] = 1
      any = true
    }
    first = next
  }
  return any
}

/** {@link scanTexts} of what fits at once. */
function scanPiece(
  { bytes, ends, room }: Texts,
  first: number,
  next: number,
  { needle, mayHold }: Searched,
  flags: Uint8Array,
): boolean {
  const { memory, ends: endsThere, run } = room ?? shared
  const { length } = needle
  const lead = needle[0] === separator ? 1 : 0
  const start = ends[first - 1] ?? 0
  const shift = (room ? 0 : start) - layout.text
  let isThere = false
  let any = 0
  for (let from = first; from < next;) {
    const to = mayHold ? Math.min(next, (from | (blockSize - 1)) + 1) : next
    const at = ends[from - 1] ?? 0
    // Behind the last separator no text begins.
    const end = (ends[to - 1] ?? 0) + (length === lead ? 0 : 1)
    if (end - at >= length && (mayHold?.(from >>> blockBits) ?? true)) {
      if (!isThere) {
        if (!room) memory.set(bytes.subarray(start, (ends[next - 1] ?? 0) + 1), layout.text)
        memory.set(flags.subarray(first, next), layout.flags)
        endsThere.set(ends.subarray(first, next))
        endsThere.fill(0xffffffff, next - first, next - first + endsBehind)
        isThere = true
      }
      const of = layout.ends + 4 * (from - first)
      any |= run.scan(at - shift, end - shift, length, shift, lead, of)
    }
    from = to
  }
  if (any === 1) flags.set(memory.subarray(layout.flags, layout.flags + next - first), first)
  return any === 1
}

/** Up to which text, not included, those from `first` on fit; one at least. */
function pieceFrom(ends: Uint32Array, first: number, limit: number): number {
  const fits = (ends[first - 1] ?? 0) + most.text
  if ((ends[limit - 1] ?? 0) < fits) return limit
  let [low, high] = [first + 1, limit]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] ?? 0) < fits) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds to the bits of rows those whose code is flagged, of codes of one byte; rows beyond the last have code 0. */
export function scanCodes(codes: Uint8Array, flags: Uint8Array, into: Uint32Array, words: number): void {
  const { memory, run } = shared
  const table = memory.subarray(layout.table, layout.table + 32).fill(0)
  for (let code = 0; code < flags.length && code < 256; code++) {
    if (flags[code] === 1) table[code >>> 3] = (table[code >>> 3] ?? 0) | (1 << (code & 7))
  }
  const atOnce = most.text >>> 5
  for (let from = 0; from < words; from += atOnce) {
    const count = Math.min(atOnce, words - from)
    const piece = codes.subarray(from << 5, (from + count) << 5)
    memory.set(piece, layout.text)
    memory.fill(0, layout.text + piece.length, layout.text + (count << 5))
    run.rows(layout.text, layout.text + (count << 5), layout.ends)
    for (let word = 0; word < count; word++) {
      into[from + word] = (into[from + word] ?? 0) | (rowsThere[word] ?? 0)
    }
  }
}
