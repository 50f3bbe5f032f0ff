import type { VerdictClasses, IndexedVerdict, IndexedContact } from './indexed'
import type { ContactAsked } from '../../../src-shared/bridge/contacts'
import { keepNewest } from '../keep-newest'
import { Column } from './column'
import { DataColumns } from './data-columns'
import { Encoder } from './encode'
import { Instants } from './instants'
import { type Value, kind, readValue } from './values'
import { Verdicts } from './verdicts'

const dataPrefix = 'data.'

/** Columns that are lent and kept: those of a few queries. */
const mostLent = 24

/** The columns of all contacts, and writing a contact into them. */
export class Columns {
  email = new Column(false)
  domain = new Column(true)
  subscribed = new Column(true)
  created = new Instants()
  updated = new Instants()
  verdicts = new Verdicts()
  private readonly encoder = new Encoder()
  readonly data = new DataColumns(this.encoder)
  private readonly value: Value = { kind: kind.none, text: '', number: NaN }

  /** What the index does not write itself and was lent, with its count of changes. */
  private readonly lent = new Map<ContactAsked, { column: Column | Instants; changes: number }>()

  /** Takes a column of what contacts do not hold as such: of an event, of a key within keys. Answers whether it says anything new. */
  lend(field: ContactAsked, column: Column | Instants, changes: number): boolean {
    const known = this.lent.get(field)
    keepNewest(this.lent, field, { column, changes }, mostLent)
    return known?.column !== column || known.changes !== changes
  }

  /** The column of a field; null for a key that no contact has, and what was not lent. */
  of(field: ContactAsked): Column | Instants | null {
    switch (field) {
      case 'email':
        return this.email
      case 'domain':
        return this.domain
      case 'subscribed':
        return this.subscribed
      case 'createdAt':
        return this.created
      case 'updatedAt':
        return this.updated
      case 'verdict':
        return this.verdicts.class
      case 'checkedAt':
        return this.verdicts.at
      default:
        return (
          (field.startsWith(dataPrefix) ? this.data.of(field.slice(dataPrefix.length)) : null) ??
          this.lent.get(field)?.column ??
          null
        )
    }
  }

  /** What a search looks through: the address and every value of data. */
  *searched(): Iterable<Column> {
    yield this.email
    yield* this.data.searched()
  }

  /** Every column that contacts are written into, for counting and saving. */
  *all(): Iterable<Column> {
    yield this.email
    yield this.domain
    yield this.subscribed
    yield* this.data.all()
  }

  /** Writes a contact over what the row held. Answers whether anything changed. */
  write(row: number, contact: IndexedContact, replaces: boolean): boolean {
    const at = contact.email.lastIndexOf('@')
    let changed = this.putText(this.email, row, contact.email)
    if (changed || !replaces) {
      const domain = at < 0 ? null : contact.email.slice(at + 1).toLowerCase()
      changed = this.putText(this.domain, row, domain) || changed
    }
    changed = this.put(this.subscribed, row, contact.subscribed) || changed
    changed = this.created.set(row, contact.created ?? NaN) || changed
    changed = this.updated.set(row, contact.updated ?? NaN) || changed
    return this.data.write(row, contact.data, replaces) || changed
  }

  /** Takes everything that the row held away. */
  erase(row: number): void {
    for (const column of this.all()) column.clear(row)
    this.created.set(row, NaN)
    this.updated.set(row, NaN)
    this.verdicts.clear(row)
  }

  /** Says what is known of the row's address. Answers whether that changed anything. */
  judge(row: number, verdict: IndexedVerdict | null): boolean {
    return this.verdicts.set(row, verdict, this.encoder)
  }

  /** Derives the classes of all verdicts again; `changed` is called for each row that has another one now. */
  derive(of: VerdictClasses, changed: (row: number) => void): void {
    this.verdicts.derive(of, this.domain, this.encoder, changed)
  }

  private put(column: Column, row: number, value: unknown): boolean {
    readValue(value, this.value)
    return column.set(row, this.value, this.encoder)
  }

  /** Addresses and domains are text even where they look like a date. */
  private putText(column: Column, row: number, text: string | null): boolean {
    readValue(text, this.value)
    if (text !== null) {
      this.value.kind = kind.text
      this.value.number = NaN
    }
    return column.set(row, this.value, this.encoder)
  }

  memoryBytes(): number {
    const own = [
      this.email,
      this.domain,
      this.subscribed,
      this.created,
      this.updated,
      this.verdicts,
      this.data,
    ]
    return own.reduce((bytes, part) => bytes + part.memoryBytes(), 0)
  }
}
