import { hashOf } from '../../../core/database/hash'

/** Differ, so that the text "1", the number 1 and yes are three values. */
const asText = 0x1b873593
const asNumber = 0x2c1b3c6d
const asBoolean = 0x297a2d39
const asOther = 0x165667b1

const float = new Float64Array(1)
const halves = new Uint32Array(float.buffer)

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/**
 * Hashes of values in two lanes of 32 bits that share nothing but the text. Two values that differ have the same pair
 * once in 2^64; which ones, nobody can arrange who does not know the import's seed.
 */
export class Lanes {
  /** Of what was hashed last. */
  a = 0
  b = 0

  /** @param seed 32 random bits of the import. */
  constructor(private readonly seed: number) {}

  /** Hashes a text. `salt`: which column it belongs to. */
  text(text: string, salt: number): void {
    this.part(text, 0, text.length, salt)
  }

  /** As {@link text}, of the text between two positions. */
  part(text: string, from: number, to: number, salt: number): void {
    let a = 0x811c9dc5 ^ salt
    let b = this.seed ^ salt
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b + code, 0x9e3779b1)
      b ^= b >>> 15
    }
    this.a = finish(a)
    this.b = finish(b ^ (to - from))
  }

  /** As {@link textValue}, of what stands between the quotes of JSON; answers false where a backslash stands for another letter. */
  jsonText(text: string, from: number, to: number, salt: number): boolean {
    for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === 0x5c) return false
    this.part(text, from, to, salt ^ asText)
    return true
  }

  /** As {@link value}, of the text between two positions. */
  textValue(text: string, from: number, to: number, salt: number): void {
    this.part(text, from, to, salt ^ asText)
  }

  /** Hashes a value of `data`. Nothing, a null and an undefined hash to nothing. */
  value(value: unknown, salt: number): void {
    if (typeof value === 'string') this.text(value, salt ^ asText)
    else if (typeof value === 'number') {
      // Adding nought makes -0 what JSON makes of it.
      float[0] = value + 0
      const [low = 0, high = 0] = halves
      this.a = finish(Math.imul(low ^ salt ^ asNumber, 0x01000193) ^ high)
      this.b = finish(Math.imul(high + (this.seed ^ salt ^ asNumber), 0x9e3779b1) + low)
    } else if (typeof value === 'boolean') this.text(value ? 'y' : 'n', salt ^ asBoolean)
    else if (value == null) {
      this.a = 0
      this.b = 0
    } else this.text(JSON.stringify(value), salt ^ asOther)
  }

  /** Hashes an address, folded as the copy folds it: `a` is the hash of its key tables. */
  address(email: string): void {
    this.addressPart(email, 0, email.length)
  }

  /** As {@link address}, of the text between two positions. */
  addressPart(text: string, from: number, to: number): void {
    let a = 0x811c9dc5
    let b = this.seed
    for (let at = from; at < to; at += 1) {
      let code = text.charCodeAt(at)
      if (code >= 0x80) return this.foldedAddress(text.slice(from, to).toLowerCase())
      if (code >= 0x41 && code <= 0x5a) code += 0x20
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b + code, 0x9e3779b1)
      b ^= b >>> 15
    }
    // As hashOf ends: see cache/hash.ts.
    this.a = finish(a)
    this.b = finish(b ^ (to - from))
  }

  private foldedAddress(folded: string): void {
    this.text(folded, 0)
    this.a = hashOf(folded) | 0
  }
}
