import { field, flag, recordWidth, type RowState } from './row-state'

/** Bits of a slot that hold a row; those above hold some of its address's hash, so that few others are looked at. */
const rowBits = 23
const rowMask = (1 << rowBits) - 1

const tagMask = (1 << (32 - rowBits)) - 1

/** Stands where a row was taken out: no import has so many. */
const gone = rowMask

/**
 * Rows by address: which rows have the same one, and which of them stands. The first row of an address that can be
 * written stands, also where a person left it out: who leaves somebody out does not want them in by another row. The
 * others are duplicates.
 *
 * Open addressing over the hashes in the state, 4 bytes a slot; rows of one address hang on the first of them.
 */
export class AddressGroups {
  private slots = new Int32Array(1024)
  private mask = 1023
  private used = 0
  /** From a member to the next; ends with 0. */
  private readonly links: Int32Array

  constructor(private readonly state: RowState) {
    this.links = new Int32Array(state.rows + 1)
    let size = 1024
    while (size * 2 < state.rows * 3) size *= 2
    this.slots = new Int32Array(size)
    this.mask = size - 1
  }

  /** Groups every row that has an address, in their order. */
  static of(state: RowState): AddressGroups {
    const groups = new AddressGroups(state)
    for (let row = 1; row <= state.rows; row += 1) {
      if (state.has(row, flag.addressed)) groups.append(row)
    }
    return groups
  }

  /** Adds a row that comes after all that were added. */
  append(row: number): void {
    const { state, links } = this
    const [a, b] = [state.get(row, field.addressA), state.get(row, field.addressB)]
    state.put(row, field.duplicateOf, 0)
    const slot = this.slotOf(a, b)
    if (slot < 0) {
      this.place(row, a, b)
      return
    }
    const head = (this.slots[slot] ?? 0) & rowMask
    links[row] = links[head] ?? 0
    links[head] = row
    const standing = this.standingOf(head)
    if (!state.has(row, flag.valid)) state.put(row, field.duplicateOf, standing)
    else if (standing !== 0) state.put(row, field.duplicateOf, standing)
    else state.put(head, field.duplicateOf, row)
  }

  /** The row that stands for an address; 0 where there is none, or none that can be written. */
  standing(a: number, b: number): number {
    const head = this.head(a, b)
    return head === 0 ? 0 : this.standingOf(head)
  }

  /** Whether any row has an address, in its first lane. */
  members(a: number, b: number): number[] {
    const found: number[] = []
    for (let row = this.head(a, b); row !== 0; row = this.links[row] ?? 0) found.push(row)
    return found.sort((x, y) => x - y)
  }

  /** Takes a row out of the group of an address. The rows that are left are to be {@link settle}d. */
  remove(row: number, a: number, b: number): void {
    const rest = this.members(a, b).filter((member) => member !== row)
    const slot = this.slotOf(a, b)
    if (slot < 0) return
    this.links[row] = 0
    this.slots[slot] = tagged(rest[0] ?? gone, b)
    this.relink(rest)
  }

  /** Puts a row into the group of the address that the state has for it. */
  insert(row: number): void {
    const { state } = this
    const [a, b] = [state.get(row, field.addressA), state.get(row, field.addressB)]
    const slot = this.slotOf(a, b)
    if (slot < 0) {
      this.place(row, a, b)
      return
    }
    const members = [...this.members(a, b), row].sort((x, y) => x - y)
    this.slots[slot] = tagged(members[0] ?? row, b)
    this.relink(members)
  }

  /** Decides anew who stands in a group. Answers its rows. */
  settle(a: number, b: number): number[] {
    const { state } = this
    const members = this.members(a, b)
    const standing = members.find((row) => state.has(row, flag.valid)) ?? 0
    for (const row of members) state.put(row, field.duplicateOf, row === standing ? 0 : standing)
    return members
  }

  /** The first of a group may be one that cannot be written: it then points to the one that stands. */
  private standingOf(head: number): number {
    return this.state.has(head, flag.valid) ? head : this.state.get(head, field.duplicateOf)
  }

  private relink(members: number[]): void {
    members.forEach((row, index) => {
      this.links[row] = members[index + 1] ?? 0
    })
  }

  private head(a: number, b: number): number {
    const slot = this.slotOf(a, b)
    return slot < 0 ? 0 : (this.slots[slot] ?? 0) & rowMask
  }

  /** The slot of an address; -1 where there is none. */
  private slotOf(a: number, b: number): number {
    const { slots, mask } = this
    const { records } = this.state
    const tag = b & tagMask
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot] ?? 0
      if (held === 0) return -1
      const row = held & rowMask
      if (held >>> rowBits !== tag || row === gone) continue
      // The heads of groups have the address of their group: nobody changes one before taking it out.
      const at = row * recordWidth
      if (records[at + field.addressA] === a && records[at + field.addressB] === b) return slot
    }
  }

  private place(row: number, a: number, b: number): void {
    if ((this.used + 1) * 4 >= this.slots.length * 3) this.grow()
    this.links[row] = 0
    this.fill(row, a, b)
  }

  private fill(row: number, a: number, b: number): void {
    const { slots, mask } = this
    let slot = a & mask
    while ((slots[slot] ?? 0) !== 0) slot = (slot + 1) & mask
    slots[slot] = tagged(row, b)
    this.used += 1
  }

  private grow(): void {
    const { slots, state } = this
    this.slots = new Int32Array(slots.length * 2)
    this.mask = this.slots.length - 1
    this.used = 0
    for (const held of slots) {
      const row = held & rowMask
      if (row === 0 || row === gone) continue
      this.fill(row, state.get(row, field.addressA), state.get(row, field.addressB))
    }
  }
}

/** A slot: a row with some bits of its address's second hash. */
function tagged(row: number, b: number): number {
  return ((b & tagMask) << rowBits) | row
}
