import { digitsOf, unmarked } from '../../../src-shared/interface/exact-number'
import { isAscii, wellFormed } from '../../../src-shared/fold'
import { leafText } from '../../../src-shared/leaves'

/**
 * What kind of value a dictionary entry is. The order of the numbers is the order in which kinds sort. A `list` has texts
 * and nulls alone, so that its leaves are its elements; one with anything else is `mixed`.
 */
export const kind = {
  none: 0,
  number: 1,
  date: 2,
  boolean: 3,
  text: 4,
  list: 5,
  mixed: 6,
  object: 7,
} as const
export type Kind = (typeof kind)[keyof typeof kind]

/** Joins the leaves of a list or an object. It cannot occur in a leaf, nor in anything that is searched for. */
export const leafJoin = '\uffff'

/** A value as columns keep it: its text, and what it counts as when compared as a number (dates: milliseconds). */
export interface Value {
  kind: Kind
  text: string
  number: number
}

const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/

/**
 * Milliseconds of an ISO 8601 date or date and time, NaN where the text is none. Without a zone it is UTC, so
 * that a value means the same on every machine.
 */
export function dateOf(text: string): number {
  if (text.length < 10 || text.length > 40 || text.charCodeAt(4) !== 45) return NaN
  const plain = plainDate(text)
  if (plain !== undefined) return plain
  const match = dateText.exec(text)
  if (!match) return NaN
  const part = (index: number): number => Number(match[index] ?? 0)
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  const fraction = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return NaN
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCDate() !== day) return NaN
  const local = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
  const zone = match[8]
  if (zone === undefined || zone === 'Z' || zone === 'z') return local
  const ahead = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return local - (zone.startsWith('-') ? -ahead : ahead) * 60_000
}

/** A number of `count` digits, NaN where there is anything else. */
function digitsAt(text: string, at: number, count: number): number {
  let number = 0
  for (let index = at; index < at + count; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit <= 9)) return NaN
    number = number * 10 + digit
  }
  return number
}

/** The two forms that nearly all dates have, `2024-05-01` and `2024-05-01T10:00:00.000Z`, without a regular expression. */
function plainDate(text: string): number | undefined {
  const { length } = text
  if ((length !== 10 && length !== 24) || text.charCodeAt(7) !== 45) return undefined
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2)]
  if (!(year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28)) return undefined
  const midnight = Date.UTC(year, month - 1, day)
  if (length === 10) return midnight
  const [hour, minute, second] = [digitsAt(text, 11, 2), digitsAt(text, 14, 2), digitsAt(text, 17, 2)]
  const thousandth = digitsAt(text, 20, 3)
  const marks =
    text[10] === 'T' && text[13] === ':' && text[16] === ':' && text[19] === '.' && text[23] === 'Z'
  if (!marks || !(hour <= 23 && minute <= 59 && second <= 59 && thousandth >= 0)) return undefined
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + thousandth
}

/** Appends the texts of what is not an array or an object, however deep. Keys are not values. */
function collectLeaves(value: unknown, into: string[]): void {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (next === null || next === undefined) continue
    if (typeof next === 'object') {
      const inner: unknown[] = Array.isArray(next) ? next : Object.values(next)
      for (let index = inner.length - 1; index >= 0; index--) pending.push(inner[index])
    } else into.push(leafText(next))
  }
}

function compoundKind(value: object): Kind {
  if (!Array.isArray(value)) return kind.object
  const plain = value.every((element) => typeof element === 'string' || element === null)
  return plain ? kind.list : kind.mixed
}

/** Fills `into` with what a JSON value is to the index; kind `none` for null and undefined. */
export function readValue(value: unknown, into: Value): void {
  into.number = NaN
  const digits = digitsOf(value)
  if (digits !== null) {
    into.kind = kind.number
    into.number = Number(digits)
    into.text = digits
  } else if (typeof value === 'string') {
    into.number = dateOf(value)
    into.kind = Number.isNaN(into.number) ? kind.text : kind.date
    into.text = isAscii(value) ? value : wellFormed(unmarked(value))
  } else if (typeof value === 'number') {
    into.kind = kind.number
    into.number = value === 0 ? 0 : value
    into.text = String(value)
  } else if (typeof value === 'boolean') {
    into.kind = kind.boolean
    into.number = value ? 1 : 0
    into.text = value ? 'true' : 'false'
  } else if (typeof value === 'object' && value !== null) {
    const leaves: string[] = []
    collectLeaves(value, leaves)
    into.kind = compoundKind(value)
    into.text = leaves.join(leafJoin)
  } else {
    into.kind = kind.none
    into.text = ''
  }
}
