import type { IndexedVerdict, IndexedContact } from '../../../src-main/core/index/indexed'
import type { ContactAsked, ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
import { fold, searchWords, wellFormed } from '../../../src-shared/fold'
import { dateOf } from '../../../src-main/core/index/values'

/** A contact with its row, and the rules of the index written down as plainly as possible. */
export interface Kept extends IndexedContact {
  row: number
  verdict?: IndexedVerdict | null
}

const folded = new Map<string, string>()

function text(value: unknown): string {
  const given = String(value)
  const known = folded.get(given) ?? fold(wellFormed(given))
  folded.set(given, known)
  return known
}

const written = (value: unknown) => wellFormed(String(value))

function leaves(value: unknown, as: (leaf: unknown) => string = text): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [as(value)]
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.flatMap((one) => leaves(one, as))
}

/** The texts of a value, folded unless they are wanted otherwise. What holds nothing is as empty text. */
function textsOf(value: unknown, as: (leaf: unknown) => string = text): string[] {
  const found = leaves(value, as)
  return found.length === 0 ? [''] : found
}

/** The value of a field, undefined where there is none. */
export function valueOf(contact: Kept, field: ContactAsked): unknown {
  const at = contact.email.lastIndexOf('@')
  if (field === 'email') return contact.email
  if (field === 'domain') return at < 0 ? undefined : contact.email.slice(at + 1).toLowerCase()
  if (field === 'subscribed') return contact.subscribed
  if (field === 'createdAt') return contact.created === null ? undefined : new Date(contact.created)
  if (field === 'updatedAt') return contact.updated === null ? undefined : new Date(contact.updated)
  if (field === 'verdict') return contact.verdict?.class
  if (field === 'checkedAt') return contact.verdict ? new Date(contact.verdict.at) : undefined
  const key = field.slice(5)
  return Object.hasOwn(contact.data, key) ? (contact.data[key] ?? undefined) : undefined
}

/** What a value is compared as. */
function read(value: unknown, field: ContactAsked): { kind: number; number: number } {
  if (typeof value === 'number') return { kind: 1, number: value }
  if (value instanceof Date) return { kind: 2, number: value.getTime() }
  if (typeof value === 'boolean') return { kind: 3, number: Number(value) }
  if (typeof value === 'string') {
    const date = field === 'email' || field === 'domain' ? NaN : dateOf(value)
    return Number.isNaN(date) ? { kind: 4, number: NaN } : { kind: 2, number: date }
  }
  if (!Array.isArray(value)) return { kind: 7, number: NaN }
  const plain = value.every((element) => typeof element === 'string' || element === null)
  return { kind: plain ? 5 : 6, number: NaN }
}

function numeric(value: string | number | boolean): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean' || value.trim() === '') return NaN
  return Number.isFinite(Number(value)) ? Number(value) : NaN
}

function moment(value: string | number | boolean): number {
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? NaN : dateOf(value.trim())
}

function equal(
  value: unknown,
  field: ContactAsked,
  wanted: string | number | boolean,
  loose: boolean,
): boolean {
  const is = read(value, field)
  if (is.kind === 2 && is.number === moment(wanted)) return true
  if (value instanceof Date) return false
  const as = field.startsWith('data.') ? written : text
  if (textsOf(value, as).includes(as(wanted))) return true
  const number = typeof wanted === 'string' && !loose ? NaN : numeric(wanted)
  return is.kind === 1 && is.number === number
}

function side(value: unknown, field: ContactAsked, wanted: string | number): number {
  const is = read(value, field)
  if (is.kind === 1) return is.number - numeric(wanted)
  if (is.kind === 2) return is.number - moment(wanted)
  if (is.kind !== 4 || !Number.isNaN(numeric(wanted)) || !Number.isNaN(moment(wanted))) return NaN
  return Buffer.compare(Buffer.from(text(value)), Buffer.from(text(wanted)))
}

