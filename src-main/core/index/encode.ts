import { fold } from '../../../src-shared/fold'
import { bytesWithRoom } from './growth'
import { leafJoin } from './values'

/** Stands between the texts of a heap and between the leaves of a list: a byte that UTF-8 never has. */
export const separator = 0xff

/**
 * How the text as written follows from the folded text, so that most texts are kept once. `title`: capitals at
 * the start of words alone. `kept`: it does not follow, and is kept beside.
 */
export const shape = { same: 0, upper: 1, title: 2, kept: 3 } as const
export type Shape = (typeof shape)[keyof typeof shape]

const joinCode = leafJoin.charCodeAt(0)

/** UTF-8 of folded text, with separators for {@link leafJoin}: what heaps hold and needles are made of. */
export function encodeFolded(folded: string): Uint8Array {
  if (!folded.includes(leafJoin)) return Buffer.from(folded, 'utf8')
  const parts = folded.split(leafJoin).map((leaf) => Buffer.from(leaf, 'utf8'))
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length + 1, -1))
  let at = 0
  for (const part of parts) {
    if (at > 0) joined[at - 1] = separator
    joined.set(part, at)
    at += part.length + 1
  }
  return joined
}

/** Folds a text and encodes it into `bytes`, which is reused by the next call. */
export class Encoder {
  bytes: Uint8Array = new Uint8Array(256)
  length = 0
  hash = 0
  shape: Shape = shape.same

  /** `text` is well formed (fold.ts). Leaves its findings in the fields. */
  encode(text: string): void {
    const { length } = text
    if (length > this.bytes.length) this.bytes = bytesWithRoom(this.bytes, length)
    const { bytes } = this
    let hash = 0x811c9dc5
    let anyUpper = false
    let anyLower = false
    let title = true
    let inWord = false
    for (let at = 0; at < length; at++) {
      let code = text.charCodeAt(at)
      if (code >= 65 && code <= 90) {
        code += 32
        anyUpper = true
        if (inWord) title = false
        inWord = true
      } else if (code >= 97 && code <= 122) {
        anyLower = true
        if (!inWord) title = false
        inWord = true
      } else if (code >= 128) {
        if (code !== joinCode) return this.encodeBeyondAscii(text)
        code = separator
        inWord = false
      } else inWord = false
      bytes[at] = code
      hash = Math.imul(hash ^ code, 0x01000193)
    }
    this.length = length
    this.hash = finish(hash)
    if (!anyUpper) this.shape = shape.same
    else if (!anyLower) this.shape = shape.upper
    else this.shape = title ? shape.title : shape.kept
  }

  private encodeBeyondAscii(text: string): void {
    const folded = fold(text)
    const encoded = encodeFolded(folded)
    this.bytes = bytesWithRoom(this.bytes, encoded.length)
    this.bytes.set(encoded)
    this.length = encoded.length
    this.hash = hashOf(encoded, 0, encoded.length)
    this.shape = folded === text ? shape.same : shape.kept
  }
}

function finish(hash: number): number {
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The hash that {@link Encoder} gives for the same bytes. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return finish(hash)
}

/** The text as written, from its folded form and a shape other than `kept`. */
export function written(folded: string, form: Shape): string {
  if (form === shape.upper) return folded.toUpperCase()
  if (form === shape.title) return folded.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
  return folded
}
