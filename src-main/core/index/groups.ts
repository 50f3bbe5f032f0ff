import type { Dictionary } from './dictionary'
import { hashOf } from './encode'
import { intsWithRoom } from './growth'
import { kind } from './values'

/**
 * Which values of a column a facet counts as one: dates by moment, all else by its text as written, so that what a
 * click on the value selects (`anyOf`, predicate.ts) is what was counted. Each code has the first code of its group.
 */
export class Groups {
  leaders: Uint32Array = new Uint32Array(16)
  private known = 0
  private table = new Uint32Array(64)

  /** Takes in what the dictionary has gained. */
  update(dictionary: Dictionary): void {
    this.leaders = intsWithRoom(this.leaders, dictionary.size + 1)
    while (this.known < dictionary.size) {
      if (this.known * 2 >= this.table.length) this.enlarge(dictionary)
      this.known++
      this.leaders[this.known] = this.find(dictionary, this.known)
    }
  }

  /** The leader of a code's group, which is the code itself where it is the first. */
  private find(dictionary: Dictionary, code: number): number {
    const { table } = this
    const mask = table.length - 1
    let at = hashOfCode(dictionary, code) & mask
    for (let other = table[at] ?? 0; other !== 0; other = table[at] ?? 0) {
      if (alike(dictionary, code, other)) return other
      at = (at + 1) & mask
    }
    table[at] = code
    return code
  }

  private enlarge(dictionary: Dictionary): void {
    this.table = new Uint32Array(this.table.length * 2)
    for (let code = 1; code <= this.known; code++) {
      if (this.leaders[code] === code) this.find(dictionary, code)
    }
  }

  memoryBytes(): number {
    return this.leaders.byteLength + this.table.byteLength
  }
}

function hashOfCode(dictionary: Dictionary, code: number): number {
  if (dictionary.kindOf(code) === kind.date) {
    const moment = dictionary.numberOf(code)
    return (Math.imul(moment, 0x9e3779b1) ^ Math.imul(moment / 4294967296, 0x85ebca6b)) >>> 0
  }
  const { heap } = dictionary
  return hashOf(heap.bytes, heap.start(code), heap.end(code))
}

function alike(dictionary: Dictionary, left: number, right: number): boolean {
  const dated = dictionary.kindOf(left) === kind.date
  if (dated !== (dictionary.kindOf(right) === kind.date)) return false
  if (dated) return dictionary.numberOf(left) === dictionary.numberOf(right)
  return dictionary.spelledAlike(left, right)
}
