import { t } from '../../../../src-shared/messages/message'
import { isRole } from '../../../../src-shared/address/mailbox-kind'
import { domainOf, localOf } from '../../../../src-shared/address/parts'
import type { CellValue } from '../map/api'
import { doubtfulLetters } from '../../../core/doubtful-letters'
import { meantDomain, suggestAddress } from '../map/suggest-address'
import { tidyAddress } from '../map/tidy-address'
import type { Edits } from './edits'
import { Lanes } from './lanes'
import { Memo } from './memo'
import type { DataColumn, ColumnPlan } from './plan'
import { isInk, RowText } from './row-text'

/** Longer parts before the @ are looked at only where they are not plain: none of the usual roles is as long. */
const longestRole = 20

/** A cell as its column reads it, with the hashes of its value. */
interface ReadCell {
  value: CellValue
  fault: string | null
  a: number
  b: number
}

/** Why a row cannot be written. Codes are stable. */
interface MappingFault {
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
 * Reads rows as a plan says, with a person's edits applied. One mapper holds one row at a time, in its own fields and as
 * places in a text: a million rows are read without making objects, or texts of their cells.
 */
export class RowMapper {
  /** Whether the row has an address that can be sent; {@link email} is it. */
  isAddressed = false
  subscribed: boolean | null = null
  faults: MappingFault[] = []
  typo: Typo | null = null
  /** An address that the row's probably was meant to be. */
  suggestion: string | null = null
  /** What is doubtful about the letters of its domain, as a remark. */
  doubt: string | null = null
  /** Whether the address names a desk or a duty. */
  isRole = false
  lowered = false
  /** Cells that had spaces around them. */
  trimmed = 0
  /** Cells that a person changed. */
  repaired = 0
  /** Hashes of the address, of what would be written over, and the mask of filled columns that count. */
  addressA = 0
  addressB = 0
  valueA = 0
  valueB = 0
  filled = 0

  private readonly row = new RowText()
  /** The address, where it is not the cell as it stands. */
  private tidied: string | null = null
  /** Whether a person wrote the address again as it stood. */
  private accepted = false
  private readonly lanes: Lanes
  private readonly domains: Memo<KnownDomain>
  private readonly readers: (Memo<ReadCell> | null)[]
  private readonly subscriptions: Memo<CellValue | { fault: string }>

  constructor(
    readonly plan: ColumnPlan,
    private readonly edits: Edits,
    seed: number,
  ) {
    const lanes = new Lanes(seed)
    this.lanes = lanes
    this.domains = new Memo(lanes, knownDomain, 65_536)
    // Texts are hashed in less time than they would be looked up.
    this.readers = plan.data.map((column) =>
      column.isText ? null : new Memo(lanes, (text) => this.readCell(column, text)),
    )
    this.subscriptions = new Memo(lanes, (text) => plan.subscribed?.read(text) ?? null, 256)
  }

  /** Reads a row of these cells. What was read before is gone. */
  map(row: number, cells: readonly string[]): this {
    this.row.setCells(cells)
    return this.mapTaken(row)
  }

  /** As {@link map}, of a line of a chunk's text that stands between two positions. */
  mapLine(row: number, text: string, from: number, to: number): this {
    this.row.setLine(text, from, to)
    return this.mapTaken(row)
  }

  private mapTaken(row: number): this {
    this.repaired = 0
    this.accepted = false
    if (this.edits.concern(row, this.cellOf, this.plainDomain)) {
      const cells = Array.from({ length: this.row.count }, (_, index) => this.row.cell(index))
      this.row.setCells(this.edited(row, cells))
    }
    return this.read()
  }

  /** The address as it can be sent; null where there is none. */
  get email(): string | null {
    return this.isAddressed ? (this.tidied ?? this.row.cell(this.plan.email)) : null
  }

  /** What a row writes into a column of the plan, by its place; null where nothing. */
  value(place: number): CellValue {
    const column = this.plan.data[place]
    if (column === undefined) return null
    const read = column.read(this.row.cell(column.index))
    return read === '' || (typeof read === 'object' && read !== null) ? null : read
  }

  private readonly cellOf = (col: number): string => this.row.cell(col)

  private readonly plainDomain = (col: number): string | null => {
    const { row } = this
    return this.soundDomain(row.start(col), row.end(col))?.name ?? null
  }

  /** What is known of the domain of an address that is as plain as most; null for all others. */
  private soundDomain(from: number, to: number): KnownDomain | null {
    const { text } = this.row
    const at = plainLocal(text, from, to)
    const domain = at < 0 || to - from > shortEnough ? null : this.domains.get(text, at + 1, to)
    return domain?.isSound === true ? domain : null
  }

  private read(): this {
    this.trimmed = 0
    if (this.faults.length > 0) this.faults = []
    this.readEmail()
    this.readSubscribed()
    this.readData()
    return this
  }

  private edited(row: number, cells: readonly string[]): string[] {
    return cells.map((cell, index) => {
      const effective = this.edits.apply(row, index, cell)
      if (effective.edited) this.repaired += 1
      if (index === this.plan.email) this.accepted = effective.accepted
      return effective.text
    })
  }

  private readEmail(): void {
    const { row, plan, lanes } = this
    const { text } = row
    const [from, to] = [row.start(plan.email), row.end(plan.email)]
    this.typo = null
    this.suggestion = null
    this.tidied = null
    this.doubt = null
    this.isRole = false
    this.lowered = false
    const domain = this.soundDomain(from, to)
    if (domain === null) return this.readOddEmail(text.slice(from, to))
    this.isAddressed = true
    this.doubt = domain.doubt
    const at = to - domain.name.length - 1
    this.isRole = at - from <= longestRole && isRole(text.slice(from, at))
    lanes.addressPart(text, from, to)
    this.addressA = lanes.a
    this.addressB = lanes.b
    if (domain.meant !== null) this.suspect(text.slice(from, to), domain.meant)
  }

