import type { CellValue } from '../map/api'
import { suggestAddress } from '../map/suggest-address'
import { tidyAddress } from '../map/tidy-address'
import { domainOf, type Edits } from './edits'
import { Lanes } from './lanes'
import { Memo } from './memo'
import type { DataColumn, Plan } from './plan'

/** A cell as its column reads it, with the hashes of its value. */
interface ReadCell {
  value: CellValue
  fault: string | null
  trimmed: boolean
  a: number
  b: number
}

/** Why a row cannot be written. Codes are stable. */
export interface RowFault {
  code: 'address_missing' | 'address_invalid' | 'domain_misspelt' | 'cell_unreadable'
  /** The column at fault. */
  index: number
  sentence: string
}

/** A domain as the file spells it, and as it was probably meant. */
export interface Typo {
  from: string
  to: string
}

/**
 * Reads rows as a plan says, with a person's edits applied. One mapper holds one row at a time, in its own fields: a
 * million objects are not made for a million rows.
 */
export class RowMapper {
  /** The address as it can be sent; null where there is none. */
  email: string | null = null
  subscribed: boolean | null = null
  /** Of the data columns of the plan, in their order; null where nothing is to be written. */
  values: CellValue[] = []
  faults: RowFault[] = []
  typo: Typo | null = null
  /** An address that the row's probably was meant to be. */
  suggestion: string | null = null
  lowered = false
  trimmed = 0
  /** Cells that a person changed. */
  repaired = 0
  /** Hashes of what would be written over, and the mask of filled columns that count. */
  valueA = 0
  valueB = 0
  filled = 0

  private row = 0
  private cells: readonly string[] = []
  private edited = false
  private accepted = false
  private readonly lanes: Lanes
  private readonly readers: Memo<ReadCell>[]
  private readonly subscriptions: Memo<CellValue | { fault: string }> | null
  private readonly domains = new Memo<string | null>((domain) => {
    const suggested = suggestAddress(`someone@${domain}`)
    const to = suggested === null ? null : domainOf(suggested)
    return to === domain ? null : to
  })

  constructor(
    readonly plan: Plan,
    private readonly edits: Edits,
    seed: number,
  ) {
    this.lanes = new Lanes(seed)
    this.readers = plan.data.map((column) => new Memo((text) => this.readCell(column, text)))
    const { subscribed } = plan
    this.subscriptions = subscribed === null ? null : new Memo((text) => subscribed.read(text))
  }

  /** Reads a row. What was read before is gone. */
  map(row: number, cells: readonly string[]): this {
    this.row = row
    this.cells = cells
    this.edited = !this.edits.isEmpty && this.edits.concern(row)
    this.trimmed = 0
    this.repaired = 0
    if (this.faults.length > 0) this.faults = []
    this.mapEmail()
    this.mapSubscribed()
    this.mapData()
    return this
  }

  /** The text of a cell, with the edits of a person applied. */
  private text(index: number): string {
    const text = this.cells[index] ?? ''
    this.accepted = false
    if (!this.edited) return text
    const effective = this.edits.apply(this.row, index, text)
    if (effective.edited) this.repaired += 1
    this.accepted = effective.accepted
    return effective.text
  }

  private mapEmail(): void {
    const { plan } = this
    const text = this.text(plan.email)
    this.email = null
    this.typo = null
    this.suggestion = null
    this.lowered = false
    const tidy = tidyAddress(text)
    if ('fault' in tidy) {
      const missing = text.trim() === ''
      const suggested = missing ? null : suggestAddress(text)
      this.suggestion = suggested
      if (suggested !== null) this.typo = typoOf(domainOf(text), domainOf(suggested))
      this.fail(missing ? 'address_missing' : 'address_invalid', plan.email, tidy.fault)
      return
    }
    this.email = tidy.email
    this.lowered = tidy.lowered
    if (tidy.trimmed) this.trimmed += 1
    const domain = domainOf(tidy.email)
    const to = this.domains.get(domain)
    if (to === null || this.accepted) return
    this.typo = { from: domain, to }
    this.suggestion = tidy.email.slice(0, tidy.email.lastIndexOf('@') + 1) + to
    this.fail('domain_misspelt', plan.email, `${domain} is probably misspelt.`)
  }

  private mapSubscribed(): void {
    this.subscribed = null
    const { subscribed } = this.plan
    if (subscribed === null || this.subscriptions === null) return
    const text = this.text(subscribed.index)
    const value = this.subscriptions.get(text)
    if (typeof value === 'boolean') {
      this.subscribed = value
      if (isPadded(text)) this.trimmed += 1
    } else if (typeof value === 'object' && value !== null)
      this.fail('cell_unreadable', subscribed.index, value.fault)
  }

  private mapData(): void {
    const { data } = this.plan
    const { readers, values } = this
    let [a, b, filled] = [0, 0, 0]
    for (let place = 0; place < data.length; place += 1) {
      const column = data[place]
      const reader = readers[place]
      if (column === undefined || reader === undefined) continue
      const cell = reader.get(this.text(column.index))
      values[place] = cell.value
      if (cell.fault !== null) this.fail('cell_unreadable', column.index, cell.fault)
      if (cell.value === null) continue
      if (cell.trimmed) this.trimmed += 1
      if (column.rule === 'never') continue
      filled |= column.bit
      if (column.rule !== 'overwrite') continue
      a = (a + cell.a) | 0
      b = (b + cell.b) | 0
    }
    this.valueA = a
    this.valueB = b
    this.filled = filled >>> 0
  }

  private readCell(column: DataColumn, text: string): ReadCell {
    const read = column.read(text)
    if (typeof read === 'object' && read !== null) {
      return { value: null, fault: read.fault, trimmed: false, a: 0, b: 0 }
    }
    // The service skips an empty text.
    const value = read === '' ? null : read
    this.lanes.value(value, column.salt)
    return { value, fault: null, trimmed: isPadded(text), a: this.lanes.a, b: this.lanes.b }
  }

  private fail(code: RowFault['code'], index: number, sentence: string): void {
    this.faults.push({ code, index, sentence })
  }
}

function isPadded(text: string): boolean {
  return text.trim().length !== text.length
}

function typoOf(from: string, to: string): Typo | null {
  return from === to || from === '' ? null : { from, to }
}