export function passes(contact: Kept, filter: ContactFilter, now: number): boolean {
  const { field } = filter
  const value = valueOf(contact, field)
  const has = value !== undefined
  const texts = (): string[] => textsOf(value instanceof Date ? value.toISOString() : value)
  switch (filter.operator) {
    case 'exists':
      return has
    case 'notExists':
      return !has
    case 'equals':
      return has && equal(value, field, filter.value, true)
    case 'notEquals':
      return !(has && equal(value, field, filter.value, true))
    case 'contains':
      return has && texts().some((part) => part.includes(text(filter.value)))
    case 'notContains':
      return !(has && texts().some((part) => part.includes(text(filter.value))))
    case 'startsWith':
      return has && texts().some((part) => part.startsWith(text(filter.value)))
    case 'noneOf':
      return !filter.values.some((wanted) =>
        wanted === null ? !has : has && equal(value, field, wanted, false),
      )
    case 'anyOf':
      return filter.values.some((wanted) =>
        wanted === null ? !has : has && equal(value, field, wanted, false),
      )
    case 'between':
      if (!has) return filter.orMissing === true
      return (
        (filter.from === null || side(value, field, filter.from) >= 0) &&
        (filter.to === null ||
          side(value, field, filter.to) < 0 ||
          (filter.closed === true && side(value, field, filter.to) === 0))
      )
    case 'notWithin':
      return !passes(contact, { ...filter, operator: 'within' }, now)
    case 'within':
    case 'olderThan': {
      const is = read(value, field)
      const limit = now - filter.value * { days: 86_400_000, hours: 3_600_000, minutes: 60_000 }[filter.unit]
      if (!has || is.kind !== 2) return false
      return filter.operator === 'within' ? is.number >= limit : is.number < limit
    }
    case 'greaterThan':
      return has && side(value, field, filter.value) > 0
    case 'greaterThanOrEqual':
      return has && side(value, field, filter.value) >= 0
    case 'lessThan':
      return has && side(value, field, filter.value) < 0
    case 'lessThanOrEqual':
      return has && side(value, field, filter.value) <= 0
  }
}

export function found(contact: Kept, search: string): boolean {
  const texts = [text(contact.email), ...Object.values(contact.data).flatMap((value) => leaves(value))]
  return searchWords(search).every((word) => texts.some((part) => part.includes(word)))
}

function compareValues(left: unknown, right: unknown, field: ContactAsked): number {
  const [a, b] = [read(left, field), read(right, field)]
  if (a.kind !== b.kind) return a.kind - b.kind
  if (a.kind < 4) return a.number < b.number ? -1 : a.number > b.number ? 1 : 0
  return Buffer.compare(bytesOf(left), bytesOf(right))
}

function bytesOf(value: unknown): Buffer {
  const parts = textsOf(value).flatMap((part) => [Buffer.from([255]), Buffer.from(part)])
  return Buffer.concat(parts.slice(1))
}

/** Rows that match, in the query's order. */
export function evaluate(contacts: Iterable<Kept>, query: ContactQuery, now: number): number[] {
  const { field, direction } = query.sort
  const matching = [...contacts].filter(
    (contact) =>
      found(contact, query.search) && query.filters.every((filter) => passes(contact, filter, now)),
  )
  const newest = (a: Kept, b: Kept): number =>
    a.created === b.created ? 0 : a.created === null ? 1 : b.created === null ? -1 : b.created - a.created
  matching.sort((a, b) => {
    const [left, right] = [valueOf(a, field), valueOf(b, field)]
    if (left === undefined || right === undefined) {
      if (left !== right) return left === undefined ? 1 : -1
    } else {
      const difference = compareValues(left, right, field) * (direction === 'asc' ? 1 : -1)
      if (difference !== 0) return difference
    }
    return newest(a, b) || a.row - b.row
  })
  return matching.map(({ row }) => row)
}

/** How {@link facetCounts} names a text: what reads as a date by its moment. */
export function groupName(name: string): string {
  const moment = dateOf(name)
  return Number.isNaN(moment) ? name : `at ${moment}`
}

/** Counts of a facet by value as it is written; dates by moment (also where they are leaves of a list), no value as null. */
export function facetCounts(contacts: Iterable<Kept>, field: ContactAsked): Map<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const contact of contacts) {
    const value = valueOf(contact, field)
    const is = read(value, field)
    let keys: (string | null)[] = [null]
    if (value !== undefined)
      keys = is.kind === 2 ? [`at ${is.number}`] : [...new Set(textsOf(value, written))].map(groupName)
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
