import { intsWithRoom } from './growth'

/** Texts per block, as a power of two. */
export const blockBits = 7
/** How many texts share one signature. */
export const blockSize = 1 << blockBits
const wordsPerBlock = 128

function slot(first: number, second: number, third: number): number {
  return Math.imul(first | (second << 8) | (third << 16), 0x9e3779b1) >>> 20
}

/**
 * For each block of 128 texts a set of the three-byte sequences in it, as 4,096 hashed bits. A block that lacks a
 * sequence of what is searched for cannot hold it and is not read: most of the bytes for most searches.
 */
export class Signature {
  words: Uint32Array = new Uint32Array(0)

  /** Notes the sequences of `bytes[from..to)` for the text of this index. */
  add(index: number, bytes: Uint8Array, from: number, to: number): void {
    const base = (index >>> blockBits) * wordsPerBlock
    if (base + wordsPerBlock > this.words.length) this.words = intsWithRoom(this.words, base + wordsPerBlock)
    const { words } = this
    let first = bytes[from] ?? 0
    let second = bytes[from + 1] ?? 0
    for (let at = from + 2; at < to; at++) {
      const third = bytes[at] ?? 0
      const bit = Math.imul(first | (second << 8) | (third << 16), 0x9e3779b1) >>> 20
      const word = base + (bit >>> 5)
      words[word] = (words[word] ?? 0) | (1 << (bit & 31))
      first = second
      second = third
    }
  }

  /** The bits that a block must have to hold the needle; none for a needle of under three bytes. */
  static bitsOf(needle: Uint8Array): Uint32Array {
    const bits = new Uint32Array(Math.max(0, needle.length - 2))
    for (let at = 0; at < bits.length; at++) {
      bits[at] = slot(needle[at] ?? 0, needle[at + 1] ?? 0, needle[at + 2] ?? 0)
    }
    return bits
  }

  /** Whether the block may hold a needle of these bits. */
  mayHold(block: number, bits: Uint32Array): boolean {
    const base = block * wordsPerBlock
    for (let at = 0; at < bits.length; at++) {
      const bit = bits[at] ?? 0
      if ((((this.words[base + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 0) return false
    }
    return true
  }
}
