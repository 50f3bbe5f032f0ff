import { randomBytes } from 'node:crypto'

/**
 * A set of texts in 8 bytes a slot, by two hashes of 32 bits of which one is another in every run: that it takes another
 * text for one of a million happens once in 10^13. Open addressing, at most two thirds full.
 */
export class TextSet {
  private slots = new Int32Array(2048)
  private mask = 1023
  private used = 0
  /** Of what was hashed last; the first is never 0, which is an empty slot. */
  private a = 0
  private b = 0
  private readonly seed = randomBytes(4).readInt32LE()

  add(text: string): void {
    this.hash(text)
    if ((this.used + 1) * 3 > (this.mask + 1) * 2) this.grow()
    this.place(this.a, this.b)
  }

  has(text: string): boolean {
    this.hash(text)
    const { slots, mask, a, b } = this
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const held = slots[2 * slot] ?? 0
      if (held === 0) return false
      if (held === a && slots[2 * slot + 1] === b) return true
    }
  }

  private place(a: number, b: number): void {
    const { slots, mask } = this
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const held = slots[2 * slot] ?? 0
      if (held === a && slots[2 * slot + 1] === b) return
      if (held !== 0) continue
      slots[2 * slot] = a
      slots[2 * slot + 1] = b
      this.used += 1
      return
    }
  }

  private grow(): void {
    const { slots } = this
    this.slots = new Int32Array(slots.length * 2)
    this.mask = slots.length - 1
    this.used = 0
    for (let at = 0; at < slots.length; at += 2) {
      const a = slots[at] ?? 0
      if (a !== 0) this.place(a, slots[at + 1] ?? 0)
    }
  }

  private hash(text: string): void {
    let a = 0x811c9dc5
    let b = this.seed
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b + code, 0x9e3779b1)
      b ^= b >>> 15
    }
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b)
    b = Math.imul(b ^ (b >>> 16) ^ text.length, 0xc2b2ae35)
    this.a = (a ^ (a >>> 13)) | 0 || 1
    this.b = b ^ (b >>> 16)
  }
}
