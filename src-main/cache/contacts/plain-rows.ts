import type {
  ContactField,
  ContactFilter,
  ContactQuery,
  DataField,
  Facet,
  FieldType,
} from '../../../src-shared/bridge/contacts'
import type { ContactRows, IndexedContact, IndexPart } from '../index/api'

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 }
type Plain = string | number | boolean | null

function valueOf(contact: IndexedContact, field: ContactField): unknown {
  if (field === 'email') return contact.email
  if (field === 'subscribed') return contact.subscribed
  if (field === 'domain') return contact.email.slice(contact.email.lastIndexOf('@') + 1).toLowerCase()
  if (field === 'createdAt') return contact.created
  if (field === 'updatedAt') return contact.updated
  return contact.data[field.slice(5)] ?? null
}

const fold = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toLowerCase()
const asNumber = (value: unknown) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\d{4}-\d\d/.test(value)
      ? Date.parse(value)
      : NaN

function order(a: unknown, b: unknown): number {
  const [x, y] = [asNumber(a), asNumber(b)]
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y
  return fold(a) < fold(b) ? -1 : fold(a) > fold(b) ? 1 : 0
}

function matches(contact: IndexedContact, filter: ContactFilter, now: number): boolean {
  const value = valueOf(contact, filter.field)
  const is = (other: unknown) => fold(value) === fold(other) || String(value) === String(other)
  switch (filter.operator) {
    case 'equals':
      return is(filter.value)
    case 'notEquals':
      return !is(filter.value)
    case 'contains':
      return value !== null && fold(value).includes(fold(filter.value))
    case 'notContains':
      return value === null || !fold(value).includes(fold(filter.value))
    case 'startsWith':
      return value !== null && fold(value).startsWith(fold(filter.value))
    case 'greaterThan':
      return value !== null && order(value, filter.value) > 0
    case 'greaterThanOrEqual':
      return value !== null && order(value, filter.value) >= 0
    case 'lessThan':
      return value !== null && order(value, filter.value) < 0
    case 'lessThanOrEqual':
      return value !== null && order(value, filter.value) <= 0
    case 'between':
      return (
        value !== null &&
        (filter.from === null || order(value, filter.from) >= 0) &&
        (filter.to === null || order(value, filter.to) < 0)
      )
    case 'exists':
      return value !== null
    case 'notExists':
      return value === null
    case 'anyOf':
      return filter.values.some((one) => (one === null ? value === null : is(one)))
    case 'within':
      return asNumber(value) >= now - filter.value * units[filter.unit]
    case 'olderThan':
      return asNumber(value) < now - filter.value * units[filter.unit]
  }
}

/** The contacts in memory without columns: reads every contact for every question. */
export class PlainRows implements ContactRows {
  private readonly contacts = new Map<number, IndexedContact>()
  version = 0

  get size(): number {
    return this.contacts.size
  }
  has(row: number): boolean {
    return this.contacts.has(row)
  }
  set(row: number, contact: IndexedContact): boolean {
    this.contacts.set(row, contact)
    this.version += 1
    return true
  }
  delete(row: number): boolean {
    this.version += 1
    return this.contacts.delete(row)
  }
  select(query: ContactQuery, now: number): Int32Array {
    const words = query.search.toLowerCase().split(/\s+/).filter(Boolean)
    const found: [unknown, number][] = []
    for (const [row, contact] of this.contacts) {
      if (!query.filters.every((filter) => matches(contact, filter, now))) continue
      if (words.length > 0) {
        const text = `${contact.email} ${Object.values(contact.data).map(fold).join(' ')}`.toLowerCase()
        if (!words.every((word) => text.includes(word))) continue
      }
      found.push([valueOf(contact, query.sort.field), row])
    }
    const sign = query.sort.direction === 'asc' ? 1 : -1
    found.sort(([a, rowA], [b, rowB]) =>
      a === null || b === null
        ? Number(a === null) - Number(b === null) || rowA - rowB
        : sign * order(a, b) || rowA - rowB,
    )
    return Int32Array.from(found, ([, row]) => row)
  }
  first(query: ContactQuery, limit: number, now: number): Int32Array {
    return this.select(query, now).slice(0, limit)
  }
  count(query: ContactQuery, now: number): number {
    return this.select(query, now).length
  }
  positionOf(row: number, query: ContactQuery, now: number): number | null {
    const position = this.select(query, now).indexOf(row)
    return position < 0 ? null : position
  }
  facets(query: ContactQuery, fields: readonly ContactField[], limit: number, now: number): Facet[] {
    return fields.map((field) => {
      const others = { ...query, filters: query.filters.filter((filter) => filter.field !== field) }
      const counts = new Map<Plain, number>()
      for (const row of this.select(others, now)) {
        const contact = this.contacts.get(row)
        if (contact === undefined) continue
        const value = valueOf(contact, field)
        const plain = typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Plain)
        counts.set(plain, (counts.get(plain) ?? 0) + 1)
      }
      const sorted = [...counts].sort((a, b) => b[1] - a[1])
      return {
        field,
        values: sorted.slice(0, limit).map(([value, count]) => ({ value, count })),
        moreValues: Math.max(0, sorted.length - limit),
        moreCount: sorted.slice(limit).reduce((sum, [, count]) => sum + count, 0),
      }
    })
  }
  fields(): DataField[] {
    const found = new Map<string, { types: Map<FieldType, number>; count: number }>()
    for (const { data } of this.contacts.values()) {
      for (const [key, value] of Object.entries(data)) {
        if (value == null) continue
        const entry = found.get(key) ?? { types: new Map<FieldType, number>(), count: 0 }
        const type: FieldType = Array.isArray(value)
          ? 'list'
          : typeof value === 'object'
            ? 'object'
            : typeof value === 'string'
              ? /^\d{4}-\d\d-\d\d/.test(value)
                ? 'date'
                : 'text'
              : (typeof value as 'number' | 'boolean')
        entry.types.set(type, (entry.types.get(type) ?? 0) + 1)
        entry.count += 1
        found.set(key, entry)
      }
    }
    return [...found]
      .map(([key, { types, count }]) => ({ key, types: [...types.keys()], count, distinct: null }))
      .sort((a, b) => b.count - a.count)
  }
  memoryBytes(): number {
    return 0
  }
  *serialize(): Iterable<IndexPart> {
    return
  }
}
