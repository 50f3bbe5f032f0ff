import { hashOf } from '../../../cache/hash'

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
    let a = 0x811c9dc5 ^ salt
    let b = this.seed ^ salt
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b + code, 0x9e3779b1)
      b ^= b >>> 15
    }
    this.a = finish(a)
    this.b = finish(b ^ text.length)
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
    const folded = email.toLowerCase()
    this.text(folded, 0)
    this.a = hashOf(folded) | 0
  }
}
