import type { Steps } from '../database/session'
import type { IndexPart } from './api'

/** Bytes in a piece at most: small enough that a change dirties little, large enough that a million rows are some hundreds. */
export const pieceBytes = 1 << 18

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** Cuts an array into pieces named `name/0`, `name/1`, ... They are views, not copies. */
export function* piecesOf(name: string, array: Numbers): Generator<IndexPart> {
  for (let from = 0, piece = 0; from < array.byteLength; from += pieceBytes, piece++) {
    const length = Math.min(pieceBytes, array.byteLength - from)
    const bytes = new Uint8Array(array.buffer, array.byteOffset + from, length)
    yield { name: `${name}/${piece}`, bytes, checksum: checksumOf(bytes) }
  }
}

/** Reads a piece by name; null where there is none. */
export type ReadPiece = (name: string) => Uint8Array | null

/** A piece is absent or has another length than the index was saved with. */
export class PieceMissing extends Error {}

/** Pieces read between two pauses: two megabytes at most. */
const piecesAtOnce = 8

/** Puts arrays together again from their pieces, which are read one by one: they are never in memory all. */
export class PieceReader {
  private count = 0

  constructor(private readonly read: ReadPiece) {}

  /** The array of so many bytes. It pauses, between arrays too. */
  *join(name: string, byteLength: number): Steps<ArrayBuffer> {
    const joined = new Uint8Array(byteLength)
    yield* this.fill(name, joined)
    return joined.buffer
  }

  /** As {@link join}, into bytes that there are. */
  *fill(name: string, joined: Uint8Array): Steps<void> {
    for (let from = 0, piece = 0; from < joined.length; from += pieceBytes, piece++) {
      const bytes = this.read(`${name}/${piece}`)
      if (bytes?.length !== Math.min(pieceBytes, joined.length - from))
        throw new PieceMissing(`${name}/${piece}`)
      joined.set(bytes, from)
      if (++this.count % piecesAtOnce === 0) yield
    }
  }
}

/** 32 bits over the bytes, four at a time where their place in memory allows. */
function checksumOf(bytes: Uint8Array): number {
  let sum = bytes.length
  let at = 0
  if ((bytes.byteOffset & 3) === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
    for (let word = 0; word < words.length; word++) sum = mixed(sum, words[word] ?? 0)
    at = words.length << 2
  } else {
    for (; at + 4 <= bytes.length; at += 4) {
      const word =
        (bytes[at] ?? 0) |
        ((bytes[at + 1] ?? 0) << 8) |
        ((bytes[at + 2] ?? 0) << 16) |
        ((bytes[at + 3] ?? 0) << 24)
      sum = mixed(sum, word)
    }
  }
  for (; at < bytes.length; at++) sum = mixed(sum, bytes[at] ?? 0)
  return sum >>> 0
}

function mixed(sum: number, word: number): number {
  const mixture = Math.imul(sum ^ word, 0x9e3779b1)
  return mixture ^ (mixture >>> 15)
}