  /** Addresses that are not as plain as most. */
  private readOddEmail(text: string): void {
    const { plan, lanes } = this
    const tidy = tidyAddress(text)
    this.isAddressed = !('fault' in tidy)
    if ('fault' in tidy) {
      const missing = text.trim() === ''
      const suggested = missing ? null : suggestAddress(text)
      this.suggestion = suggested
      if (suggested !== null) this.typo = typoOf(domainOf(text.trim()), domainOf(suggested))
      this.fail(missing ? 'address_missing' : 'address_invalid', plan.email, tidy.fault)
      return
    }
    this.tidied = tidy.email
    this.lowered = tidy.lowered
    if (tidy.trimmed) this.trimmed += 1
    lanes.address(tidy.email)
    this.addressA = lanes.a
    this.addressB = lanes.b
    const domain = domainOf(tidy.email)
    this.isRole = isRole(localOf(tidy.email))
    this.doubt = doubtfulLetters(domain)
    const meant = meantDomain(domain)
    if (meant !== null) this.suspect(tidy.email, meant)
  }

  /** A domain that was probably meant to be another, unless a person saw it and wrote it again. */
  private suspect(email: string, meant: string): void {
    if (this.accepted) return
    const at = email.lastIndexOf('@')
    const domain = email.slice(at + 1)
    this.typo = { from: domain, to: meant }
    this.suggestion = email.slice(0, at + 1) + meant
    this.fail('domain_misspelt', this.plan.email, t('imports.rowMapper.probablyMisspelt'))
  }

  private readSubscribed(): void {
    this.subscribed = null
    const { subscribed } = this.plan
    if (subscribed === null) return
    const { row } = this
    const [from, to] = [row.start(subscribed.index), row.end(subscribed.index)]
    if (from === to) return
    const value = this.subscriptions.get(row.text, from, to)
    if (typeof value === 'boolean') {
      this.subscribed = value
      if (this.isPadded(from, to)) this.trimmed += 1
    } else if (typeof value === 'object' && value !== null) {
      this.fail('cell_unreadable', subscribed.index, value.fault)
    }
  }

  private readData(): void {
    const { data } = this.plan
    const { row, lanes } = this
    const { text } = row
    let [a, b, filled] = [0, 0, 0]
    for (let place = 0; place < data.length; place += 1) {
      const column = data[place]
      if (column === undefined) continue
      let [from, to] = [row.start(column.index), row.end(column.index)]
      if (from === to) continue
      const padded = this.isPadded(from, to)
      const reader = this.readers[place]
      if (reader) {
        const { value, fault, a: cellA, b: cellB } = reader.get(text, from, to)
        if (fault !== null) this.fail('cell_unreadable', column.index, fault)
        if (value === null) continue
        lanes.a = cellA
        lanes.b = cellB
      } else {
        if (padded) {
          const cell = text.slice(from, to)
          to = from + cell.trimEnd().length
          from += cell.length - cell.trimStart().length
          if (from >= to) continue
        }
        lanes.textValue(text, from, to, column.salt)
      }
      if (padded) this.trimmed += 1
      if (column.rule === 'never') continue
      filled |= column.bit
      if (column.rule !== 'overwrite') continue
      a = (a + lanes.a) | 0
      b = (b + lanes.b) | 0
    }
    this.valueA = a
    this.valueB = b
    this.filled = filled >>> 0
  }

  private readCell(column: DataColumn, text: string): ReadCell {
    const read = column.read(text)
    if (typeof read === 'object' && read !== null) return { value: null, fault: read.fault, a: 0, b: 0 }
    // The service skips an empty text.
    const value = read === '' ? null : read
    const { lanes } = this
    lanes.value(value, column.salt)
    return { value, fault: null, a: lanes.a, b: lanes.b }
  }

  private isPadded(from: number, to: number): boolean {
    const { text } = this.row
    if (isInk(text.charCodeAt(from)) && isInk(text.charCodeAt(to - 1))) return false
    const cell = text.slice(from, to)
    return cell.trim().length !== cell.length
  }

  private fail(code: MappingFault['code'], index: number, sentence: string): void {
    this.faults.push({ code, index, sentence })
  }
}

function typoOf(from: string, to: string): Typo | null {
  return from === to || from === '' ? null : { from, to }
}

/** Characters of an address that is short enough whatever its parts are. */
const shortEnough = 200

/** What is known of a domain: whether it stands as it is written, and which one was probably meant. */
interface KnownDomain {
  name: string
  isSound: boolean
  meant: string | null
  /** What is doubtful about its letters, as a remark. */
  doubt: string | null
}

/** Looks a domain up, by way of an address that has nothing else to doubt. */
function knownDomain(domain: string): KnownDomain {
  const tidy = tidyAddress(`a@${domain}`)
  const isSound = 'email' in tidy && !tidy.trimmed && !tidy.lowered
  return {
    name: domain,
    isSound,
    meant: isSound ? meantDomain(domain) : null,
    doubt: doubtfulLetters(domain),
  }
}

/**
 * Where the @ stands of an address between two positions whose part before it is as plain as can be: lower case letters,
 * digits, and single dots, hyphens or underscores between them. -1 for all others. Whether such an address can be sent
 * is for its domain to say.
 */
export function plainLocal(text: string, from: number, to: number): number {
  let wasMark = true
  const end = Math.min(to, from + 65)
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x40) return wasMark ? -1 : at
    const isMark = code === 0x2e || code === 0x2d || code === 0x5f
    if (isMark ? wasMark : !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39))) return -1
    wasMark = isMark
  }
  return -1
}
