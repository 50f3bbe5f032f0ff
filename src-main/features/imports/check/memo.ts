import { copyOf } from '../read/characters'
import type { Lanes } from './lanes'

/** What makes these hashes differ from all others. */
const salt = 0x5bd1e995

/**
 * What was made of a text, kept for the next cell that has it: plans, cities, domains come again and again. Texts are
 * known by their two hashes, so that none is taken out of its row to be looked up; what is made gets a text of its own,
 * since one that is cut out of a chunk would keep all of it. When too many different ones came, they are all forgotten:
 * what comes often is soon known again.
 */
export class Memo<T> {
  private readonly slots: Int32Array
  private kept: T[] = []

  /** @param most Texts remembered, a power of two. */
  constructor(
    private readonly lanes: Lanes,
    private readonly make: (text: string) => T,
    private readonly most = 4096,
  ) {
    this.slots = new Int32Array(most * 2 * 3)
  }

  /** What is made of the text between two positions. */
  get(text: string, from: number, to: number): T {
    const { lanes, slots } = this
    lanes.part(text, from, to, salt)
    const { a, b } = lanes
    const mask = this.most * 2 - 1
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot * 3] ?? 0
      if (place === 0) return this.keep(slot, a, b, this.make(copyOf(text.slice(from, to))))
      if (slots[slot * 3 + 1] !== a || slots[slot * 3 + 2] !== b) continue
      const held = this.kept[place - 1]
      if (held !== undefined) return held
    }
  }

  private keep(slot: number, a: number, b: number, made: T): T {
    if (this.kept.length >= this.most) {
      this.slots.fill(0)
      this.kept = []
      return made
    }
    this.kept.push(made)
    this.slots[slot * 3] = this.kept.length
    this.slots[slot * 3 + 1] = a
    this.slots[slot * 3 + 2] = b
    return made
  }
}
