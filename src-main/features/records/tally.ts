import type { RecordsLeftOut, RecordField, RecordRow, RecordTally } from '../../../src-shared/bridge/records'
import { readMailAddress } from '../../../src-shared/address/mail-address'
import { valueOfField } from '../../../src-shared/record-field'

/** Which of the records that are noted go to Import, which are left out, and how filled their fields are. */
export class AddressTally {
  #records = 0
  readonly #leftOut: Record<RecordsLeftOut, string[]> = { missing: [], faulty: [], twice: [] }
  /** By address, the record that goes: of several the one that changed last. */
  readonly #goes = new Map<string, { id: string; changedAt: number }>()
  readonly #fields = new Map<RecordField, { filled: number; sample: unknown }>()

  /** `email`: the field of the address; null: none is chosen, and every record is without. */
  constructor(private readonly email: RecordField | null) {}

  note(row: RecordRow): void {
    this.#records += 1
    for (const [key, value] of Object.entries(row.data)) {
      if (isFilled(value)) this.#fill(`data.${key}`, value)
    }
    this.#place(row)
  }

  /** The records that are left out for a reason. */
  idsOf(why: RecordsLeftOut): readonly string[] {
    return this.#leftOut[why]
  }

  /** Whether a record goes. */
  goingIds(): Set<string> {
    return new Set(Array.from(this.#goes.values(), ({ id }) => id))
  }

  shown(): RecordTally {
    const { missing, faulty, twice } = this.#leftOut
    return {
      records: this.#records,
      leftOut: { missing: missing.length, faulty: faulty.length, twice: twice.length },
      goes: this.#goes.size,
      fields: Array.from(this.#fields, ([field, found]) => ({ field, ...found })),
    }
  }

  #fill(field: RecordField, value: unknown): void {
    const found = this.#fields.get(field)
    if (found) found.filled += 1
    else this.#fields.set(field, { filled: 1, sample: value })
  }

  #place(row: RecordRow): void {
    const { id, changedAt } = row
    const value = this.email === null ? null : valueOfField(row, this.email)
    if (!isFilled(value)) return void this.#leftOut.missing.push(id)
    const text = typeof value === 'string' ? value.trim() : ''
    const { local, domain, fault } = readMailAddress(text)
    if (fault !== null) return void this.#leftOut.faulty.push(id)
    const address = `${local}@${domain}`.toLowerCase()
    const other = this.#goes.get(address)
    const isNewer = other === undefined || changedAt > other.changedAt
    if (other) this.#leftOut.twice.push(isNewer ? other.id : id)
    if (isNewer) this.#goes.set(address, { id, changedAt })
  }
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
}
