import { copyOf } from '../read/characters'
import type { FileRow } from './chunks'
import { changeBits, changeOf, comparer, conflictOf, type RowChange } from './compare'
import type { CopyContact, OwnEdit } from './copy'
import type { Edits } from './edits'
import { AddressGroups } from './groups'
import { Lanes } from './lanes'
import type { ColumnPlan } from './plan'
import { RowMapper, type Typo } from './row-mapper'
import { codeOfClass, field, flag, mark, recordWidth, typoOverflow, type RowState } from './row-state'
import type { ImportFileStore } from './store'

const invalid = codeOfClass('invalid')
const duplicate = codeOfClass('duplicate')

/** Misspelt domains by number, as a state has them. */
export class TypoList {
  private readonly ids = new Map<string, number>()
  readonly typos: Typo[]

  constructor(typos: readonly Typo[]) {
    this.typos = [...typos]
    this.typos.forEach(({ from, to }, place) => this.ids.set(`${from} ${to}`, place + 1))
  }

  /** The number of a typo, from 1; 0 for none. */
  idOf(typo: Typo | null): number {
    if (typo === null) return 0
    const name = `${typo.from} ${typo.to}`
    const known = this.ids.get(name)
    if (known !== undefined) return known
    if (this.typos.length + 1 >= typoOverflow) return typoOverflow
    // Texts of their own: cut out of a chunk they would keep all of it.
    this.typos.push({ from: copyOf(typo.from), to: copyOf(typo.to) })
    this.ids.set(copyOf(name), this.typos.length)
    return this.typos.length
  }
}

/** What turns a row of the file into what is told about it. Made for one set of columns, edits and seed. */
export class RowTools {
  readonly mapper: RowMapper
  readonly lanes: Lanes
  readonly groups: AddressGroups

  constructor(
    readonly plan: ColumnPlan,
    readonly state: RowState,
    readonly typos: TypoList,
    seed: number,
    private readonly store: ImportFileStore,
    {
      groups = new AddressGroups(state),
      edits = store.edits,
    }: { groups?: AddressGroups; edits?: Edits } = {},
  ) {
    this.mapper = new RowMapper(plan, edits, seed)
    this.lanes = new Lanes(seed)
    this.groups = groups
  }

  /** Whether the row that the mapper holds has a fault that it was read with; a quote is settled by whoever repairs the row. */
  private isOdd(row: number): boolean {
    const { odd } = this.store
    if (odd.size === 0) return false
    const fault = odd.get(row)
    return fault !== undefined && !(fault.code === 'unclosed_quote' && this.mapper.repaired > 0)
  }

  /** Notes what the row says that the mapper holds; its group and its class are for the caller. */
  note(row: number): void {
    const { mapper, state } = this
    const odd = this.isOdd(row)
    let flags = (state.flags[row] ?? 0) & flag.leftOut
    if (mapper.faults.length === 0 && !odd) flags |= flag.valid
    if (odd) flags |= flag.odd
    if (mapper.lowered) flags |= flag.lowered
    if (mapper.subscribed === true) flags |= flag.saysSubscribed
    if (mapper.subscribed === false) flags |= flag.saysUnsubscribed
    if (mapper.isAddressed) flags |= flag.addressed
    state.flags[row] = flags
    const { records } = state
    const at = row * recordWidth
    records[at + field.addressA] = mapper.isAddressed ? mapper.addressA : 0
    records[at + field.addressB] = mapper.isAddressed ? mapper.addressB : 0
    records[at + field.valueA] = mapper.valueA
    records[at + field.valueB] = mapper.valueB
    records[at + field.filled] = mapper.filled
    records[at + field.contact] = 0
    records[at + field.duplicateOf] = 0
    state.marks[row] = (mapper.doubt === null ? 0 : mark.doubtfulLetters) | (mapper.isRole ? mark.role : 0)
    if (mapper.trimmed > 0) state.trimmed[row] = Math.min(0xffff, mapper.trimmed)
    else if (state.trimmed[row] !== 0) state.trimmed[row] = 0
    state.repaired[row] = Math.min(0xffff, mapper.repaired)
    state.typos[row] = this.typos.idOf(mapper.typo)
  }

  /** A row as the file has it, mapped; what was mapped before is gone from the mapper. */
  map(row: number): { file: FileRow; mapped: RowMapper } {
    const file = this.store.chunks.row(row)
    return { file, mapped: this.mapper.map(row, file.cells) }
  }

  /** What writing a row would come to, value by value. */
  changeOf(row: number, contact: CopyContact | null, unsubscribe = false): RowChange {
    return changeOf(this.map(row).mapped, contact, this.store.rules, unsubscribe)
  }

  /** The edit made here that writing a row would take back; null where there is none. */
  conflictOf(row: number, contact: CopyContact, own: ReadonlyMap<number, OwnEdit[]>): OwnEdit | null {
    const edits = own.get(contact.row)
    return edits === undefined ? null : conflictOf(this.changeOf(row, contact), edits)
  }

  /** What {@link changeBits} of a row and its contact. */
  compare(row: number, contact: CopyContact): number {
    const { plan, state, lanes } = this
    if (!plan.wide)
      return comparer(plan, state, lanes, this.store.rules)(
        row,
        contact.subscribed,
        contact.data,
        0,
        contact.data.length,
      )
    const change = this.changeOf(row, contact)
    return (change.body === null ? 0 : changeBits.changes) | (change.stays ? changeBits.stays : 0)
  }

  /** The class of a row before the copy was asked; null: that is for the copy to say. */
  ownClass(row: number): number | null {
    const { state } = this
    if (!state.has(row, flag.valid)) return invalid
    return state.get(row, field.duplicateOf) === 0 ? null : duplicate
  }
}
