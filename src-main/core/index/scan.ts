import { separator } from './encode'
import { endsBehind, layout, scanProgram } from './scan-program'
import { blockBits, blockSize } from './signature'

interface Program {
  memory: { buffer: ArrayBuffer }
  scan(at: number, end: number, length: number, shift: number, lead: number, of: number): number
  rows(at: number, end: number, into: number): number
}

/** What is used of it: its types come with those of a page alone. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: Program }
}

const program = new WebAssembly.Instance(new WebAssembly.Module(scanProgram)).exports
const { most } = layout
const { buffer } = program.memory
const memory = new Uint8Array(buffer)
const endsThere = new Uint32Array(buffer, layout.ends, most.texts + endsBehind)
/** Where the answer of `rows` lies: in the place of the ends. */
const rowsThere = new Uint32Array(buffer, layout.ends, most.text >>> 5)

/** Texts as text-heap.ts keeps them. */
interface Texts {
  bytes: Buffer
  ends: Uint32Array
}

/** What texts are searched for, and whether a block of them (signature.ts) may hold it. */
interface Searched {
  needle: Uint8Array
  mayHold: ((block: number) => boolean) | null
}

/** The longest needle that {@link scanTexts} takes. */
export const longestNeedle = most.needle

/**
 * Sets `flags` at the index of each text of from..to-1 that has the needle, and answers whether there is any. The
 * texts are copied to the program piece by piece: that costs less than reading them, and its memory stays small.
 */
export function scanTexts(
  texts: Texts,
  from: number,
  to: number,
  searched: Searched,
  flags: Uint8Array,
): boolean {
  const { bytes, ends } = texts
  const { needle } = searched
  memory.set(needle, layout.needle)
  let any = false
  for (let first = from; first < to;) {
    const start = ends[first - 1] ?? 0
    const next = pieceFrom(ends, first, Math.min(to, first + most.texts))
    const end = (ends[next - 1] ?? 0) + 1
    if (end - start <= most.text) any = scanPiece(texts, first, next, searched, flags) || any
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
  { bytes, ends }: Texts,
  first: number,
  next: number,
  { needle, mayHold }: Searched,
  flags: Uint8Array,
): boolean {
  const { length } = needle
  const lead = needle[0] === separator ? 1 : 0
  const start = ends[first - 1] ?? 0
  const shift = start - layout.text
  let isThere = false
  let any = 0
  for (let from = first; from < next;) {
    const to = mayHold ? Math.min(next, (from | (blockSize - 1)) + 1) : next
    const at = ends[from - 1] ?? 0
    // Behind the last separator no text begins.
    const end = (ends[to - 1] ?? 0) + (length === lead ? 0 : 1)
    if (end - at >= length && (mayHold?.(from >>> blockBits) ?? true)) {
      if (!isThere) {
        memory.set(bytes.subarray(start, (ends[next - 1] ?? 0) + 1), layout.text)
        memory.set(flags.subarray(first, next), layout.flags)
        endsThere.set(ends.subarray(first, next))
        endsThere.fill(0xffffffff, next - first, next - first + endsBehind)
        isThere = true
      }
      const of = layout.ends + 4 * (from - first)
      any |= program.scan(at - shift, end - shift, length, shift, lead, of)
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
    program.rows(layout.text, layout.text + (count << 5), layout.ends)
    for (let word = 0; word < count; word++) {
      into[from + word] = (into[from + word] ?? 0) | (rowsThere[word] ?? 0)
    }
  }
}
